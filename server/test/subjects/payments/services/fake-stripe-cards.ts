import type { IncomingMessage } from 'node:http';
import type { Answered, ServiceOrder } from './fake-service.ts';

/** Results of charges to saved cards. `lost`: charged, but the response is lost; `away`: nothing arrives. */
export type Charges = 'taken' | 'declined' | 'authentication_required' | 'lost' | 'away' | 'processing';

interface FakeIntent {
  readonly id: string;
  readonly orderId: string;
  readonly customer: string;
  readonly amount: number;
  readonly error: { readonly code: string; readonly decline_code?: string } | null;
  status: string;
}

export interface FakeCards {
  charges: Charges;
  /** By order. */
  readonly intents: Map<string, FakeIntent>;
  /** By our id; whether the holder has entered a card. */
  readonly savings: Map<string, { readonly returnUrl: string; readonly customer: string; saved: boolean }>;
  readonly detached: Set<string>;
  /** Number of requested charges. */
  asked: number;
  setupSession(savingId: string): object;
  intent(orderId: string, own?: object): object;
}

const refusals: Readonly<Record<string, FakeIntent['error']>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  authentication_required: { code: 'authentication_required', decline_code: 'authentication_required' },
};

/** The part of Stripe that saves cards and charges them. Returns `null` for other requests. */
export function createFakeCards(
  orders: Map<string, ServiceOrder>,
  url: () => string,
): FakeCards & { answer(request: IncomingMessage, fields: URLSearchParams): Answered | null } {
  let customers = 0;
  const asJson = (body: object, status = 200): Answered => ({ status, body: JSON.stringify(body) });
  const cards: FakeCards = {
    charges: 'taken',
    intents: new Map(),
    savings: new Map(),
    detached: new Set(),
    asked: 0,
    setupSession(savingId) {
      const saving = cards.savings.get(savingId);
      const isSaved = saving?.saved === true;
      const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 };
      return {
        id: `cs_${savingId}`,
        object: 'checkout.session',
        mode: 'setup',
        client_reference_id: savingId,
        url: `${url()}/checkout/${savingId}`,
        customer: saving?.customer ?? null,
        payment_status: 'no_payment_required',
        status: isSaved ? 'complete' : 'open',
        setup_intent: {
          id: `seti_${savingId}`,
          status: isSaved ? 'succeeded' : 'requires_payment_method',
          payment_method: isSaved ? { id: `pm_${savingId}`, card } : null,
        },
      };
    },
    intent(orderId, own = {}) {
      const intent = cards.intents.get(orderId);
      return {
        id: `pi_${orderId}`,
        object: 'payment_intent',
        currency: 'cny',
        metadata: { order: orderId },
        customer: intent?.customer,
        amount: intent?.amount,
        amount_received: intent?.status === 'succeeded' ? intent.amount : 0,
        status: intent?.status ?? 'canceled',
        last_payment_error: intent?.error ?? null,
        ...own,
      };
    },
  };

  // oxlint-disable-next-line complexity -- all that a service may do with a charge, in one place
  function charged(orderId: string, fields: URLSearchParams): Answered {
    cards.asked += 1;
    if (cards.charges === 'away') return asJson({ error: { message: 'away' } }, 500);
    const error = refusals[cards.charges] ?? null;
    const amount = Number(fields.get('amount'));
    // The idempotency key of the request ensures a single charge.
    if (!cards.intents.has(orderId)) {
      const isRight = ['confirm', 'off_session', 'currency'].map((name) => fields.get(name)).join(' ') === 'true true cny';
      if (!isRight || cards.detached.has(fields.get('payment_method') ?? ''))
        return asJson({ error: { type: 'invalid_request_error', code: 'resource_missing', message: 'no' } }, 400);
      const status = error === null ? (cards.charges === 'processing' ? 'processing' : 'succeeded') : 'requires_payment_method';
      const customer = fields.get('customer') ?? '';
      cards.intents.set(orderId, { id: `pi_${orderId}`, orderId, customer, amount, error, status });
      if (error === null)
        orders.set(orderId, {
          id: orderId,
          amount: (amount / 100).toFixed(2),
          notifyUrl: '',
          returnUrl: '',
          paid: true,
          closed: false,
          refunds: new Map(),
        });
    }
    const intent = cards.intents.get(orderId);
    if (cards.charges === 'lost') return asJson({ error: { message: 'lost' } }, 500);
    if (intent?.error !== undefined && intent.error !== null)
      return asJson(
        { error: { type: 'card_error', message: 'refused', ...intent.error, payment_intent: cards.intent(orderId) } },
        402,
      );
    return asJson(cards.intent(orderId));
  }

  /** The page for entering a card. */
  function page(savingId: string, isDone: boolean): Answered {
    const saving = cards.savings.get(savingId);
    if (saving === undefined) return { status: 404, body: 'none' };
    saving.saved ||= isDone;
    const link = isDone
      ? `<p>Card saved</p><a id="back" href="${saving.returnUrl}">Back</a>`
      : `<h1>Checkout</h1><a id="save" href="/checkout/${savingId}/done">Save card</a>`;
    return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: link };
  }

  function setUp(fields: URLSearchParams): Answered {
    const id = fields.get('client_reference_id') ?? '';
    if (!cards.savings.has(id))
      cards.savings.set(id, {
        returnUrl: fields.get('success_url') ?? '',
        customer: fields.get('customer') ?? '',
        saved: false,
      });
    return asJson(cards.setupSession(id));
  }

  // oxlint-disable-next-line complexity -- the part of a protocol that is about cards, in one place
  function answer(request: IncomingMessage, fields: URLSearchParams): Answered | null {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
    const isPost = request.method === 'POST';
    if (pathname === '/v1/customers') {
      customers += 1;
      return asJson({ id: `cus_${String(customers)}`, object: 'customer' });
    }
    if (pathname === '/v1/checkout/sessions' && fields.get('mode') === 'setup') return setUp(fields);
    const [, shownId, done] = /^\/checkout\/(sav_\w+?)(\/done)?$/.exec(pathname) ?? [];
    if (shownId !== undefined) return page(shownId, done !== undefined);
    const [, savingId] = /^\/v1\/checkout\/sessions\/cs_(sav_\w+)$/.exec(pathname) ?? [];
    if (savingId !== undefined) return asJson(cards.setupSession(savingId));
    const [, means] = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(pathname) ?? [];
    if (means !== undefined) cards.detached.add(means);
    if (means !== undefined) return asJson({ id: means, object: 'payment_method' });
    const [, cancelled] = /^\/v1\/payment_intents\/pi_(\w+)\/cancel$/.exec(pathname) ?? [];
    const intent = cards.intents.get(cancelled ?? '');
    if (intent !== undefined) intent.status = 'canceled';
    if (intent !== undefined) return asJson(cards.intent(intent.orderId));
    if (pathname !== '/v1/payment_intents') return null;
    if (isPost) return charged(fields.get('metadata[order]') ?? '', fields);
    const own = [...cards.intents.values()].filter(({ customer }) => customer === searchParams.get('customer'));
    return asJson({ object: 'list', has_more: false, data: own.map(({ orderId }) => cards.intent(orderId)) });
  }
  return Object.assign(cards, { answer });
}
