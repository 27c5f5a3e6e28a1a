import assert from 'node:assert/strict';
import type { Browser } from '../../identity/browser.ts';
import { fen } from '../../subjects/payments/services/fake-service.ts';
import { startFakeStripe, stripeSecrets, type FakeStripe } from '../../subjects/payments/services/fake-stripe.ts';
import { waitFor } from '../../wait-for.ts';
import type { BrowserWorld } from './browser-world.ts';

interface Payout {
  readonly id: string;
  readonly parts: readonly { readonly state: string }[];
}

/** A payment service that saves cards, and the actions of its users. */
export class CardPayments {
  readonly #stripe: FakeStripe;

  private constructor(stripe: FakeStripe) {
    this.#stripe = stripe;
  }

  static async start(): Promise<CardPayments> {
    return new CardPayments(await startFakeStripe(() => Date.now()));
  }

  /** Environment of the program. */
  get env(): Readonly<Record<string, string>> {
    return { TOLLGATE_PAYMENT_URLS: `stripe=${this.#stripe.url}` };
  }

  async switchOn({ server }: BrowserWorld): Promise<void> {
    const secrets = { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret };
    await server.admin('PUT', '/payment-methods/stripe', { enabled: true, settings: {}, secrets });
  }

  async saveCard(person: Browser, accountId: string): Promise<void> {
    const path = `/api/console/accounts/${accountId}/auto-top-up/card`;
    const { body } = await person.ask('POST', path);
    assert.equal((await fetch(`${String(body.url)}/done`)).status, 200);
    assert.equal((await person.ask('POST', `${path}/check`)).status, 200);
  }

  /** Pays, and requests a refund that the service refuses; returns its id. */
  async refusedReturn({ server }: BrowserWorld, person: Browser, accountId: string): Promise<string> {
    const amount = '20.00';
    const headers = { 'idempotency-key': 'paid-by-card' };
    const { body } = await person.ask('POST', `/api/console/accounts/${accountId}/orders`, {
      body: { amount, method: 'stripe' },
      headers,
    });
    const id = String(body.id);
    const session = this.#stripe.session(id, { payment_status: 'paid', amount_total: fen(amount) });
    const event = { type: 'checkout.session.completed', data: { object: session } };
    const told = await fetch(`${server.url}/api/callbacks/stripe`, { method: 'POST', ...this.#stripe.report(event) });
    assert.equal(told.status, 200);
    this.#stripe.refunds = 'refused';
    const payout = await server.admin<Payout>('POST', `/orders/${id}/refund`, {
      method: 'stripe',
      external_id: `pi_${id}`,
      reason: 'Paid by mistake',
    });
    const isRefused = async (): Promise<boolean> =>
      (await server.admin<Payout>('GET', `/payouts/${payout.id}`)).parts[0]?.state === 'failed';
    await waitFor(isRefused, { what: 'the payment service refuses the return', everyMs: 50 });
    return payout.id;
  }

  close(): Promise<void> {
    return this.#stripe.close();
  }
}
