import { Stripe } from 'stripe';
import { PaymentServiceError, type PaymentMethod, type RefundStatus } from '../domain/payments/payment-method.ts';
import type { ReceivedPayment, Reversal } from '../domain/payments/payment-order.ts';
import { asked } from './payment-reading.ts';
import { idOf } from './stripe-ids.ts';

const ask = <Answer>(request: () => Promise<Answer>): Promise<Answer> => asked('Stripe', request);

/** Another request of ours is still running, so this response says nothing about the result. */
const underWayCodes: readonly (string | undefined)[] = [
  'idempotency_key_in_use',
  'lock_timeout',
  'rate_limit',
  'processing_error',
];

/**
 * Whether Stripe refused the request because of a fault of the request or the card. In all other cases the request may have been accepted.
 */
export function isRefused(error: unknown): error is Stripe.errors.StripeError {
  if (!(error instanceof Stripe.errors.StripeError) || underWayCodes.includes(error.code)) return false;
  return [400, 402, 404].includes(error.statusCode ?? 0);
}

/** Final refusals of a refund: there is not enough money, or it was already refunded. */
const finalRefusals: readonly (string | undefined)[] = [
  ...['charge_already_refunded', 'charge_disputed', 'balance_insufficient', 'insufficient_funds', 'amount_too_large'],
  ...['amount_too_small', 'resource_missing', 'parameter_invalid_integer', 'refund_disputed_payment'],
];

/** The status of a refund. */
export function refundStatus({ id, status, failure_reason: reason }: Stripe.Refund): RefundStatus {
  if (status === 'succeeded') return { kind: 'done', reference: id };
  if (status === 'failed' || status === 'canceled') return { kind: 'failed', reason: `Stripe: ${reason ?? status}` };
  return { kind: 'pending' };
}

/** Refunds of a payment. */
export function stripeRefunds(client: Stripe): Required<Pick<PaymentMethod, 'refund' | 'queryRefund' | 'reversals'>> {
  /** @throws {PaymentServiceError} if the refund belongs to another payment. */
  function requireOf(intent: string, refund: Stripe.Refund): Stripe.Refund {
    const told = idOf(refund.payment_intent);
    if (told === null || told === intent) return refund;
    throw new PaymentServiceError('Stripe: an answer is about another payment');
  }

  async function list(intent: string): Promise<readonly Stripe.Refund[]> {
    const { data } = await ask(() => client.refunds.list({ payment_intent: intent, limit: 100 }));
    return data.map((refund) => requireOf(intent, refund));
  }

  return {
    async refund({ externalId }, { refundId, amountFen }) {
      const wanted = { payment_intent: externalId, amount: Number(amountFen), metadata: { refund: refundId } };
      let refund: Stripe.Refund;
      try {
        refund = await client.refunds.create(wanted, { idempotencyKey: refundId });
      } catch (error) {
        if (!isRefused(error)) return ask(() => Promise.reject(error as Error));
        const reason = `Stripe refused the refund: ${error.code ?? error.message}`;
        return { kind: finalRefusals.includes(error.code) ? 'failed' : 'doubtful', reason };
      }
      return refundStatus(requireOf(externalId, refund));
    },

    async queryRefund({ externalId }, refundId) {
      const refund = (await list(externalId)).find(({ metadata }) => metadata?.refund === refundId);
      return refund === undefined ? { kind: 'unknown' } : refundStatus(refund);
    },

    async reversals({ externalId }): Promise<readonly Reversal[]> {
      const through = (await list(externalId)).filter(
        ({ status, metadata }) => status === 'succeeded' && metadata?.refund === undefined,
      );
      return through.map(({ id, amount }) => ({ reference: id, amountFen: BigInt(amount) }));
    },
  };
}

/** A queried payment, minus the refunds made on the service's pages. */
export async function withReversals(client: Stripe, payment: ReceivedPayment): Promise<ReceivedPayment> {
  const goneBack = await stripeRefunds(client).reversals(payment, null);
  return goneBack.length === 0 ? payment : { ...payment, goneBack };
}
