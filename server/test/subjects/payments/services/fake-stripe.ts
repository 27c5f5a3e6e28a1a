import { createHmac, randomBytes } from 'node:crypto';
import { createFakeCards, type FakeCards } from './fake-stripe-cards.ts';
import { fen, serve, type FakeFaults, type FakeService, type ServiceOrder } from './fake-service.ts';

export const stripeSecrets = { secretKey: 'sk_test_of_these_tests', webhookSecret: 'whsec_of_these_tests' };

export interface FakeStripe extends FakeService {
  report(
    event: object,
    own?: { readonly atSeconds?: number; readonly secret?: string },
  ): { readonly body: string; readonly headers: Record<string, string> };
  session(orderId: string, own?: object): object;
  readonly cards: FakeCards;
}

export async function startFakeStripe(nowMs: () => number): Promise<FakeStripe> {
  const orders = new Map<string, ServiceOrder>();
  const fake: FakeFaults = { isDown: false, refunds: 'given', refundAnswer: null };
  const session: FakeStripe['session'] = (orderId, own = {}) => {
    const order = orders.get(orderId);
    return {
      id: `cs_${orderId}`,
      object: 'checkout.session',
      client_reference_id: orderId,
      url: `https://checkout.test/${orderId}`,
      amount_total: fen(order?.amount ?? '0'),
      currency: 'cny',
      payment_intent: `pi_${orderId}`,
      payment_status: order?.paid === true ? 'paid' : 'unpaid',
      status: order?.closed === true ? 'expired' : order?.paid === true ? 'complete' : 'open',
      ...own,
    };
  };
  const cards = createFakeCards(orders, () => url);
  // oxlint-disable-next-line complexity -- the whole protocol of a service, in one place
  const { url, end } = await serve((request, body) => {
    if (fake.isDown) return { status: 500, body: '{"error":{"message":"down"}}' };
    const { pathname } = new URL(request.url ?? '', 'http://fake');
    const fields = new URLSearchParams(body);
    const ofCards = cards.answer(request, fields);
    if (ofCards !== null) return ofCards;
    if (request.method === 'POST' && pathname === '/v1/checkout/sessions') {
      const id = fields.get('client_reference_id') ?? '';
      const amount = (Number(fields.get('line_items[0][price_data][unit_amount]')) / 100).toFixed(2);
      if (!orders.has(id))
        orders.set(id, {
          id,
          amount,
          notifyUrl: '',
          returnUrl: fields.get('success_url') ?? '',
          paid: false,
          closed: false,
          refunds: new Map(),
        });
      return { body: JSON.stringify(session(id)) };
    }
    const [, id = '', isExpire] = /sessions\/cs_(\w+?)(\/expire)?$/.exec(pathname) ?? [];
    const order = orders.get(id);
    if (order !== undefined && isExpire !== undefined) {
      if (order.paid) return { status: 400, body: '{"error":{"message":"complete"}}' };
      order.closed = true;
    }
    if (order !== undefined) return { body: JSON.stringify(session(id)) };
    if (pathname === '/v1/refunds') {
      const intent =
        fields.get('payment_intent') ?? new URL(request.url ?? '', 'http://fake').searchParams.get('payment_intent') ?? '';
      const paid = orders.get(intent.slice(3));
      const name = fields.get('metadata[refund]') ?? '';
      if (request.method === 'POST' && fake.refunds === 'refused')
        return { status: 400, body: '{"error":{"type":"invalid_request_error","code":"balance_insufficient","message":"no"}}' };
      const instead = request.method === 'POST' ? fake.refundAnswer : null;
      if (instead?.isGiven === false) return instead;
      if (request.method === 'POST') paid?.refunds.set(name, (Number(fields.get('amount')) / 100).toFixed(2));
      if (instead !== null) return instead;
      if (request.method === 'POST' && fake.refunds === 'lost') return { status: 500, body: '{"error":{"message":"lost"}}' };
      // Refunds made on the pages of the service name none of our ids.
      const all = [...(paid?.refunds ?? [])].map(([own, amount]) => ({
        id: `re_${own}`,
        status: 'succeeded',
        payment_intent: intent,
        amount: fen(amount),
        metadata: /^(rfd|ret)_/.test(own) ? { refund: own } : {},
      }));
      const one = all.find(({ metadata }) => metadata.refund === name);
      return { body: JSON.stringify(request.method === 'POST' ? one : { object: 'list', data: all, has_more: false }) };
    }
    return { status: 404, body: '{"error":{"message":"none"}}' };
  });
  const report: FakeStripe['report'] = (
    event,
    { atSeconds = Math.floor(nowMs() / 1000), secret = stripeSecrets.webhookSecret } = {},
  ) => {
    const body = JSON.stringify({ id: `evt_${randomBytes(6).toString('hex')}`, object: 'event', ...event });
    const signature = createHmac('sha256', secret)
      .update(`${String(atSeconds)}.${body}`)
      .digest('hex');
    return {
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${String(atSeconds)},v1=${signature}` },
    };
  };
  return Object.assign(fake, { url, orders, report, session, cards, close: end });
}
