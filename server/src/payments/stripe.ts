import { Stripe } from 'stripe';
import {
  PaymentServiceError,
  type CallbackRefusal,
  type DisputeStatus,
  type OrderStatus,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
} from '../domain/payments/payment-method.ts';
import type { MethodSettings } from '../domain/payments/payment-services.ts';
import type { PaymentOrder, ReceivedPayment } from '../domain/payments/payment-order.ts';
import { asked, refusal } from './payment-reading.ts';
import { idOf, ourOrders, ourSavings } from './stripe-ids.ts';
import { refundStatus, stripeRefunds, withReversals } from './stripe-refunds.ts';
import { chargedFor, paidByCharge, stripeSaved } from './stripe-saved.ts';

const address = 'https://api.stripe.com';
const timeoutMs = 10_000;
const toleranceSeconds = 300;

/** A session that was paid; `null` if it was not, or is not one of ours. */
function paidBy(session: Stripe.Checkout.Session): ReceivedPayment | null {
  const { client_reference_id: orderId, payment_status: status, amount_total: total, currency } = session;
  const externalId = idOf(session.payment_intent);
  if (orderId?.startsWith(ourOrders) !== true || status !== 'paid' || total === null || externalId === null) return null;
  const amountFen = BigInt(total);
  return { method: 'stripe', externalId, orderId, amountFen, currency: (currency ?? '').toUpperCase(), payer: null };
}

/** The event of a completed session. */
function completed(session: Stripe.Checkout.Session): PaymentEvent {
  const savingId = session.mode === 'setup' ? session.client_reference_id : null;
  if (savingId?.startsWith(ourSavings) === true) return { kind: 'means_saved', savingId };
  const payment = paidBy(session);
  return payment === null ? { kind: 'ignored', what: 'not paid yet' } : { kind: 'paid', payment, mustConfirm: false };
}

/** The result of charging a saved card. Payments by Checkout contain no order of ours, and their session reports them. */
function charged(intent: Stripe.PaymentIntent): PaymentEvent {
  const payment = paidByCharge(intent);
  if (payment !== null) return { kind: 'paid', payment, mustConfirm: false };
  const orderId = chargedFor(intent);
  return orderId === null ? { kind: 'ignored', what: 'a charge that is none of ours' } : { kind: 'charge_failed', orderId };
}

function refunded(refund: Stripe.Refund): PaymentEvent {
  const refundId = refund.metadata?.refund;
  const externalId = idOf(refund.payment_intent);
  if (refundId !== undefined) return { kind: 'refunded', refundId, standing: refundStatus(refund) };
  if (externalId === null) return { kind: 'ignored', what: 'a refund of no payment' };
  return { kind: 'gone_back', externalId, orderId: null, refund: null };
}

function chargeRefunded({ payment_intent: intent, metadata }: Stripe.Charge): PaymentEvent {
  const externalId = idOf(intent);
  if (externalId === null) return { kind: 'ignored', what: 'a refund of no payment' };
  const orderId = metadata.checkout ?? metadata.order ?? '';
  return { kind: 'gone_back', externalId, orderId: orderId.startsWith(ourOrders) ? orderId : null, refund: null };
}

const disputeStandings: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  needs_response: 'open',
  under_review: 'open',
  warning_closed: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
};

function disputed({ id: disputeId, payment_intent: intent, status, amount }: Stripe.Dispute, isNew: boolean): PaymentEvent {
  const externalId = idOf(intent);
  if (externalId === null) return { kind: 'ignored', what: 'a dispute about no payment' };
  const standing = disputeStandings[status] ?? 'open';
  return { kind: 'disputed', externalId, disputeId, standing, amountFen: BigInt(amount), isNew };
}

/** An older payment may have been partly refunded on the service's pages, so it is queried. */
const freshSeconds = 600;

function confirmed(event: PaymentEvent, createdAt: number | undefined, nowMs: number): PaymentEvent {
  const isOld = createdAt !== undefined && nowMs / 1000 - createdAt > freshSeconds;
  return event.kind === 'paid' && isOld ? { ...event, mustConfirm: true } : event;
}

interface Receiver {
  readonly client: Stripe;
  readonly webhookSecret: string;
  /** Real money, not a test. */
  readonly isLive: boolean;
}

/** The event in a verified report. */
function eventOf(event: Stripe.Event): PaymentEvent {
  if (event.type.startsWith('charge.dispute.'))
    return disputed(event.data.object as Stripe.Dispute, event.type === 'charge.dispute.created');
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return completed(event.data.object);
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
      return charged(event.data.object);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refunded(event.data.object);
    case 'charge.refunded':
      return chargeRefunded(event.data.object);
    default:
      return { kind: 'ignored', what: event.type };
  }
}

function readReport(
  { client, webhookSecret, isLive }: Receiver,
  { body, headers, nowMs }: RawCallback,
): PaymentEvent | CallbackRefusal {
  const signature = headers['stripe-signature'];
  if (webhookSecret === '' || typeof signature !== 'string') return refusal('it is not signed');
  let event: Stripe.Event;
  try {
    event = client.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, nowMs);
  } catch {
    const isOurs = [ourOrders, ourSavings].some((id) => body.includes(`"${id}`));
    return refusal('the signature is not right, or its time is past', isOurs ? { unproved: { serial: null } } : {});
  }
  // With a key for real money, payments with test cards do not count.
  if (isLive && !event.livemode) return { kind: 'ignored', what: 'an event of a test' };
  return confirmed(eventOf(event), event.created, nowMs);
}

/** @param url replaces the service's own URL, for tests. */
export function openStripe({ settings, secrets }: MethodSettings, url = address): PaymentMethod {
  const { subject = 'Tollgate' } = settings;
  const { secret_key: secretKey = '', webhook_secret: webhookSecret = '' } = secrets;
  const { hostname, port, protocol } = new URL(url);
  const client = new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    ...(port === '' ? {} : { port }),
    telemetry: false,
  });
  const ask = <Answer>(request: () => Promise<Answer>): Promise<Answer> => asked('Stripe', request);

  /** `null` if the order was never prepared, so it cannot have been paid. */
  async function sessionOf({ step }: PaymentOrder): Promise<Stripe.Checkout.Session | null> {
    const reference = step?.kind === 'redirect' ? step.reference : undefined;
    return reference === undefined ? null : ask(() => client.checkout.sessions.retrieve(reference));
  }

  async function query(order: PaymentOrder): Promise<OrderStatus> {
    const session = await sessionOf(order);
    if (session === null) return { kind: 'open' };
    if (session.client_reference_id !== order.id) throw new PaymentServiceError('Stripe: an answer is about another order');
    const payment = paidBy(session);
    if (payment !== null) return { kind: 'paid', payment: await withReversals(client, payment) };
    return { kind: session.status === 'expired' ? 'closed' : 'open' };
  }

  return {
    name: 'stripe',
    refundWay: 'service',
    async create(order, { returnUrl }) {
      const session = await ask(() =>
        client.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            metadata: { order: order.id },
            // Uses another field name than charges of saved cards, because a session reports its payment itself.
            payment_intent_data: { metadata: { checkout: order.id } },
            line_items: [
              {
                quantity: 1,
                price_data: { currency: 'cny', unit_amount: Number(order.amountFen), product_data: { name: subject } },
              },
            ],
            success_url: returnUrl,
            cancel_url: returnUrl,
            expires_at: Math.floor(order.expiresAtMs / 1000),
          },
          { idempotencyKey: order.id },
        ),
      );
      if (session.url === null) throw new PaymentServiceError('Stripe: a session has no address');
      return { kind: 'redirect', url: session.url, reference: session.id };
    },
    readCallback: (raw) => readReport({ client, webhookSecret, isLive: /^[a-z]+_live_/.test(secretKey) }, raw),
    query,
    async close(order) {
      const session = await sessionOf(order);
      // An order that was paid meanwhile cannot be ended; the next query shows this.
      if (session !== null && session.status !== 'expired') await ask(() => client.checkout.sessions.expire(session.id));
    },
    ...stripeRefunds(client),
    saved: stripeSaved(client, subject),
    ack: (isTaken) => ({
      status: isTaken ? 200 : 400,
      type: 'application/json; charset=utf-8',
      body: isTaken ? '{"received":true}' : '{"received":false}',
    }),
  };
}
