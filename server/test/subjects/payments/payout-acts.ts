import assert from 'node:assert/strict';
import type { ControlContext } from '../../../src/control/control-context.ts';
import type { Principal } from '../../../src/control/principal.ts';
import { PaymentServiceError, type RefundStatus } from '../../../src/domain/payments/payment-method.ts';
import type { ReceivedPayment } from '../../../src/domain/payments/payment-order.ts';
import type { PayoutPart, PayoutWithParts } from '../../../src/domain/payments/payout.ts';
import { refundPayment } from '../../../src/subjects/payments/payouts/payout-approval.ts';
import { movePart, type PartAct } from '../../../src/subjects/payments/payouts/payout-parts.ts';
import type { PartMove } from '../../../src/subjects/payments/payouts/payout-ports.ts';
import { sendRefund } from '../../../src/subjects/payments/payouts/send-refunds.ts';
import type { OwnStores, RulesWorld } from './rules-world.ts';

/** The fault of a service that cannot be reached. */
export const away = new PaymentServiceError('Pay: away');

/** What tests do with the payouts and refunds of an account. */
export function payoutActs(w: RulesWorld) {
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
  return { ctx, payouts, refund, partOf, read, send, waiting, says, failedOnce, act, kinds, watched };
}
