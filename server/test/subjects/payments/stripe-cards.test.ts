/**
 * Goal: a saved card is charged once and only for its order. A response that leaves the result of a charge open never ends it, and a failed
 * charge can no longer be paid. Method: a server that returns scripted responses and records requests, and tables of responses.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Stripe } from 'stripe';
import type { PaymentOrder } from '../../../src/domain/payments/payment-order.ts';
import type { ChargeStatus, SavedMeans } from '../../../src/domain/payments/saved-means.ts';
import { stripeSaved } from '../../../src/payments/stripe-saved.ts';
import { serve, type Answered } from './services/fake-service.ts';

type Json = Record<string, unknown>;

interface Asked {
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string | undefined;
}

const json = (content: Json, status = 200): Answered => ({ status, body: JSON.stringify(content) });
const list = (...data: readonly Json[]): Answered => json({ object: 'list', has_more: false, data });
const error = (status: number, own: Json): Answered =>
  json({ error: { type: 'invalid_request_error', message: 'no', ...own } }, status);

const ids = { customer: 'cus_1', means: 'pm_1' };
const order = { id: 'ord_1', amountFen: 1230n } as PaymentOrder;
const intent = (own: Json = {}): Json => ({
  id: 'pi_1',
  object: 'payment_intent',
  currency: 'cny',
  metadata: { order: 'ord_1' },
  amount: 1230,
  amount_received: 1230,
  status: 'succeeded',
  last_payment_error: null,
  ...own,
});
const unpaid = (status: string, own: Json = {}): Json => intent({ status, amount_received: 0, ...own });

describe('saved cards at Stripe', () => {
  let asked: Asked[] = [];
  let said: Record<string, Answered> = {};
  let saved: SavedMeans;
  let end: () => Promise<void>;
  before(async () => {
    const server = await serve(({ method, url = '', headers }, body) => {
      const { pathname, searchParams } = new URL(url, 'http://fake');
      const what = `${String(method)} ${pathname.replace('/v1/', '')}`;
      const fields = Object.fromEntries([...searchParams, ...new URLSearchParams(body)]);
      asked.push({ what, fields, key: headers['idempotency-key']?.toString() });
      return said[what] ?? (what === 'GET refunds' ? list() : error(500, { message: `nothing is said to ${what}` }));
    });
    ({ end } = server);
    const { port } = new URL(server.url);
    const client = new Stripe('sk_test_1', { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
    saved = stripeSaved(client, 'What is sold');
  });
  beforeEach(() => {
    [asked, said] = [[], {}];
  });
  after(() => end());

  const cancelled = (): boolean => asked.some(({ what }) => what === 'POST payment_intents/pi_1/cancel');
  const failed = (fault: string, reason: string): ChargeStatus =>
    ({ kind: 'failed', fault, reason: `Stripe: ${reason}` }) as ChargeStatus;
  const paid = { method: 'stripe', externalId: 'pi_1', orderId: 'ord_1', amountFen: 1230n, currency: 'CNY', payer: null };

  it('a charge says what is taken, from whom and for which order, under the key of the order', async () => {
    said = { 'POST payment_intents': json(intent()) };
    assert.deepEqual(await saved.charge(order, ids), { kind: 'paid', payment: paid });
    const { fields, key } = asked[0] ?? {};
    assert.equal(key, 'ord_1');
    assert.deepEqual(fields, {
      amount: '1230',
      currency: 'cny',
      customer: 'cus_1',
      payment_method: 'pm_1',
      'payment_method_types[0]': 'card',
      confirm: 'true',
      off_session: 'true',
      description: 'What is sold',
      'metadata[order]': 'ord_1',
    });
  });

  it('a payment counts with the received amount in its currency, minus later refunds', async () => {
    said = {
      'POST payment_intents': json(intent({ amount_received: 1000, currency: 'usd' })),
      'GET refunds': list({ id: 're_1', status: 'succeeded', amount: 400, payment_intent: 'pi_1', metadata: {} }),
    };
    const goneBack = [{ reference: 're_1', amountFen: 400n }];
    const payment = { ...paid, amountFen: 1000n, currency: 'USD', goneBack };
    assert.deepEqual(await saved.charge(order, ids), { kind: 'paid', payment });
  });

  it('an answer about another order, or about what is none of ours, is believed by nobody', async () => {
    for (const metadata of [{ order: 'ord_2' }, {}, { order: 'shop-17' }]) {
      said = { 'POST payment_intents': json(intent({ metadata })) };
      await assert.rejects(saved.charge(order, ids), /about another order/, JSON.stringify(metadata));
    }
  });

  const declined = { last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' } };
  const states: readonly (readonly [what: string, content: Json, isCancelled: boolean, standing: ChargeStatus])[] = [
    ['processing', unpaid('processing'), false, { kind: 'pending' }],
    ['requires_confirmation', unpaid('requires_confirmation'), false, { kind: 'pending' }],
    ['requires_capture', unpaid('requires_capture'), false, { kind: 'pending' }],
    [
      'a bank that asks its holder',
      unpaid('requires_action', declined),
      true,
      failed('authentication_required', 'authentication_required'),
    ],
    [
      'a card without money',
      unpaid('requires_payment_method', declined),
      true,
      failed('insufficient_funds', 'insufficient_funds'),
    ],
    [
      'a card that is past',
      unpaid('requires_payment_method', { last_payment_error: { code: 'expired_card' } }),
      true,
      failed('expired_card', 'expired_card'),
    ],
    [
      'a refusal without a known word',
      unpaid('requires_payment_method', { last_payment_error: { code: 'card_declined' } }),
      true,
      failed('declined', 'card_declined'),
    ],
    ['one that was ended before', unpaid('canceled'), false, failed('declined', 'refused')],
  ];
  for (const [what, content, isCancelled, standing] of states)
    it(`${what}: ${standing.kind}${isCancelled ? ', and nobody can pay it any more' : ''}`, async () => {
      const cancel = { 'POST payment_intents/pi_1/cancel': json(unpaid('canceled')) };
      said = { 'POST payment_intents': json(content), ...cancel };
      assert.deepEqual([await saved.charge(order, ids), cancelled()], [standing, isCancelled]);
      asked = [];
      said = { 'GET payment_intents': list(content), ...cancel };
      assert.deepEqual([await saved.queryCharge(order, ids), cancelled()], [standing, isCancelled], 'asked later');
    });

  it('a refused charge that cannot be ended is asked about again', async () => {
    said = { 'POST payment_intents': json(unpaid('requires_payment_method', declined)) };
    await assert.rejects(saved.charge(order, ids), { name: 'PaymentServiceError' });
  });

  it('a charge whose answer leaves it open has not failed', async () => {
    const unclear = [
      ...[
        error(409, { code: 'lock_timeout' }),
        error(400, { code: 'idempotency_key_in_use' }),
        error(429, { code: 'rate_limit' }),
      ],
      ...[error(402, { type: 'card_error', code: 'processing_error' }), error(500, {}), error(409, { code: 'else' })],
    ];
    for (const answer of unclear) {
      said = { 'POST payment_intents': answer, 'GET payment_intents': list() };
      await assert.rejects(saved.charge(order, ids), { name: 'PaymentServiceError' }, answer.body);
    }
  });

  it('a charge that is refused is what the service knows of it; where it knows nothing, what it has said', async () => {
    const refusal = {
      'POST payment_intents': error(402, { type: 'card_error', code: 'card_declined', decline_code: 'expired_card' }),
    };
    said = { ...refusal, 'GET payment_intents': list(intent()) };
    assert.equal((await saved.charge(order, ids)).kind, 'paid', 'taken by an earlier attempt');
    said = { ...refusal, 'GET payment_intents': list(intent({ metadata: { order: 'ord_2' } })) };
    assert.deepEqual(await saved.charge(order, ids), failed('expired_card', 'expired_card'));
    said = {
      'POST payment_intents': error(400, { code: 'resource_missing' }),
      'GET payment_intents': error(404, { code: 'resource_missing' }),
    };
    assert.deepEqual(await saved.charge(order, ids), failed('card_gone', 'resource_missing'));
    for (const unclear of [error(500, {}), error(400, { code: 'parameter_unknown' }), error(500, { code: 'resource_missing' })]) {
      said = { ...refusal, 'GET payment_intents': unclear };
      await assert.rejects(saved.charge(order, ids), { name: 'PaymentServiceError' }, unclear.body);
    }
  });

  it('a charge that the service does not know was never asked for', async () => {
    said = { 'GET payment_intents': list(intent({ metadata: { order: 'ord_2' } }), intent({ metadata: {} })) };
    assert.deepEqual(await saved.queryCharge(order, ids), { kind: 'unknown' });
    assert.equal(asked[0]?.fields.customer, 'cus_1', 'the charges of this customer alone are read');
    said = { 'GET payment_intents': list(intent({ metadata: { order: 'ord_2' } }), intent()) };
    assert.equal((await saved.queryCharge(order, ids)).kind, 'paid');
  });

  it('a card begins to be saved at a separate customer, once under one id', async () => {
    said = {
      'POST customers': json({ id: 'cus_1' }),
      'POST checkout/sessions': json({ id: 'cs_1', url: 'https://checkout.test/1' }),
    };
    const saving = { id: 'sav_1', accountId: 'acc_1', expiresAtMs: 60_999 };
    const begun = await saved.begin(saving, 'https://tollgate.test/back');
    assert.deepEqual(begun, { url: 'https://checkout.test/1', reference: 'cs_1' });
    const [customer, session] = asked;
    assert.deepEqual([customer?.key, session?.key], ['sav_1_customer', 'sav_1']);
    assert.deepEqual(customer?.fields, { 'metadata[account]': 'acc_1', 'metadata[saving]': 'sav_1' });
    assert.deepEqual(session?.fields, {
      mode: 'setup',
      customer: 'cus_1',
      client_reference_id: 'sav_1',
      'payment_method_types[0]': 'card',
      expires_at: '60',
      success_url: 'https://tollgate.test/back',
      cancel_url: 'https://tollgate.test/back',
    });
    said = { ...said, 'POST checkout/sessions': json({ id: 'cs_1', url: null }) };
    await assert.rejects(saved.begin(saving, 'https://tollgate.test/back'), /has no address/);
  });

  it('a card is saved when its session says so in full', async () => {
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 };
    const setup = { id: 'seti_1', status: 'succeeded', payment_method: { id: 'pm_1', card } };
    const session = { id: 'cs_1', customer: { id: 'cus_1' }, setup_intent: setup };
    said = { 'GET checkout/sessions/cs_1': json(session) };
    assert.deepEqual(await saved.read('cs_1'), { ids, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2031 });
    const halves: readonly Json[] = [
      { customer: null },
      ...[null, 'seti_1', { ...setup, status: 'requires_payment_method' }].map((half) => ({ setup_intent: half })),
      ...[null, 'pm_1', { id: 'pm_1' }].map((half) => ({ setup_intent: { ...setup, payment_method: half } })),
    ];
    for (const half of halves) {
      said = { 'GET checkout/sessions/cs_1': json({ ...session, ...half }) };
      assert.equal(await saved.read('cs_1'), null, JSON.stringify(half));
    }
  });

  it('a card that the service does not know is forgotten; where nobody knows, it is asked again', async () => {
    const place = 'POST payment_methods/pm_1/detach';
    for (const answer of [
      json({ id: 'pm_1' }),
      error(400, { code: 'resource_missing' }),
      error(404, { code: 'resource_missing' }),
    ]) {
      said = { [place]: answer };
      await saved.forget(ids);
    }
    for (const answer of [error(500, {}), error(401, {}), error(400, { code: 'lock_timeout' })]) {
      said = { [place]: answer };
      await assert.rejects(saved.forget(ids), { name: 'PaymentServiceError' }, answer.body);
    }
  });
});
