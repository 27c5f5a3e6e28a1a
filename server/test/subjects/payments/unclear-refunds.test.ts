/**
 * Goal: a refund without a certain result at a payment service is queried until it has one. Only a result known to be final ends it, and
 * the money is never both in the balance and refunded. Method: every kind of unclear and final response of each service, with and without a
 * refund, and with the service unreachable when an operator acts; on both databases.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, it } from 'node:test';
import { sendRefund } from '../../../src/subjects/payments/payouts/send-refunds.ts';
import { refundIdOf } from '../../../src/domain/payments/payout.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onBothEngines } from './payment-bench.ts';
import { fen } from './services/fake-service.ts';
import { startOnlineServices, type Online } from './services/online-services.ts';

const clock = new VirtualClock();
const online = await startOnlineServices(() => clock.nowMs());
const { alipay, wechat, stripe, services } = online;
after(() => online.close());

interface Answer {
  readonly status?: number;
  readonly body: string;
}

const subCode = (code: string, top = '40004'): Answer => ({ body: JSON.stringify({ code: top, msg: 'x', sub_code: code }) });
const code = (status: number, name: string): Answer => ({ status, body: JSON.stringify({ code: name }) });
const stripeError = (status: number, name: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: JSON.stringify({ error: { type, code: name, message: 'x' } }),
});

/** Unclear responses: however often they are repeated, the refund is not over. */
const unclear: Readonly<Record<Online, readonly Answer[]>> = {
  alipay: [
    subCode('aop.ACQ.SYSTEM_ERROR'),
    subCode('ACQ.SYSTEM_ERROR'),
    subCode('isp.unknow-error', '20000'),
    subCode('isv.invalid-signature', '40002'),
    { body: '{"code":"40004","msg":"Business Failed"}' },
  ],
  wechat: [
    { status: 403, body: '<html>Forbidden</html>' },
    code(403, 'BIZERR_NEED_RETRY'),
    code(400, 'SYSTEM_ERROR'),
    code(429, 'FREQUENCY_LIMITED'),
    code(500, 'SYSTEM_ERROR'),
    code(401, 'SIGN_ERROR'),
  ],
  stripe: [
    stripeError(429, 'lock_timeout'),
    stripeError(400, 'lock_timeout'),
    stripeError(409, 'idempotency_key_in_use', 'idempotency_error'),
    stripeError(429, 'rate_limit'),
    stripeError(500, 'api_error', 'api_error'),
    stripeError(401, 'api_key_expired'),
  ],
};

/** Final responses, which stay the same however often the service is queried. */
const final: Readonly<Record<Online, readonly Answer[]>> = {
  alipay: [subCode('ACQ.SELLER_BALANCE_NOT_ENOUGH'), subCode('ACQ.TRADE_HAS_FINISHED')],
  wechat: [code(403, 'NOT_ENOUGH'), code(404, 'RESOURCE_NOT_EXISTS'), code(403, 'USER_ACCOUNT_ABNORMAL')],
  stripe: [
    stripeError(400, 'balance_insufficient'),
    stripeError(400, 'charge_already_refunded'),
    stripeError(404, 'resource_missing'),
  ],
};

/** Refusals that are not documented as final. */
const doubtful: Readonly<Record<Online, Answer>> = {
  alipay: subCode('ACQ.SOMETHING_NEW'),
  wechat: code(403, 'SOMETHING_NEW'),
  stripe: stripeError(400, 'something_new'),
};

onBothEngines(
  'unclear refunds',
  () => Promise.resolve({ clock, env: online.newEnvironment() }),
  (bench) => {
    const cents = async (): Promise<number> => Math.round(Number(await bench().credits()) * 100);
    const control = () => bench().fixture.service.control;

    async function pay(method: Online, amount: string): Promise<string> {
      const id = String((await bench().order(amount, method)).id);
      const order = { id, amount };
      const session = stripe.session(id, { payment_status: 'paid', amount_total: fen(amount) });
      const reports: Readonly<Record<Online, () => RequestInit>> = {
        alipay: () => ({ body: alipay.report(order), headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
        wechat: () => wechat.report(order),
        stripe: () => stripe.report({ type: 'checkout.session.completed', data: { object: session } }),
      };
      assert.equal((await bench().callback(method, { method: 'POST', ...reports[method]() })).status, 200);
      clock.advance(1000);
      return id;
    }

    /** A refund just before it is requested from the service. */
    async function refunding(method: Online, amount: string) {
      const order = await pay(method, amount);
      const external = { alipay: 'T', wechat: 'W', stripe: 'pi_' }[method] + order;
      const before = await cents();
      const wish = { method, external_id: external, reason: 'x' };
      const { id, parts } = await bench().admin('POST', `/orders/${order}/refund`, wish);
      const partId = String(parts[0].id);
      const attempt = Number(parts[0].attempt ?? 1);
      return {
        before,
        state: async (): Promise<string> => String((await bench().admin('GET', `/payouts/${String(id)}`)).parts[0].state),
        fault: async (): Promise<string> => String((await bench().admin('GET', `/payouts/${String(id)}`)).parts[0].fault),
        ask: () => sendRefund(control(), { id: partId, attempt, asked: 0 }).catch(String),
        act: (what: string, body: object) =>
          bench().fixture.admin('POST', `/payouts/${String(id)}/parts/${partId}/${what}`, body),
        /** The service refunds although it refused; only now, because an earlier query would show it. */
        givenAfterAll: () => services[method].orders.get(order)?.refunds.set(refundIdOf({ id: partId, attempt }), amount),
        given: (): readonly string[] => [...(services[method].orders.get(order)?.refunds.values() ?? [])],
      };
    }

    before(() => online.setUp(bench()));
    afterEach(() => {
      for (const service of Object.values(services)) Object.assign(service, { refundAnswer: null, isDown: false });
    });

    for (const method of ['alipay', 'wechat', 'stripe'] as const) {
      for (const answer of unclear[method])
        for (const isGiven of [true, false])
          it(`${method} ${String(answer.status ?? 200)} ${answer.body.slice(0, 60)} is not final, ${isGiven ? 'although' : 'nor where no'} money has gone back`, async () => {
            services[method].refundAnswer = { ...answer, isGiven };
            const refund = await refunding(method, '1.00');
            for (let at = 0; at < 2; at += 1) await refund.ask();
            if (!isGiven) assert.equal(await refund.state(), 'asked');
            assert.equal((await refund.act('give-back', { reason: 'x' })).status, 409);
            services[method].refundAnswer = null;
            await refund.ask();
            assert.match(await refund.state(), /done|sent/);
            assert.deepEqual([refund.given(), await cents()], [['1.00'], refund.before - 100]);
          });

      for (const answer of final[method])
        it(`${method} ${answer.body.slice(0, 60)} ends it with what can be done`, async () => {
          services[method].refundAnswer = { ...answer, isGiven: false };
          const refund = await refunding(method, '1.00');
          await refund.ask();
          await bench().fixture.waitFor(async () => (await refund.state()) === 'failed');
          assert.equal((await refund.act('give-back', { reason: 'x' })).status, 200);
          assert.deepEqual([refund.given(), await cents()], [[], refund.before]);
        });

      it(`${method}: words that are not known end it once the service, asked later, knows nothing of it`, async () => {
        services[method].refundAnswer = { ...doubtful[method], isGiven: true };
        const through = await refunding(method, '1.00');
        for (let at = 0; at < 3; at += 1) await through.ask();
        assert.match(await through.state(), /done|sent/, 'it had given back');
        services[method].refundAnswer = { ...doubtful[method], isGiven: false };
        const refused = await refunding(method, '1.00');
        for (let at = 0; at < 3; at += 1) await refused.ask();
        assert.equal(await refused.state(), 'failed');
        assert.match(await refused.fault(), /something_new/i);
        assert.deepEqual([refused.given(), (await refused.act('give-back', { reason: 'x' })).status], [[], 200]);
      });

      it(`${method}: while the service cannot be asked, what it had refused goes no other way`, async () => {
        const [answer] = final[method];
        assert.ok(answer !== undefined);
        services[method].refundAnswer = { ...answer, isGiven: false };
        const refund = await refunding(method, '9.00');
        await refund.ask();
        await bench().fixture.waitFor(async () => (await refund.state()) === 'failed');
        refund.givenAfterAll();
        services[method].isDown = true;
        for (const [what, body] of Object.entries({
          'give-back': { reason: 'x' },
          'by-bank': { payee: { name: 'a', account: 'b', bank: 'c' } },
        }))
          assert.equal((await refund.act(what, body)).status, 409, what);
        assert.deepEqual([refund.given(), await cents()], [['9.00'], refund.before - 900]);
        services[method].isDown = false;
        assert.equal((await refund.act('give-back', { reason: 'x' })).status, 409);
        assert.match(await refund.state(), /done|sent/);
        assert.deepEqual([refund.given(), await cents()], [['9.00'], refund.before - 900]);
      });
    }

    it('the books have not one nano of difference', () => bench().audited());
  },
);
