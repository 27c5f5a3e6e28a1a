/**
 * Goal: operators can do only what is possible in each state of a payout, and each response of a payment service has the right effect on a
 * refund. Method: the rules themselves on a real database, with services that respond as each row says.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import type { ControlContext } from '../../../src/control/control-context.ts';
import type { PartMove } from '../../../src/subjects/payments/payouts/payout-ports.ts';
import { approvePayout, refundPayment } from '../../../src/subjects/payments/payouts/payout-approval.ts';
import { movePart, writePartChange, type PartAct } from '../../../src/subjects/payments/payouts/payout-parts.ts';
import { requestPayout } from '../../../src/subjects/payments/payouts/payouts.ts';
import type { Principal } from '../../../src/control/principal.ts';
import { receivePayment } from '../../../src/subjects/payments/orders/receive-payment.ts';
import { queryAgain, sendRefund, handleRefundReport } from '../../../src/subjects/payments/payouts/send-refunds.ts';
import { PaymentServiceError, type RefundStatus } from '../../../src/domain/payments/payment-method.ts';
import type { ReceivedPayment } from '../../../src/domain/payments/payment-order.ts';
import type { PayoutPart, PayoutWithParts } from '../../../src/domain/payments/payout.ts';
import { refusedAs } from '../../refused-as.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onSqlite } from './payment-bench.ts';
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
    const ctx = (own: OwnStores = {}): ControlContext => w.context(own);
    const payouts = () => w.control.stores.payouts;
    const refund = (payment: ReceivedPayment, own: object = {}, context = ctx()): Promise<PayoutWithParts> =>
      refundPayment(context, one, payment.orderId, {
        method: payment.method,
        external_id: payment.externalId,
        reason: 'why',
        ...own,
      });
    const partOf = ({ parts }: PayoutWithParts): PayoutPart => {
      const [part] = parts;
      assert.ok(part !== undefined);
      return part;
    };
    const read = async (id: string): Promise<PayoutPart> => {
      const part = await payouts().findPart(id);
      assert.ok(part !== null);
      return part;
    };
    const send = ({ id, attempt }: PayoutPart, asked = 0, context = ctx()) => sendRefund(context, { id, attempt, asked });
    /** A refund of 5.00 that waits to be sent. */
    const waiting = async (): Promise<PayoutPart> => partOf(await refund(await w.paid(500n)));
    const says = (refunded: RefundStatus | Error, queried: RefundStatus | Error = { kind: 'unknown' }): void => {
      const answer = (standing: RefundStatus | Error) =>
        standing instanceof Error ? Promise.reject(standing) : Promise.resolve(standing);
      w.script = { refund: () => answer(refunded), queryRefund: () => answer(queried) };
    };
    const failedOnce = async (): Promise<PayoutPart> => {
      const part = await waiting();
      says({ kind: 'failed', reason: 'no money' });
      await send(part);
      w.forget();
      return read(part.id);
    };
    const act = (part: PayoutPart, wish: PartAct, own: Partial<Principal> = {}, context = ctx()) =>
      movePart(context, { ...one, ...own }, { id: part.payoutId, partId: part.id }, wish);
    const away = new PaymentServiceError('Pay: away');
    /** An owner of the account. */
    const member = (): Partial<Principal> => ({
      scope: { kind: 'account', accountId: w.accountId, subAccountId: null, role: 'owner' },
    });
    const kinds = () => w.told.raised.map(({ kind }) => kind);
    /** Changes of parts, and when their services are queried again. */
    function watched() {
      const moves: PartMove[] = [];
      const questions: object[] = [];
      const notices: (string | null)[] = [];
      const store = payouts();
      const own: OwnStores = {
        payouts: {
          movePart: (given, news) => {
            moves.push(given);
            notices.push(news.notice?.kind ?? null);
            return store.movePart(given, news);
          },
          askAgain: (part, next) => {
            questions.push(next);
            return store.askAgain(part, next);
          },
        },
      };
      return { moves, questions, notices, context: ctx(own) };
    }

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

    describe('a refund that a service is asked for', () => {
      it('is entered as the service says', async () => {
        const rows: readonly (readonly [RefundStatus, Partial<PayoutPart>, payout: string])[] = [
          [
            { kind: 'done', reference: 'R1' },
            { state: 'done', reference: 'R1', fault: null, sentAtMs: clock.nowMs(), doneAtMs: clock.nowMs() },
            'confirmed',
          ],
          [{ kind: 'pending' }, { state: 'sent', reference: null, sentAtMs: clock.nowMs(), doneAtMs: null }, 'sent'],
          [
            { kind: 'failed', reason: 'x'.repeat(400) },
            { state: 'failed', fault: 'x'.repeat(300), sentAtMs: null, doneAtMs: null },
            'approved',
          ],
        ];
        for (const [standing, expected, state] of rows) {
          w.forget();
          const part = await waiting();
          says(standing);
          assert.equal(await send(part), standing.kind);
          const now = await read(part.id);
          assert.deepEqual({ ...now, ...expected }, now, standing.kind);
          assert.equal((await payouts().find(part.payoutId))?.payout.state, state);
          assert.deepEqual([kinds(), w.told.logged.length], standing.kind === 'failed' ? [['refund_failed'], 1] : [[], 0]);
        }
      });

      it('says what goes back of which payment, where to report it, and is asked about before it is asked for again', async () => {
        const part = await waiting();
        const asked: unknown[] = [];
        w.script = {
          refund: ({ externalId }, wish) => {
            asked.push([externalId, wish.refundId, wish.amountFen, wish.notifyUrl.endsWith('/api/callbacks/alipay')]);
            return Promise.reject(away);
          },
          queryRefund: (_, refundId) => {
            asked.push(refundId);
            return Promise.resolve({ kind: 'unknown' });
          },
        };
        const wish = [part.payment?.externalId, part.id, 500n, true];
        await assert.rejects(send(part), away);
        assert.deepEqual([asked.splice(0), (await read(part.id)).state], [[wish], 'asked']);
        assert.deepEqual([kinds(), w.told.logged.length], [['payment_service_failed'], 1]);
        await assert.rejects(send(part), away);
        assert.deepEqual(asked.splice(0), [part.id, wish]);
        const fault = new Error('a fault of ours');
        says(fault);
        w.told.raised.length = 0;
        await assert.rejects(send(part), fault);
        assert.deepEqual(kinds(), [], 'is no fault of the service');
      });

      it('in doubt ends where the service, asked later, knows nothing of it', async () => {
        const part = await waiting();
        says({ kind: 'doubtful', reason: 'new words' });
        await assert.rejects(send(part), { name: 'PaymentServiceError', message: 'new words' });
        assert.equal((await read(part.id)).state, 'asked');
        assert.equal(await send(part), 'failed');
        assert.deepEqual((await read(part.id)).fault, 'new words');
      });

      it('that was refused before is first asked about under its earlier numbers', async () => {
        for (const [earlier, state] of [
          [{ kind: 'done', reference: 'R' }, 'done'],
          [{ kind: 'pending' }, 'sent'],
          [{ kind: 'failed', reason: 'x' }, 'done'],
          [{ kind: 'unknown' }, 'done'],
        ] as const) {
          const part = await failedOnce();
          await act(part, { kind: 'retry' });
          const asked: string[] = [];
          w.script = {
            queryRefund: (_, refundId) => {
              asked.push(refundId);
              return Promise.resolve(earlier);
            },
            refund: (_, { refundId }) => {
              asked.push(`for ${refundId}`);
              return Promise.resolve({ kind: 'done', reference: 'R2' });
            },
          };
          await send({ ...part, attempt: 2 });
          const isOver = earlier.kind === 'done' || earlier.kind === 'pending';
          assert.deepEqual(asked, isOver ? [part.id] : [part.id, `for ${part.id}_2`], earlier.kind);
          assert.equal((await read(part.id)).state, state);
        }
      });

      it('is none where there is nothing to ask', async () => {
        const part = await waiting();
        w.script = {};
        assert.equal(await send({ ...part, id: 'rfd_none' }), 'nothing to do');
        assert.equal(await send({ ...part, attempt: 2 }), 'nothing to do');
        const as = (own: Partial<PayoutPart>) => ctx({ payouts: { findPart: () => Promise.resolve({ ...part, ...own }) } });
        for (const own of [
          { byHand: true },
          { payment: null },
          { state: 'done' },
          { state: 'failed' },
          { state: 'dropped' },
        ] as const)
          assert.equal(await send(part, 0, as(own)), 'nothing to do', JSON.stringify(own));
        assert.equal(await send(part, 0, ctx({ payouts: { asking: () => Promise.resolve(false) } })), 'nothing to do');
        const without = ctx({ orders: { findPayment: () => Promise.resolve(null) } });
        await assert.rejects(send(part, 0, without), /the payment of a return is not there/);
      });

      it('under way is asked about again, less and less often, and after 150 questions an operator looks', async () => {
        const part = await waiting();
        says({ kind: 'pending' }, { kind: 'pending' });
        const { moves, questions, context } = watched();
        await send(part, 0, context);
        assert.deepEqual(moves[0]?.ask, { afterMs: 60_000, asked: 1 });
        await send(part, 1, context);
        assert.deepEqual([moves.length, questions.splice(0)], [1, [{ afterMs: 180_000, asked: 2 }]], 'nothing else has changed');
        await send(part, 149, context);
        assert.deepEqual([questions.splice(0), kinds()], [[{ afterMs: 6 * 3_600_000, asked: 150 }], []]);
        await send(part, 150, context);
        assert.deepEqual([questions, kinds()], [[], ['refund_failed']]);
        clock.advance(1000);
        const sentAtMs = (await read(part.id)).sentAtMs;
        says({ kind: 'pending' }, { kind: 'done', reference: 'R' });
        await send(part, 3, context);
        const done = await read(part.id);
        assert.deepEqual([done.sentAtMs, done.doneAtMs, moves.at(-1)?.ask], [sentAtMs, clock.nowMs(), null]);
      });

      it('that changes while it is entered is asked about again', async () => {
        const part = await waiting();
        says({ kind: 'done', reference: 'R' });
        await assert.rejects(
          send(part, 0, ctx({ payouts: { movePart: () => Promise.resolve(false) } })),
          /changed while it was entered/,
        );
      });
    });

    describe('a refund that was refused, when money is to go another way', () => {
      const once = (part: PayoutPart, context = ctx(), id = part.payoutId) => queryAgain(context, { id, partId: part.id });
      it('is asked about once more', async () => {
        const part = await failedOnce();
        says(away, { kind: 'unknown' });
        await once(part);
        assert.equal((await read(part.id)).state, 'failed');
        says(away, { kind: 'pending' });
        const { moves, context } = watched();
        await once(part, context);
        assert.deepEqual([(await read(part.id)).state, moves[0]?.ask], ['sent', { afterMs: 60_000, asked: 1 }]);
        const other = await failedOnce();
        says(away, { kind: 'done', reference: 'R' });
        await once(other, ctx(), part.payoutId);
        assert.equal((await read(other.id)).state, 'failed', 'under another return it is none');
        await once(other);
        assert.equal((await read(other.id)).state, 'done');
      });

      it('waits while the service is away, and goes on where it is gone', async () => {
        const part = await failedOnce();
        says(away, away);
        await assert.rejects(once(part), refusedAs('refund_not_confirmable_now'));
        assert.equal(w.told.logged.length, 1);
        const fault = new Error('a fault of ours');
        says(away, fault);
        await assert.rejects(once(part), fault);
        w.isGone = true;
        await once(part);
        const without = ctx({ orders: { findPayment: () => Promise.resolve(null) } });
        await assert.rejects(once(part, without), /the payment of a return is not there/);
      });

      it('is asked about only where it was refused by a service', async () => {
        const part = await failedOnce();
        says(away, new Error('nobody is to ask'));
        const as = (own: Partial<PayoutPart>) => ctx({ payouts: { findPart: () => Promise.resolve({ ...part, ...own }) } });
        for (const own of [{ byHand: true }, { payment: null }, { state: 'waiting' }, { state: 'done' }] as const)
          await once(part, as(own));
        await once({ ...part, id: 'rfd_none' });
      });
    });

    describe('a report of a refund', () => {
      const report = (refundId: string, standing: RefundStatus, method: 'alipay' | 'wechat' = 'alipay', context = ctx()) =>
        handleRefundReport(context, method, { refundId, standing });
      const done = { kind: 'done', reference: 'R' } as const;

      it('is entered while the refund is not over, and counts for its own method and number', async () => {
        const part = await waiting();
        await report('rfd_none', done);
        await report(part.id, done, 'wechat');
        await report(`${part.id}_2`, { kind: 'pending' });
        assert.deepEqual([(await read(part.id)).state, kinds()], ['waiting', []]);
        const { moves, questions, context } = watched();
        await report(part.id, { kind: 'pending' }, 'alipay', context);
        assert.deepEqual(
          [(await read(part.id)).state, moves[0]?.ask, questions],
          ['sent', null, []],
          'nobody is asked because of it',
        );
        await report(part.id, done, 'alipay', context);
        assert.deepEqual([(await read(part.id)).state, moves[1]?.ask], ['done', null]);
      });

      it('that differs from how it is over is held against what the service says now', async () => {
        const part = await failedOnce();
        says(away, new Error('nobody is to ask'));
        await report(part.id, { kind: 'failed', reason: 'again' });
        says(away, { kind: 'unknown' });
        await report(part.id, done);
        assert.equal((await read(part.id)).state, 'failed');
        says(away, { kind: 'pending' });
        const { moves, context } = watched();
        await report(part.id, done, 'alipay', context);
        assert.deepEqual([(await read(part.id)).state, moves[0]?.ask], ['sent', { afterMs: 60_000, asked: 1 }]);
        await report(part.id, done);
        says(away, new Error('nobody is to ask'));
        await report(part.id, done);
        says(away, { kind: 'failed', reason: 'sent back' });
        await report(part.id, { kind: 'failed', reason: 'x' });
        assert.deepEqual([(await read(part.id)).state, (await read(part.id)).fault], ['failed', 'sent back']);
      });

      it('of an earlier number that went through is an alarm', async () => {
        const part = await failedOnce();
        await act(part, { kind: 'retry' });
        await report(part.id, { kind: 'failed', reason: 'x' });
        assert.deepEqual(kinds(), []);
        await report(part.id, done);
        assert.deepEqual([kinds(), (await read(part.id)).state], [['refund_failed'], 'waiting']);
        assert.equal(w.told.raised[0]?.subject, `${part.payoutId} ${part.id}`);
      });

      it('of money that had gone another way is an alarm, and what was credited again leaves the balance', async () => {
        const part = await failedOnce();
        await act(part, { kind: 'give_back', reason: 'x' });
        const { credits } = await w.control.stores.ledger.totals(w.accountId);
        await report(part.id, { kind: 'failed', reason: 'x' });
        assert.deepEqual(kinds(), []);
        await report(part.id, done);
        assert.deepEqual(kinds()[0], 'refund_failed');
        assert.equal((await w.control.stores.ledger.totals(w.accountId)).credits, credits - 5_000_000_000n);
        await bench().audited();
      });
    });
  },
);
