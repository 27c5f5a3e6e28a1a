/**
 * Goal: each response and each report of a payment service has the right effect on a refund. Method: the rules themselves on a real
 * database, with services that respond as each row says.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { RefundStatus } from '../../../src/domain/payments/payment-method.ts';
import type { PayoutPart } from '../../../src/domain/payments/payout.ts';
import { handleRefundReport, queryAgain } from '../../../src/subjects/payments/payouts/send-refunds.ts';
import { refusedAs } from '../../refused-as.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onSqlite } from './payment-bench.ts';
import { away, payoutActs } from './payout-acts.ts';
import { RulesWorld } from './rules-world.ts';

const clock = new VirtualClock();

onSqlite(
  'rules of refunds',
  () => Promise.resolve({ clock }),
  (bench) => {
    const w = new RulesWorld(bench);
    const { ctx, payouts, read, send, waiting, says, failedOnce, act, kinds, watched } = payoutActs(w);

    beforeEach(() => {
      w.forget();
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
