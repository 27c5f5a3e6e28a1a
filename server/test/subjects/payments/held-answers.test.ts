/**
 * Goal: a report or response of a payment service counts only for the method, merchant, order, amount, currency, state and time that it
 * names, and only with the service's signature. Anything different is refused, or passed on as reported and compared with the order.
 * Method: one table over all methods and fields, against our own servers that sign with separate keys.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RefundStatus } from '../../../src/domain/payments/payment-method.ts';
import type { ReceivedPayment } from '../../../src/domain/payments/payment-order.ts';
import type { Answered } from './services/fake-service.ts';
import { heldOrder, heldPayment, json, nowMs, openMethods, raw, speakers, stranger } from './services/speakers.ts';
import type { HeldMethods, Online, Sent } from './services/speakers.ts';

/** The outcome "as reported": its content is accepted, and compared with the order. */
type Outcome = 'as told' | 'refused' | 'ignored' | 'refunded' | 'gone_back' | 'open' | 'closed' | 'done' | 'failed' | 'unknown';
type Cell = 'right' | 'order' | 'merchant' | 'amount' | 'currency' | 'state' | 'signature' | 'age' | 'payment';
type Row = readonly [cell: Cell, what: string, sent: Sent, outcome: Outcome, expected?: Partial<ReceivedPayment>];

const signatures: readonly Row[] = [
  ['signature', 'somebody else has signed', { key: stranger.privateKey }, 'refused'],
  ['signature', 'nobody has signed', { key: null }, 'refused'],
];
const amounts = (name: string, wrong: readonly unknown[], other: unknown): readonly Row[] => [
  ...wrong.map((value): Row => ['amount', `is ${JSON.stringify(value)}`, { told: { [name]: value } }, 'refused']),
  ['amount', 'is another', { told: { [name]: other } }, 'as told', { amountFen: 99_900n }],
];
const yuan = ['', '-12.30', '12.345', '1e3', 'NaN', '12,30'];
const totals = [{}, { total: '1230' }, { total: 12.3 }, { total: -1 }, null];
const another = 'ord_of_somebody_else';

const refundReport = { event_type: 'REFUND.SUCCESS', out_refund_no: 'rfd_1', refund_id: 'R1', refund_status: 'SUCCESS' };

const reports: Readonly<Record<Online, readonly Row[]>> = {
  alipay: [
    ['right', 'is credited', {}, 'as told', {}],
    ['order', 'names another order', { told: { out_trade_no: another } }, 'as told', { orderId: another }],
    ['order', 'names none', { told: { out_trade_no: '' } }, 'refused'],
    ['merchant', 'names another app', { told: { app_id: '1' } }, 'refused'],
    ['merchant', 'names another seller', { told: { seller_id: '1' } }, 'refused'],
    ...amounts('total_amount', yuan, '999.00'),
    ['state', 'is not paid', { told: { trade_status: 'WAIT_BUYER_PAY' } }, 'ignored'],
    ['state', 'is closed', { told: { trade_status: 'TRADE_CLOSED' } }, 'ignored'],
    ...signatures,
  ],
  wechat: [
    ['right', 'is credited with what was asked for, whatever a coupon paid', {}, 'as told', {}],
    ['order', 'names another order', { told: { out_trade_no: another } }, 'as told', { orderId: another }],
    ['merchant', 'names another merchant', { told: { mchid: '1' } }, 'refused'],
    ['merchant', 'names another app', { told: { appid: 'wx1' } }, 'refused'],
    ...totals.map((amount): Row => ['amount', `is ${JSON.stringify(amount)}`, { told: { amount } }, 'refused']),
    ['amount', 'is another', { told: { amount: { total: 99_900, currency: 'CNY' } } }, 'as told', { amountFen: 99_900n }],
    ['currency', 'is another', { told: { amount: { total: 1230, currency: 'USD' } } }, 'as told', { currency: 'USD' }],
    ['state', 'is not paid', { told: { trade_state: 'NOTPAY' } }, 'ignored'],
    ['state', 'is another event', { told: { event_type: 'PAYSCORE.USER_PAID' } }, 'ignored'],
    ['right', 'is a refund of ours', { told: refundReport }, 'refunded'],
    ['right', 'is a refund that is none of ours', { told: { ...refundReport, out_refund_no: 'x1' } }, 'gone_back'],
    ['merchant', 'is a refund of another merchant', { told: { ...refundReport, mchid: '1' } }, 'refused'],
    ...signatures,
    ['signature', 'is that of an unknown key', { told: { serial: 'PUB_KEY_ID_2' } }, 'refused'],
    ['age', 'is 301 s old', { ageSeconds: 301 }, 'refused'],
    ['age', 'is 299 s old', { ageSeconds: 299 }, 'as told', {}],
    ['age', 'is 301 s ahead', { ageSeconds: -301 }, 'refused'],
  ],
  stripe: [
    ['right', 'is credited', {}, 'as told', {}],
    ['order', 'names another order', { told: { client_reference_id: another } }, 'as told', { orderId: another }],
    ['order', 'names what is sold elsewhere', { told: { client_reference_id: 'shop-17' } }, 'ignored'],
    ['merchant', 'is of tests, with a key for real money', { told: { livemode: false } }, 'ignored'],
    ['amount', 'is another', { told: { amount_total: 99_900 } }, 'as told', { amountFen: 99_900n }],
    ['amount', 'is none', { told: { amount_total: null } }, 'ignored'],
    ['currency', 'is another', { told: { currency: 'usd' } }, 'as told', { currency: 'USD' }],
    ['state', 'is not paid', { told: { payment_status: 'unpaid' } }, 'ignored'],
    ['state', 'is another event', { told: { type: 'checkout.session.expired' } }, 'ignored'],
    ...signatures,
    ['age', 'is 301 s old', { ageSeconds: 301 }, 'refused'],
    ['age', 'is 299 s old', { ageSeconds: 299 }, 'as told', {}],
  ],
  // Age: a repeated report is queried, and the payment counts once.
  epay: [
    ['right', 'is asked about', {}, 'as told', {}],
    ['order', 'names another order', { told: { out_trade_no: another } }, 'as told', { orderId: another }],
    ['order', 'names none', { told: { out_trade_no: '' } }, 'refused'],
    ['merchant', 'names another pid', { told: { pid: '1002' } }, 'refused'],
    ...amounts('money', yuan, '999.00'),
    ['state', 'is not paid', { told: { trade_status: 'WAIT' } }, 'ignored'],
    ...signatures,
  ],
};

const answers: Readonly<Record<Online, readonly Row[]>> = {
  alipay: [
    ['right', 'is paid', {}, 'as told', {}],
    ['order', 'is about another order', { told: { out_trade_no: another } }, 'refused'],
    ['payment', 'names no payment', { told: { trade_no: '' } }, 'refused'],
    ...amounts('total_amount', yuan, '999.00'),
    ['state', 'is open', { told: { trade_status: 'WAIT_BUYER_PAY' } }, 'open'],
    ['state', 'is closed', { told: { trade_status: 'TRADE_CLOSED' } }, 'closed'],
    ['state', 'is not there', { told: { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' } }, 'open'],
    ['state', 'is a fault', { told: { code: '20000', sub_code: 'aop.unknow-error' } }, 'refused'],
    ...signatures,
  ],
  wechat: [
    ['right', 'is paid', {}, 'as told', {}],
    ['order', 'is about another order', { told: { out_trade_no: another } }, 'refused'],
    ['order', 'is about another order that is not paid', { told: { out_trade_no: another, trade_state: 'CLOSED' } }, 'refused'],
    ['merchant', 'is about another merchant', { told: { mchid: '1' } }, 'refused'],
    ['merchant', 'is about another app', { told: { appid: 'wx1' } }, 'refused'],
    ...totals.map((amount): Row => ['amount', `is ${JSON.stringify(amount)}`, { told: { amount } }, 'refused']),
    ['amount', 'is another', { told: { amount: { total: 99_900, currency: 'CNY' } } }, 'as told', { amountFen: 99_900n }],
    ['currency', 'is another', { told: { amount: { total: 1230, currency: 'USD' } } }, 'as told', { currency: 'USD' }],
    ['state', 'is open', { told: { trade_state: 'NOTPAY' } }, 'open'],
    ['state', 'is being paid', { told: { trade_state: 'USERPAYING' } }, 'open'],
    ['state', 'is closed', { told: { trade_state: 'CLOSED' } }, 'closed'],
    [
      'state',
      'has gone back, nobody knows how much of it',
      { told: { trade_state: 'REFUND' } },
      'as told',
      { goneBack: 'unknown' },
    ],
    ...signatures,
    ['signature', 'is that of an unknown key', { told: { serial: 'PUB_KEY_ID_2' } }, 'refused'],
    ['age', 'is 301 s old', { ageSeconds: 301 }, 'refused'],
  ],
  // Signature and age: responses over an authenticated connection are not signed again.
  stripe: [
    ['right', 'is paid', {}, 'as told', {}],
    ['order', 'is about another order', { told: { client_reference_id: another } }, 'refused'],
    [
      'order',
      'is about another order that is not paid',
      { told: { client_reference_id: another, status: 'expired' } },
      'refused',
    ],
    ['amount', 'is another', { told: { amount_total: 99_900 } }, 'as told', { amountFen: 99_900n }],
    ['currency', 'is another', { told: { currency: 'usd' } }, 'as told', { currency: 'USD' }],
    ['state', 'is not paid', { told: { payment_status: 'unpaid', status: 'open' } }, 'open'],
    ['state', 'is closed', { told: { payment_status: 'unpaid', status: 'expired' } }, 'closed'],
  ],
  epay: [
    ['right', 'is paid', {}, 'as told', {}],
    ['order', 'is about another order', { told: { out_trade_no: another } }, 'refused'],
    ['merchant', 'is about another pid', { told: { pid: 1002 } }, 'refused'],
    ['payment', 'names no payment', { told: { trade_no: '' } }, 'refused'],
    ...amounts('money', yuan, '999.00'),
    ['state', 'is not paid', { told: { status: 0 } }, 'open'],
    ['state', 'is not there', { told: { code: -1 } }, 'open'],
  ],
};

const refunds: Readonly<Record<Exclude<Online, 'epay'>, readonly Row[]>> = {
  alipay: [
    ['right', 'is through', {}, 'done'],
    ['state', 'is not through', { told: { refund_status: '' } }, 'unknown'],
    ['order', 'is about another order', { told: { out_trade_no: another } }, 'refused'],
    ['payment', 'is about another payment', { told: { trade_no: 'T2' } }, 'refused'],
    ['payment', 'is about another refund', { told: { out_request_no: 'rfd_2' } }, 'refused'],
    ...signatures,
  ],
  wechat: [
    ['right', 'is through', {}, 'done'],
    ['state', 'has failed', { told: { status: 'CLOSED' } }, 'failed'],
    ['state', 'is in no state that is known', { told: { status: 'NEW' } }, 'refused'],
    ['payment', 'is about another payment', { told: { transaction_id: 'W2' } }, 'refused'],
    ['payment', 'is about another refund', { told: { out_refund_no: 'rfd_2' } }, 'refused'],
    ...signatures,
    ['age', 'is 301 s old', { ageSeconds: 301 }, 'refused'],
  ],
  stripe: [
    ['right', 'is through', {}, 'done'],
    ['state', 'has failed', { told: { status: 'failed' } }, 'failed'],
    ['payment', 'is about another payment', { told: { payment_intent: 'pi_2' } }, 'refused'],
    ['payment', 'is about another refund', { told: { metadata: { refund: 'rfd_2' } } }, 'unknown'],
  ],
};

let said: Answered = { body: '' };
let methods: HeldMethods;
before(async () => {
  const noRefunds = json({ object: 'list', data: [], has_more: false });
  methods = await openMethods(({ url: asked = '' }) => {
    if (asked.includes('certificates')) return { status: 404, body: '{"code":"RESOURCE_NOT_EXISTS"}' };
    return asked.startsWith('/v1/refunds') && !said.body.includes('"list"') ? noRefunds : said;
  });
});
after(() => methods.end());

function holdsTo(told: ReceivedPayment, name: Online, expected: Partial<ReceivedPayment>): void {
  assert.deepEqual(told, { ...heldPayment(name), ...expected });
}

/** Returns the error if it refuses. */
async function standing<Standing extends { readonly kind: string }>(
  ask: () => Promise<Standing>,
): Promise<Standing | { kind: 'refused' }> {
  try {
    return await ask();
  } catch (error) {
    assert.equal((error as Error).name, 'PaymentServiceError', String(error));
    return { kind: 'refused' };
  }
}

for (const name of Object.keys(speakers) as Online[]) {
  describe(`a report of ${name}`, () => {
    for (const [cell, what, sent, outcome, expected = {}] of reports[name])
      it(`${cell}: ${what}: ${outcome}`, () => {
        const event = methods.of(name).readCallback({ ...speakers[name].report(sent), nowMs });
        assert.equal(event.kind, outcome === 'as told' ? 'paid' : outcome === 'refused' ? 'refusal' : outcome);
        if (event.kind === 'paid') holdsTo(event.payment, name, expected);
      });
    for (const other of Object.keys(speakers) as Online[])
      if (other !== name)
        it(`method: is no report to ${other}`, () => {
          const event = methods.of(other).readCallback({ ...speakers[name].report({}), nowMs });
          assert.equal(event.kind, 'refusal');
        });
  });

  if (name === 'epay')
    it('a report of epay that is posted as a form counts like one in an address; a field named twice does not', () => {
      const { query } = speakers.epay.report({});
      const posted = new URLSearchParams(query).toString();
      const kinds = [posted, `${posted}&money=99999.00`].map(
        (body) => methods.of(name).readCallback({ ...raw(body), nowMs }).kind,
      );
      assert.deepEqual(kinds, ['paid', 'refusal']);
    });

  describe(`an answer of ${name} about an order`, () => {
    for (const [cell, what, sent, outcome, expected = {}] of answers[name])
      it(`${cell}: ${what}: ${outcome}`, async () => {
        said = speakers[name].answer(sent);
        const told = await standing(() => methods.of(name).query({ ...heldOrder, method: name }));
        assert.equal(told.kind, outcome === 'as told' ? 'paid' : outcome);
        if (told.kind === 'paid') holdsTo(told.payment, name, expected);
      });
  });
}

for (const name of Object.keys(refunds) as (keyof typeof refunds)[])
  describe(`an answer of ${name} about a refund`, () => {
    for (const [cell, what, sent, outcome] of refunds[name])
      it(`${cell}: ${what}: ${outcome}`, async () => {
        said = speakers[name].refund(sent);
        const told = await standing<RefundStatus>(() => methods.of(name).queryRefund(heldPayment(name), 'rfd_1'));
        assert.equal(told.kind, outcome);
      });
  });
