/**
 * Goal: operators can do only what is possible in each state of a payout. Method: the rules themselves on a real database, with services
 * that respond as each row says.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import type { Principal } from '../../../src/control/principal.ts';
import type { PayoutPart } from '../../../src/domain/payments/payout.ts';
import { receivePayment } from '../../../src/subjects/payments/orders/receive-payment.ts';
import { approvePayout, refundPayment } from '../../../src/subjects/payments/payouts/payout-approval.ts';
import { writePartChange, type PartAct } from '../../../src/subjects/payments/payouts/payout-parts.ts';
import { requestPayout } from '../../../src/subjects/payments/payouts/payouts.ts';
import { handleRefundReport } from '../../../src/subjects/payments/payouts/send-refunds.ts';
import { refusedAs } from '../../refused-as.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onSqlite } from './payment-bench.ts';
import { away, payoutActs } from './payout-acts.ts';
import { RulesWorld, type OwnStores } from './rules-world.ts';

const payee = { name: 'Payee', account: '6222', bank: 'Bank' };
const dayMs = 86_400_000;
const clock = new VirtualClock();

onSqlite(
  'rules of returns',
  () => Promise.resolve({ clock }),
  (bench) => {
    const w = new RulesWorld(bench);
    const { one } = w;
    const { ctx, payouts, refund, partOf, send, waiting, says, failedOnce, act, watched } = payoutActs(w);
    /** An owner of the account. */
    const member = (): Partial<Principal> => ({
      scope: { kind: 'account', accountId: w.accountId, subAccountId: null, role: 'owner' },
    });

    beforeEach(() => {
      w.forget();
    });

    describe('a request that is approved', () => {
      const request = async (amount: string | null, own: object = {}): Promise<string> => {
        const wish = { accountId: w.accountId, amount, reason: null, payee: null, ...own };
        return (await requestPayout(ctx(), one, wish, null)).payout.id;
      };
      it('leaves as a whole where nothing else is said, and no more than was asked for', async () => {
        await w.paid(1000n);
        const id = await request('3.00');
        await assert.rejects(approvePayout(ctx(), { ...one, ...member() }, id, {}), { code: 'not_found' });
        await assert.rejects(approvePayout(ctx(), one, id, { amount: '3.01' }), { code: 'invalid_parameter', param: 'amount' });
        w.told.inForce.length = 0;
        const { payout, parts, steps } = await approvePayout(ctx(), one, id, {});
        assert.deepEqual([payout.state, payout.amountFen, payout.payee], ['approved', 300n, null]);
        assert.deepEqual(
          parts.map(({ method, state, attempt, amountFen }) => [method, state, attempt, amountFen]),
          [['alipay', 'waiting', 1, 300n]],
        );
        assert.deepEqual(
          steps.map(({ state }) => state),
          ['requested', 'approved'],
        );
        assert.deepEqual(w.told.inForce, [w.accountId], 'calls are decided by what is left');
        await assert.rejects(approvePayout(ctx(), one, id, {}), refusedAs('refund_not_approvable', { state: 'approved' }));
        const same = await request('2.00');
        assert.equal((await approvePayout(ctx(), one, same, { amount: '2.00', payee })).payout.payee?.name, 'Payee');
        const less = await request('2.00', { payee });
        const approved = await approvePayout(ctx(), one, less, { amount: '1.00' });
        assert.deepEqual([approved.payout.amountFen, approved.payout.payee?.name], [100n, 'Payee']);
        await bench().audited();
      });

      it('may be all that can be returned', async () => {
        await w.paid(300n);
        const id = await request(null);
        const { payout } = await approvePayout(ctx(), one, id, {});
        assert.ok(payout.amountFen >= 300n);
        await assert.rejects(request('0.01'), refusedAs('refund_exceeded', { amount: '0.00' }));
      });

      it('needs a bank account where a part of it goes to one', async () => {
        await w.paid(700n);
        const id = await request('5.00');
        w.aheadMs = 366 * dayMs;
        await assert.rejects(approvePayout(ctx(), one, id, {}), { code: 'invalid_parameter', param: 'payee' });
        const { parts } = await approvePayout(ctx(), one, id, { payee });
        assert.deepEqual(
          parts.map(({ method, byHand }) => [method, byHand]),
          [['bank', true]],
        );
      });

      it('is decided about once; what is not there any more cannot leave', async () => {
        await w.paid(700n);
        const id = await request('5.00');
        const leave = () => Promise.resolve(false);
        await assert.rejects(approvePayout(ctx({ payouts: { leave } }), one, id, {}), refusedAs('refund_exceeded'));
        const store = payouts();
        let asked = 0;
        const decided = async (which: string) => {
          const record = await store.find(which);
          asked += 1;
          return record === null || asked === 1
            ? record
            : { ...record, payout: { ...record.payout, state: 'rejected' as const } };
        };
        await assert.rejects(
          approvePayout(ctx({ payouts: { leave, find: decided } }), one, id, {}),
          refusedAs('refund_just_decided'),
        );
        await bench().admin('POST', `/accounts/${w.accountId}/credits`, { bucket: 'adjustment', amount: '-5', reason: 'used' });
        const { credits } = await w.control.stores.ledger.totals(w.accountId);
        const taken = { bucket: 'adjustment', amount: `-${(Number(credits) / 1e9).toFixed(2)}`, reason: 'used' };
        if (credits > 0n) await bench().admin('POST', `/accounts/${w.accountId}/credits`, taken);
        await assert.rejects(approvePayout(ctx(), one, id, {}), refusedAs('refund_exceeded', { amount: '0.00' }));
      });
    });

    describe('a payment that an operator refunds', () => {
      it('exists, belongs to this order and an account, and was not refunded', async () => {
        const [payment, other] = [await w.paid(500n), await w.paid(500n)];
        await assert.rejects(
          refundPayment(ctx(), { ...one, ...member() }, payment.orderId, {
            method: 'alipay',
            external_id: payment.externalId,
            reason: 'x',
          }),
          { code: 'not_found' },
        );
        assert.equal(await payouts().returned('alipay', payment.externalId), 0n, 'nothing has left');
        for (const wrong of [{ orderId: 'ord_none' }, { externalId: 'none' }, { externalId: other.externalId }])
          await assert.rejects(refund({ ...payment, ...wrong }), { code: 'not_found' }, JSON.stringify(wrong));
        const orders = w.control.stores.orders;
        const trial: OwnStores = {
          orders: {
            find: async (id) => {
              const order = await orders.find(id);
              return order === null ? null : { ...order, accountId: null };
            },
          },
        };
        await assert.rejects(refund(payment, {}, ctx(trial)), refusedAs('refund_of_trial'));
        const as = (own: object): OwnStores => ({
          orders: {
            findPayment: async (...given) => {
              const known = await orders.findPayment(...given);
              return known === null ? null : { ...known, ...own };
            },
          },
        });
        await assert.rejects(refund(payment, {}, ctx(as({ state: 'returned' }))), refusedAs('payment_returned'));
        await assert.rejects(refund(payment, {}, ctx(as({ currency: 'USD' }))), refusedAs('refund_of_other_currency'));
      });

      it('goes back up to what is left of it', async () => {
        const payment = await w.paid(1000n);
        await assert.rejects(refund(payment, { amount: '10.01' }), refusedAs('refund_exceeded', { amount: '10.00' }));
        w.told.inForce.length = 0;
        const { payout, parts, steps } = await refund(payment, { amount: '4.00' });
        assert.deepEqual(
          [payout.kind, payout.state, payout.isBooked, payout.requestedFen, payout.reason, payout.payee],
          ['refund', 'approved', true, 400n, 'why', null],
        );
        assert.deepEqual([parts.length, steps.map(({ note }) => note), w.told.inForce], [1, ['why'], [w.accountId]]);
        await assert.rejects(refund(payment, { amount: '6.01' }), refusedAs('refund_exceeded', { amount: '6.00' }));
        assert.equal((await refund(payment)).payout.amountFen, 600n);
        await assert.rejects(refund(payment), refusedAs('refund_exceeded', { amount: '0.00' }));
        await assert.rejects(refund(payment, { amount: '0.01' }), refusedAs('refund_exceeded', { amount: '0.00' }));
      });

      it('goes to a bank account where it is more than 365 days old, and as it is where it was never credited', async () => {
        const [payment, older] = [await w.paid(500n), await w.paid(500n)];
        const order = await w.order(500n);
        const wrong = w.payment(order, { amountFen: 600n });
        await receivePayment(ctx(), one, wrong);
        await assert.rejects(refund(wrong, { amount: '5.00' }), { code: 'invalid_parameter', param: 'amount' });
        const uncredited = { payouts: { leaveUncredited: () => Promise.resolve(false) } };
        await assert.rejects(refund(wrong, {}, ctx(uncredited)), refusedAs('payment_decided'));
        const { credits } = await w.control.stores.ledger.totals(w.accountId);
        assert.equal((await refund(wrong, { amount: '6.00' })).payout.isBooked, false);
        assert.equal((await w.control.stores.ledger.totals(w.accountId)).credits, credits);
        w.aheadMs = 365 * dayMs;
        assert.equal(partOf(await refund(payment)).method, 'alipay', 'to the day');
        w.aheadMs += 1;
        await assert.rejects(refund(older), { code: 'invalid_parameter', param: 'payee' });
        const part = partOf(await refund(older, { payee }));
        assert.deepEqual([part.method, part.byHand], ['bank', true]);
      });
    });

    describe('a part of a return', () => {
      const byHand = async (): Promise<PayoutPart> => {
        const payment = await w.paid(500n, { method: 'bank' });
        return partOf(await refund(payment, { payee }));
      };
      const refused = (part: PayoutPart, wish: PartAct, reason: RefusalReason, state?: string) =>
        assert.rejects(act(part, wish), refusedAs(reason, state === undefined ? {} : { state }), wish.kind);

      it('is moved by operators, and where it is', async () => {
        const [part, other] = [await byHand(), await byHand()];
        await assert.rejects(act(part, { kind: 'confirm' }, member()), { code: 'not_found' });
        await assert.rejects(act({ ...part, payoutId: other.payoutId }, { kind: 'confirm' }), { code: 'not_found' });
        const moved = ctx({ payouts: { movePart: () => Promise.resolve(false) } });
        await assert.rejects(act(part, { kind: 'send', reference: 'R' }, {}, moved), refusedAs('refund_reference_used'));
        await assert.rejects(act(part, { kind: 'give_back', reason: 'x' }, {}, moved), refusedAs('refund_part_changed'));
      });

      it('that is paid by hand is sent with its reference, once, and then confirmed', async () => {
        const part = await byHand();
        await refused(part, { kind: 'confirm' }, 'refund_part_not_confirmable', 'waiting');
        await refused(part, { kind: 'retry' }, 'refund_part_not_retryable');
        await refused(part, { kind: 'to_bank', payee }, 'refund_part_not_for_bank');
        const { parts, payout } = await act(part, { kind: 'send', reference: ' OUT-RULES-1 ' });
        const [sent] = parts;
        assert.deepEqual(
          [sent?.state, sent?.reference, sent?.sentAtMs, payout.state],
          ['sent', 'OUT-RULES-1', clock.nowMs(), 'sent'],
        );
        await refused(part, { kind: 'send', reference: 'x' }, 'refund_part_not_sendable');
        await refused(part, { kind: 'give_back', reason: 'x' }, 'refund_part_not_for_balance');
        const done = await act(part, { kind: 'confirm' });
        assert.deepEqual(
          [done.parts[0]?.state, done.parts[0]?.doneAtMs, done.payout.state],
          ['done', clock.nowMs(), 'confirmed'],
        );
        await refused(part, { kind: 'confirm' }, 'refund_part_not_confirmable', 'done');
      });

      it('that goes through a service is neither sent nor confirmed by hand', async () => {
        const part = await waiting();
        await refused(part, { kind: 'send', reference: 'x' }, 'refund_part_not_sendable');
        await refused(part, { kind: 'retry' }, 'refund_part_not_retryable', 'waiting');
        for (const wish of [
          { kind: 'to_bank', payee },
          { kind: 'give_back', reason: 'x' },
        ] as const)
          await refused(part, wish, wish.kind === 'to_bank' ? 'refund_part_not_for_bank' : 'refund_part_not_for_balance');
        says({ kind: 'pending' });
        await send(part);
        await refused(part, { kind: 'confirm' }, 'refund_part_not_confirmable', 'sent');
        const { moves, context } = watched();
        await act(part, { kind: 'retry' }, {}, context);
        assert.deepEqual(
          [moves[0]?.part.attempt, moves[0]?.part.state, moves[0]?.ask],
          [1, 'sent', { afterMs: 0, asked: 0 }],
          'it is asked about',
        );
      });

      it('that was refused is begun again under another number', async () => {
        const part = await failedOnce();
        const { moves, context } = watched();
        const { parts } = await act(part, { kind: 'retry' }, {}, context);
        assert.deepEqual([parts[0]?.state, parts[0]?.attempt, parts[0]?.fault], ['waiting', 2, null]);
        assert.deepEqual(moves[0]?.ask, { afterMs: 0, asked: 0 });
      });

      it('that was refused goes to a bank account that somebody has named', async () => {
        const part = await failedOnce();
        await assert.rejects(act(part, { kind: 'to_bank', payee: null }), { code: 'invalid_parameter', param: 'payee' });
        w.told.inForce.length = 0;
        const { payout, parts } = await act(part, { kind: 'to_bank', payee });
        assert.deepEqual([payout.state, payout.payee, payout.givenBackFen], ['approved', payee, 0n]);
        assert.deepEqual(
          parts.map(({ method, byHand: isByHand, state, amountFen }) => [method, isByHand, state, amountFen]).toSorted(),
          [
            ['alipay', false, 'dropped', 500n],
            ['bank', true, 'waiting', 500n],
          ],
        );
        assert.deepEqual(w.told.inForce, [], 'no money has moved');
        const [instead] = parts.filter(({ method }) => method === 'bank');
        assert.deepEqual(instead?.payment?.externalId, part.payment?.externalId, 'it still is of its payment');
      });

      it('that was refused, or waits for hands, goes back into the balance it came from', async () => {
        for (const part of [await failedOnce(), await byHand()]) {
          const { credits } = await w.control.stores.ledger.totals(w.accountId);
          w.told.inForce.length = 0;
          const { payout, parts, steps } = await act(part, { kind: 'give_back', reason: 'their bank refuses' });
          assert.deepEqual(
            [payout.state, payout.givenBackFen, parts[0]?.state, steps.at(-1)?.note],
            ['failed', 500n, 'dropped', 'their bank refuses'],
          );
          assert.equal((await w.control.stores.ledger.totals(w.accountId)).credits, credits + 5_000_000_000n);
          assert.deepEqual(w.told.inForce, [w.accountId]);
        }
        const order = await w.order(500n);
        const wrong = w.payment(order, { amountFen: 600n });
        await receivePayment(ctx(), one, wrong);
        const part = partOf(await refund(wrong));
        says({ kind: 'failed', reason: 'no' });
        await send(part);
        await refused(part, { kind: 'give_back', reason: 'x' }, 'payment_not_booked');
        await bench().audited();
      });
    });

    it('the account is notified of each step of a payout, except backward and internal ones', async () => {
      const part = await waiting();
      const { notices, context } = watched();
      says({ kind: 'pending' });
      await send(part, 0, context);
      const record = await payouts().find(part.payoutId);
      assert.ok(record !== null);
      const move = { part: { ...partOf(record), state: 'done' as const }, action: 'part-done' };
      await writePartChange(context, one, record, { ...move, isReported: false });
      says(away, { kind: 'failed', reason: 'sent back' });
      await handleRefundReport(context, 'alipay', { refundId: part.id, standing: { kind: 'failed', reason: 'x' } });
      assert.deepEqual(notices, ['payout_progress', null, null]);
    });
  },
);
