import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chargeOrder, orderAutomatically } from '../../../src/subjects/payments/cards/charge-cards.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { onBothEngines, type PaymentBench } from './payment-bench.ts';
import { startFakeStripe, stripeSecrets } from './services/fake-stripe.ts';

export const hourMs = 3_600_000;

/** The body of a response. */
export type Body = Record<string, unknown>;

type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** The account of a bench from the view of its owner, the job and the payment service. */
function world(stripe: FakeStripe, bench: () => PaymentBench) {
  const control = (): ControlContext => bench().fixture.service.control;
  const path = '/auto-top-up';
  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', below = '', body?: object) => {
    const { accountId, console: own } = bench();
    return own.ask('owner', method, `/accounts/${accountId}${path}${below}`, body === undefined ? {} : { body });
  };
  const must = async (...given: Parameters<typeof ask>): Promise<Body> => {
    const { status, body } = await ask(...given);
    assert.ok(status < 300, JSON.stringify(body));
    return body as Body;
  };
  const automatic = async (): Promise<readonly { id: string; state: string; fault: string | null }[]> => {
    const { data } = await bench().must('GET', '/orders?limit=100');
    return (data as { id: string; purpose: string; state: string; fault: string | null }[]).filter(
      ({ purpose }) => purpose === 'auto',
    );
  };
  const report = (type: string, object: object): Promise<{ readonly status: number }> =>
    bench().callback('stripe', { method: 'POST', ...stripe.report({ type, data: { object } }) });
  return {
    stripe,
    cards: stripe.cards,
    control,
    ask,
    must,
    automatic,
    report,
    async setUp(): Promise<void> {
      const { secretKey, webhookSecret } = stripeSecrets;
      await bench().setUp('stripe', {}, { secret_key: secretKey, webhook_secret: webhookSecret });
    },
    /** Opens the page of the payment service, enters a card and returns. */
    async saveCard(): Promise<string> {
      const { url } = await must('POST', '/card');
      assert.equal((await fetch(`${String(url)}/done`)).status, 200);
      await must('POST', '/card/check');
      return String(url).split('/').at(-1) ?? '';
    },
    /** The open order. */
    async openOrder(): Promise<string> {
      const [order] = (await automatic()).filter(({ state }) => state === 'open');
      assert.ok(order !== undefined, 'an automatic order is open');
      return order.id;
    },
    order: () => orderAutomatically(control()),
    charge: (id: string) => chargeOrder(control(), { id }),
    async nano(): Promise<number> {
      return Math.round(Number(await bench().credits()) * 100);
    },
    /** Deducts the whole balance, so that it is below the threshold. */
    async fall(): Promise<void> {
      const { balance } = await bench().admin('GET', `/accounts/${bench().accountId}`);
      const available = String(balance.available);
      if (Number(available) <= 0) return;
      await bench().admin('POST', `/accounts/${bench().accountId}/credits`, {
        amount: `-${available}`,
        bucket: 'adjustment',
        reason: 'used',
      });
    },
    async notices(kind: string): Promise<readonly Body[]> {
      const { data } = await bench().must('GET', '/notices?limit=100');
      return (data as Body[]).filter((notice) => notice.kind === kind);
    },
  };
}

export type AutoTopUpWorld = ReturnType<typeof world>;

/** Tests with a payment service that saves cards; on both databases, unless the rules do not depend on the database. */
export async function withAutoTopUps(
  what: string,
  tests: (w: AutoTopUpWorld, bench: () => PaymentBench) => void,
  on = onBothEngines,
): Promise<void> {
  const clock = new VirtualClock();
  const stripe = await startFakeStripe(() => clock.nowMs());
  after(() => stripe.close());
  on(
    what,
    () => Promise.resolve({ clock, env: { TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` } }),
    (bench) => {
      tests(world(stripe, bench), bench);
    },
  );
}
