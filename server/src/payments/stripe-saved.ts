import type { Stripe } from 'stripe';
import type { ChargeFault } from '@tollgate/contract/payments/payments';
import { PaymentServiceError } from '../domain/payments/payment-method.ts';
import type { ReceivedPayment } from '../domain/payments/payment-order.ts';
import type { ChargeStatus, MeansIds, SavedCard, SavedMeans } from '../domain/payments/saved-means.ts';
import { asked } from './payment-reading.ts';
import { idOf, ourOrders } from './stripe-ids.ts';
import { isRefused, withReversals } from './stripe-refunds.ts';

const ask = <Answer>(request: () => Promise<Answer>): Promise<Answer> => asked('Stripe', request);

/** The order for which a saved card is charged; `null` if it is not one of ours, such as those created by Checkout. */
export function chargedFor({ metadata }: Stripe.PaymentIntent): string | null {
  const order = metadata.order;
  return order?.startsWith(ourOrders) === true ? order : null;
}

/** A charge that arrived; `null` if it has not, or is not one of ours. */
export function paidByCharge(intent: Stripe.PaymentIntent): ReceivedPayment | null {
  const orderId = chargedFor(intent);
  if (orderId === null || intent.status !== 'succeeded') return null;
  const amountFen = BigInt(intent.amount_received);
  return { method: 'stripe', externalId: intent.id, orderId, amountFen, currency: intent.currency.toUpperCase(), payer: null };
}

const faults: Readonly<Record<string, ChargeFault>> = {
  authentication_required: 'authentication_required',
  expired_card: 'expired_card',
  insufficient_funds: 'insufficient_funds',
  resource_missing: 'card_gone',
  payment_method_unexpected_state: 'card_gone',
};

interface ChargeError {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
}

function failed({ code = 'refused', decline_code: declineCode = '' }: ChargeError): ChargeStatus {
  const fault = faults[declineCode] ?? faults[code] ?? 'declined';
  return { kind: 'failed', fault, reason: `Stripe: ${declineCode === '' ? code : declineCode}` };
}

const underWay: readonly string[] = ['processing', 'requires_confirmation', 'requires_capture'];

/** Cards stored by Stripe, each with a separate customer. */
export function stripeSaved(client: Stripe, subject: string): SavedMeans {
  async function standingOf(intent: Stripe.PaymentIntent): Promise<ChargeStatus> {
    const payment = paidByCharge(intent);
    if (payment !== null) return { kind: 'paid', payment: await withReversals(client, payment) };
    if (underWay.includes(intent.status)) return { kind: 'pending' };
    const isConfirmable = intent.status === 'requires_action';
    const { code, decline_code: declineCode } = intent.last_payment_error ?? {};
    // Otherwise a refused charge waits for another card, and could still be paid.
    if (intent.status !== 'canceled') await ask(() => client.paymentIntents.cancel(intent.id));
    return failed(isConfirmable ? { code: 'authentication_required' } : { code, decline_code: declineCode });
  }

  async function intentOf(orderId: string, { customer }: MeansIds): Promise<Stripe.PaymentIntent | null> {
    try {
      const { data } = await client.paymentIntents.list({ customer, limit: 100 });
      return data.find((intent) => chargedFor(intent) === orderId) ?? null;
    } catch (error) {
      if (isRefused(error) && error.code === 'resource_missing') return null;
      return ask(() => Promise.reject(error as Error));
    }
  }

  return {
    async begin({ id, accountId, expiresAtMs }, returnUrl) {
      const customer = await ask(() =>
        client.customers.create({ metadata: { account: accountId, saving: id } }, { idempotencyKey: `${id}_customer` }),
      );
      const session = await ask(() =>
        client.checkout.sessions.create(
          {
            ...{ mode: 'setup', customer: customer.id, client_reference_id: id, payment_method_types: ['card'] },
            ...{ success_url: returnUrl, cancel_url: returnUrl, expires_at: Math.floor(expiresAtMs / 1000) },
          },
          { idempotencyKey: id },
        ),
      );
      if (session.url === null) throw new PaymentServiceError('Stripe: a session has no address');
      return { url: session.url, reference: session.id };
    },

    async read(reference): Promise<SavedCard | null> {
      const session = await ask(() => client.checkout.sessions.retrieve(reference, { expand: ['setup_intent.payment_method'] }));
      const { setup_intent: setup } = session;
      const customer = idOf(session.customer);
      if (customer === null || setup === null || typeof setup === 'string' || setup.status !== 'succeeded') return null;
      const means = setup.payment_method;
      if (means === null || typeof means === 'string' || means.card === undefined) return null;
      const { brand, last4, exp_month: expMonth, exp_year: expYear } = means.card;
      return { ids: { customer, means: means.id }, brand, last4, expMonth, expYear };
    },

    async charge(order, { customer, means }) {
      const wanted: Stripe.PaymentIntentCreateParams = {
        ...{ amount: Number(order.amountFen), currency: 'cny', customer, payment_method: means, payment_method_types: ['card'] },
        ...{ confirm: true, off_session: true, description: subject, metadata: { order: order.id } },
      };
      let intent: Stripe.PaymentIntent;
      try {
        intent = await client.paymentIntents.create(wanted, { idempotencyKey: order.id });
      } catch (error) {
        if (!isRefused(error)) return ask(() => Promise.reject(error as Error));
        const made = await intentOf(order.id, { customer, means });
        return made === null ? failed(error) : standingOf(made);
      }
      if (chargedFor(intent) !== order.id) throw new PaymentServiceError('Stripe: an answer is about another order');
      return standingOf(intent);
    },

    async queryCharge(order, ids) {
      const intent = await intentOf(order.id, ids);
      return intent === null ? { kind: 'unknown' } : standingOf(intent);
    },

    async forget({ means }) {
      try {
        await client.paymentMethods.detach(means);
      } catch (error) {
        // The card was already removed.
        if (!isRefused(error)) await ask(() => Promise.reject(error as Error));
      }
    },
  };
}
