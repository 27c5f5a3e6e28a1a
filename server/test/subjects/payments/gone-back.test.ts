/**
 * Goal: refunds made on the pages of a payment service are deducted once, whenever they become known. A payment that becomes known late
 * credits its remainder; if that is unknown, an operator must act. Method: a running service; payment services with their protocols;
 * refunds that were not requested here; reports in every order, repeated, concurrent, and around a crash; on both databases.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { queryOrder } from '../../../src/subjects/payments/orders/receive-payment.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { atOnce, onBothEngines } from './payment-bench.ts';
import { fen } from './services/fake-service.ts';
import { startOnlineServices, type Online } from './services/online-services.ts';

interface Paid {
  readonly id: string;
  readonly amount: string;
}

const minuteMs = 60_000;
const clock = new VirtualClock();
const online = await startOnlineServices(() => clock.nowMs());
const { alipay, wechat, stripe, services } = online;
after(() => online.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const alipayTime = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** How each service reports payments and refunds. */
const says: Readonly<
  Record<
    Online,
    { readonly paid: (order: Paid, atMs: number) => RequestInit; readonly gone: (order: Paid, refund: string) => RequestInit }
  >
> = {
  alipay: {
    paid: (order, atMs) => ({ method: 'POST', headers: form, body: alipay.report(order, { gmt_payment: alipayTime(atMs) }) }),
    gone: (order, refund) => {
      const all = [...(alipay.orders.get(order.id)?.refunds.values() ?? [])].reduce((sum, amount) => sum + fen(amount), 0);
      const state = all === fen(order.amount) ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
      const own = { refund_fee: (all / 100).toFixed(2), out_biz_no: refund, trade_status: state };
      return { method: 'POST', headers: form, body: alipay.report(order, own) };
    },
  },
  wechat: {
    paid: (order, createdAtMs) => ({ method: 'POST', ...wechat.report(order, { createdAtMs }) }),
    gone: (order, refund) => {
      const told = { out_refund_no: refund, refund_id: `R${refund}`, refund_status: 'SUCCESS' };
      return { method: 'POST', ...wechat.report(order, { type: 'REFUND.SUCCESS', told }) };
    },
  },
  stripe: {
    paid: ({ id, amount }, atMs) => {
      const session = stripe.session(id, { payment_status: 'paid', amount_total: fen(amount) });
      const created = Math.floor(atMs / 1000);
      return { method: 'POST', ...stripe.report({ type: 'checkout.session.completed', created, data: { object: session } }) };
    },
    gone: ({ id }) => {
      const charge = { id: `ch_${id}`, payment_intent: `pi_${id}`, metadata: { checkout: id } };
      return { method: 'POST', ...stripe.report({ type: 'charge.refunded', data: { object: charge } }) };
    },
  },
};

onBothEngines(
  'money that goes back at the payment service',
  () => Promise.resolve({ clock, env: online.newEnvironment() }),
  (bench) => {
    const cents = async (): Promise<number> => Math.round(Number(await bench().credits()) * 100);
    const stateOf = async ({ id }: Paid) => {
      const { state, refunded } = await bench().admin('GET', `/orders/${id}`);
      return [state, refunded];
    };
    /** Paid at the service, but not reported yet. */
    const made = async (method: Online, amount: string): Promise<Paid> => {
      const id = String((await bench().order(amount, method)).id);
      const known = services[method].orders.get(id);
      assert.ok(known !== undefined);
      known.paid = true;
      return { id, amount };
    };
    const goesBack = (method: Online, { id }: Paid, refund: string, amount: string): void => {
      services[method].orders.get(id)?.refunds.set(refund, amount);
    };
    const hear = async (method: Online, report: RequestInit): Promise<number> => (await bench().callback(method, report)).status;
    const paid = async (method: Online, amount: string): Promise<Paid> => {
      const order = await made(method, amount);
      assert.equal(await hear(method, says[method].paid(order, clock.nowMs())), 200);
      return order;
    };
    const alarms = async (kind: string, about: string): Promise<boolean> => {
      clock.advance(10_000);
      const { data } = await bench().admin('GET', '/alarms');
      return (data as { kind: string }[]).some((alarm) => alarm.kind === kind && JSON.stringify(alarm).includes(about));
    };
    const told = (kind: string, about: string): Promise<void> => bench().fixture.waitFor(() => alarms(kind, about));
    const ask = (id: string, isLast = false) => queryOrder(bench().fixture.service.control, { id, isLast });

    before(() => online.setUp(bench()));

    for (const method of ['alipay', 'wechat', 'stripe'] as const) {
      it(`${method}: of a credited payment it leaves the balance once, however often it is reported, and no alarm is raised`, async () => {
        const order = await paid(method, '20.00');
        const earlier = await cents();
        goesBack(method, order, 'out-1', '5.00');
        const all = await atOnce(20, () => hear(method, says[method].gone(order, 'out-1')));
        assert.deepEqual([...new Set(all)], [200]);
        assert.deepEqual([await cents(), await stateOf(order)], [earlier - 500, ['partly_refunded', '5.00']]);
        goesBack(method, order, 'out-2', '15.00');
        assert.equal(await hear(method, says[method].gone(order, 'out-2')), 200);
        assert.equal(await hear(method, says[method].gone(order, 'out-1')), 200);
        assert.deepEqual([await cents(), await stateOf(order)], [earlier - 2000, ['refunded', '20.00']]);
        const external = { alipay: 'T', wechat: 'W', stripe: 'pi_' }[method] + order.id;
        const refund = { method, external_id: external, reason: 'x' };
        assert.equal((await bench().fixture.admin('POST', `/orders/${order.id}/refund`, refund)).status, 409);
        assert.equal(await hear(method, says[method].paid(order, clock.nowMs())), 200, 'and its payment is acknowledged');
        assert.equal(await cents(), earlier - 2000);
        assert.equal(await alarms('payment_reversed', order.id), false);
        await bench().audited();
      });

      it(`${method}: a refund of ours is reported, too, and leaves the balance once`, async () => {
        const order = await paid(method, '6.00');
        const { id } = await bench().must('POST', '/payouts', { amount: '6.00' });
        const earlier = await cents();
        await bench().admin('POST', `/payouts/${String(id)}/approve`, {});
        const part = async () => (await bench().admin('GET', `/payouts/${String(id)}`)).parts[0];
        await bench().fixture.waitFor(async () => {
          clock.advance(100);
          return ['done', 'sent'].includes((await part()).state);
        });
        assert.equal(await hear(method, says[method].gone(order, String((await part()).id))), 200);
        assert.equal(await cents(), earlier - 600);
        await bench().audited();
      });
    }

    it('learned of late, a payment credits what is left of it; where the service does not say how much, an operator decides', async () => {
      const earlier = await cents();
      const asked = await made('stripe', '30.00');
      goesBack('stripe', asked, 'out-3', '10.00');
      assert.equal(await ask(asked.id), 'paid');
      assert.deepEqual([await cents(), await stateOf(asked)], [earlier + 2000, ['partly_refunded', '10.00']]);

      for (const method of ['alipay', 'stripe'] as const) {
        const before = await cents();
        const first = await made(method, '9.00');
        goesBack(method, first, 'out-4', '4.00');
        assert.equal(await hear(method, says[method].gone(first, 'out-4')), 200, 'that it goes back is heard of first');
        assert.equal(await hear(method, says[method].paid(first, clock.nowMs())), 200);
        assert.deepEqual([await cents(), await stateOf(first)], [before + 500, ['partly_refunded', '4.00']], method);
      }

      const before = await cents();
      const unsure = await made('wechat', '8.00');
      goesBack('wechat', unsure, 'out-5', '3.00');
      assert.equal(await ask(unsure.id), 'paid');
      assert.deepEqual([await cents(), (await stateOf(unsure))[0]], [before, 'mismatch']);
      await told('payment_mismatch', unsure.id);
      await bench().audited();
    });

    it('a report that comes after more than ten minutes is asked about, because something may have gone back since', async () => {
      for (const method of ['alipay', 'wechat', 'stripe'] as const) {
        const before = await cents();
        const order = await made(method, '7.00');
        const known = services[method].orders.get(order.id);
        assert.ok(known !== undefined);
        known.paid = false;
        const late = says[method].paid(order, clock.nowMs() - 11 * minuteMs);
        assert.equal(await hear(method, late), 400, `${method}: the service knows of no payment`);
        known.paid = true;
        assert.equal(await hear(method, late), 200);
        assert.equal(await cents(), before + 700, method);
      }
    });

    it('spent money leaves as well, and an operator is notified that the balance is below zero', async () => {
      const order = await paid('stripe', '40.00');
      const { balance } = await bench().admin('GET', `/accounts/${bench().accountId}`);
      const gift = { bucket: 'adjustment', amount: `-${String(balance.available)}`, reason: 'used' };
      await bench().admin('POST', `/accounts/${bench().accountId}/credits`, gift);
      goesBack('stripe', order, 'out-6', '40.00');
      assert.equal(await hear('stripe', says.stripe.gone(order, 'out-6')), 200);
      assert.equal(await cents(), -4000);
      await told('payment_reversed', order.id);
      await bench().admin('POST', `/accounts/${bench().accountId}/credits`, {
        bucket: 'adjustment',
        amount: '40',
        reason: 'back',
      });
      await bench().audited();
    });

    it('a crash between the payment and what had gone back of it leaves that to be booked, once', async () => {
      const before = await cents();
      const order = await made('stripe', '10.00');
      goesBack('stripe', order, 'out-7', '2.00');
      const { payouts } = bench().fixture.service.control.stores;
      const leave = payouts.leave.bind(payouts);
      payouts.leave = () => Promise.reject(new Error('died'));
      await assert.rejects(ask(order.id), /died/);
      payouts.leave = leave;
      assert.equal(await cents(), before + 1000);
      await bench().fixture.waitFor(async () => {
        // One of the databases uses its own clock, and time limits of attempts use this one.
        clock.advance(200);
        return (await cents()) === before + 800;
      });
      assert.equal(await hear('stripe', says.stripe.gone(order, 'out-7')), 200);
      assert.deepEqual([await cents(), await stateOf(order)], [before + 800, ['partly_refunded', '2.00']]);
      await bench().audited();
    });

    it('nothing is booked for payments not credited to their order, or of others', async () => {
      const before = await cents();
      const wrong = await made('alipay', '5.00');
      assert.equal(await hear('alipay', says.alipay.paid({ ...wrong, amount: '6.00' }, clock.nowMs())), 200);
      goesBack('alipay', wrong, 'out-8', '5.00');
      assert.equal(await hear('alipay', says.alipay.gone(wrong, 'out-8')), 200);
      await told('payment_reversed', wrong.id);
      for (const method of ['alipay', 'wechat', 'stripe'] as const)
        assert.equal(await hear(method, says[method].gone({ id: 'ord_else', amount: '1.00' }, 'out-9')), 200, method);
      assert.equal(await cents(), before);
      await bench().audited();
    });
  },
);
