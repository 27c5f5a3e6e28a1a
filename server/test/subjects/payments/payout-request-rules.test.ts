/**
 * Goal: an account requests its own money, at most what was paid and is unused, one request at a time, and learns how it would be paid out.
 * Method: the rules themselves on a real database, with services set up by the test.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { accountBounds } from '@tollgate/contract/tenants/account-bounds';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { approvePayout } from '../../../src/subjects/payments/payouts/payout-approval.ts';
import {
  endPayout,
  findPayout,
  listPayouts,
  payoutWays,
  readFen,
  readPayoutOffer,
  readReturnable,
  refundWays,
  requestPayout,
  type RequestedPayout,
} from '../../../src/subjects/payments/payouts/payouts.ts';
import type { Principal } from '../../../src/control/principal.ts';
import { PaymentSettingsError } from '../../../src/domain/payments/payment-services.ts';
import { refusedAs } from '../../refused-as.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onSqlite } from './payment-bench.ts';
import { RulesWorld, type OwnStores } from './rules-world.ts';

const payee = { name: 'Payee', account: '6222', bank: 'Bank' };
const clock = new VirtualClock();
const fen = 10_000_000n;

onSqlite(
  'rules of requests for money back',
  () => Promise.resolve({ clock }),
  (bench) => {
    const w = new RulesWorld(bench);
    const { one } = w;
    const ctx = (own: OwnStores = {}): ControlContext => w.context(own);
    const owner = (own: object = {}): Principal => ({
      name: 'owner',
      sourceIp: null,
      scope: { kind: 'account', accountId: w.accountId, subAccountId: null, role: 'owner', ...own },
    });
    const request = (amount: string | null, own: Partial<RequestedPayout> = {}, context = ctx(), who = owner()) =>
      requestPayout(context, who, { accountId: w.accountId, amount, reason: null, payee: null, ...own }, null);
    const strangers = (): readonly Principal[] => [
      owner({ subAccountId: 'sub_1' }),
      owner({ accountId: bench().fixture.accountId }),
    ];
    const waiting = () => w.control.stores.payouts.waiting(w.accountId);

    beforeEach(async () => {
      w.forget();
      const id = await waiting();
      if (id !== null) await endPayout(ctx(), one, { id }, null);
    });

    describe('a request', () => {
      it('is over what was paid and is unused, and one of an account waits', async () => {
        await assert.rejects(request(null), refusedAs('refund_exceeded', { amount: '0.00' }), 'nothing is there');
        await w.paid(1000n);
        for (const amount of ['0', '0.001', '-1']) await assert.rejects(request(amount), { param: 'amount' }, amount);
        await assert.rejects(request('10.01'), refusedAs('refund_exceeded', { amount: '10.00' }));
        const { payout, parts, steps } = await request('4.00', { reason: 'why', payee });
        assert.deepEqual(
          [
            payout.kind,
            payout.state,
            payout.requestedFen,
            payout.amountFen,
            payout.isBooked,
            payout.reason,
            payout.payee,
            payout.madeBy,
          ],
          ['request', 'requested', 400n, 400n, false, 'why', payee, 'owner'],
        );
        assert.deepEqual([parts, steps.map(({ state, actor }) => [state, actor])], [[], [['requested', 'owner']]]);
        await assert.rejects(request('1.00'), refusedAs('refund_waits'));
        await endPayout(ctx(), owner(), { id: payout.id, accountId: w.accountId }, null);
        assert.equal((await request(null)).payout.amountFen, 1000n);
      });

      it('is made by the whole account, as often as there is room', async () => {
        for (const who of strangers()) await assert.rejects(request('1.00', {}, ctx(), who), { code: 'not_found' });
        const { max } = accountBounds.payouts;
        const full = ctx({ heldNouns: { count: (noun) => Promise.resolve(noun === 'payouts' ? max : 0) } });
        await assert.rejects(request('1.00', {}, full), refusedAs('refunds_this_month', { max }));
        assert.equal(await waiting(), null);
      });

      it('needs a bank account where a part of it cannot go back as it was paid', async () => {
        w.aheadMs = 366 * 86_400_000;
        await assert.rejects(request('1.00'), { code: 'invalid_parameter', param: 'payee' });
        assert.equal((await request('1.00', { payee })).payout.payee, payee);
      });

      it('that came under a key is answered by that key again', async () => {
        const marks: unknown[] = [];
        const own: OwnStores = {
          payouts: {
            request: (_payout, _step, news) => {
              marks.push(news.mark);
              return Promise.resolve(true);
            },
          },
        };
        const wish = { accountId: w.accountId, amount: '1.00', reason: null, payee: null };
        const made = await requestPayout(ctx(own), owner(), wish, ({ payout }) => ({ of: payout.id }) as never);
        await requestPayout(ctx(own), owner(), wish, null);
        assert.deepEqual(marks, [{ of: made.payout.id }, null]);
      });
    });

    describe('a return', () => {
      it('is found and listed by its account and by operators', async () => {
        const { payout } = await request('1.00');
        const mine = { id: payout.id, accountId: w.accountId };
        assert.equal((await findPayout(ctx(), owner(), mine)).payout.id, payout.id);
        assert.equal((await findPayout(ctx(), one, { id: payout.id })).payout.id, payout.id);
        const page = { limit: 10, after: null };
        const list = async (who: Principal, own: object) => (await (await listPayouts(ctx(), who, own))(page)).length;
        assert.ok((await list(owner(), { accountId: w.accountId })) > 0 && (await list(one, {})) > 0);
        for (const who of strangers()) {
          await assert.rejects(findPayout(ctx(), who, mine), { code: 'not_found' });
          await assert.rejects(list(who, { accountId: w.accountId }), { code: 'not_found' });
        }
        await assert.rejects(findPayout(ctx(), owner(), { id: payout.id }), { code: 'not_found' });
        await assert.rejects(list(owner(), {}), { code: 'not_found' });
        await assert.rejects(findPayout(ctx(), one, { ...mine, accountId: bench().fixture.accountId }), { code: 'not_found' });
        await assert.rejects(findPayout(ctx(), one, { id: 'ret_none' }), { code: 'not_found' });
      });

      it('that waits is withdrawn by its account and rejected by operators, once', async () => {
        const { payout } = await request('1.00');
        const mine = { id: payout.id, accountId: w.accountId };
        await assert.rejects(endPayout(ctx(), owner(), mine, 'no'), { code: 'not_found' });
        const lost = ctx({ payouts: { end: () => Promise.resolve(false) } });
        await assert.rejects(endPayout(lost, owner(), mine, null), refusedAs('refund_just_decided'));
        const ended = await endPayout(ctx(), one, { id: payout.id }, 'no');
        assert.deepEqual(
          [ended.payout.state, ended.steps.at(-1)?.state, ended.steps.at(-1)?.note],
          ['rejected', 'rejected', 'no'],
        );
        await assert.rejects(endPayout(ctx(), owner(), mine, null), refusedAs('refund_not_endable', { state: 'rejected' }));
        const other = await request('1.00');
        assert.equal((await endPayout(ctx(), owner(), { ...mine, id: other.payout.id }, null)).payout.state, 'withdrawn');
        for (const [action, actor] of [
          ['withdraw', 'owner'],
          ['reject', one.name],
        ] as const) {
          const { data } = await bench().admin('GET', `/audit-log?action=payout.${action}`);
          assert.equal((data as { actor: string }[])[0]?.actor, actor, action);
        }
      });
    });

    it('the refundable amount is neither used nor reserved, except for the reservation of this payout', async () => {
      for (const who of strangers()) await assert.rejects(readReturnable(ctx(), who, w.accountId), { code: 'not_found' });
      const whole = await readReturnable(ctx(), owner(), w.accountId);
      assert.deepEqual([whole.returnableFen, whole.paid, whole.available], [1000n, 1000n * fen, 1000n * fen]);
      const own = await readReturnable(ctx(), owner(), w.accountId, 0n);
      assert.deepEqual(own, whole);
      const reserved = (await readReturnable(ctx(), owner(), w.accountId, -300n * fen)).returnableFen;
      assert.equal(reserved, 700n);
    });

    it('each method refunds as it can, and one that cannot be opened to a bank account', async () => {
      for (const who of strangers().slice(0, 1)) await assert.rejects(refundWays(ctx(), who), { code: 'not_found' });
      const ways = async (context: ControlContext) => {
        const of = await refundWays(context, one);
        return (['alipay', 'bank', 'stripe'] as const).map((name) => of(name));
      };
      assert.deepEqual(await ways(ctx()), ['service', 'bank', 'service']);
      const { paymentMethods } = ctx().stores;
      const alone = async () => (await paymentMethods.list()).filter(({ name }) => name === 'alipay');
      assert.deepEqual(await ways(ctx({ paymentMethods: { list: alone } })), ['service', 'bank', 'bank']);
      w.isGone = true;
      assert.deepEqual(await ways(ctx()), ['bank', 'bank', 'bank']);
      w.forget();
      const opening = (fault: Error): ControlContext => {
        const context = ctx();
        return {
          ...context,
          payments: { ...context.payments, services: { ...context.payments.services, open: () => Promise.reject(fault) } },
        };
      };
      assert.deepEqual(await ways(opening(new PaymentSettingsError('key', 'is wrong'))), ['bank', 'bank', 'bank']);
      await assert.rejects(ways(opening(new Error('a fault of ours'))), /a fault of ours/);
      const unknown = ctx();
      const services = { ...unknown.payments.services, fields: new Map() };
      assert.deepEqual(await ways({ ...unknown, payments: { ...unknown.payments, services } }), ['bank', 'bank', 'bank']);
    });

    it('the offer says how much is refunded to the original payments, and what waits', async () => {
      await assert.rejects(payoutWays(ctx(), owner({ accountId: bench().fixture.accountId }), w.accountId, 1n), {
        code: 'not_found',
      });
      await w.paid(200n, { method: 'bank' });
      const offer = await readPayoutOffer(ctx(), owner(), w.accountId);
      assert.deepEqual([offer.returnableFen, offer.asPaidFen, offer.waiting], [1200n, 1000n, null]);
      const { payout } = await request('1.00', { payee });
      assert.equal((await readPayoutOffer(ctx(), owner(), w.accountId)).waiting, payout.id);
      await approvePayout(ctx(), one, payout.id, {});
      assert.equal((await readPayoutOffer(ctx(), owner(), w.accountId)).returnableFen, 1100n);
    });

    it('an amount is whole fen from 0.01', () => {
      assert.equal(readFen('0.01'), 1n);
      for (const amount of ['0', '0.00', '0.001', '-0.01', 'x'])
        assert.throws(() => readFen(amount), { param: 'amount' }, amount);
    });
  },
);
