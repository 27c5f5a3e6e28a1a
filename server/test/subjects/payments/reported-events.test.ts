/**
 * Goal: reports of a payment service other than payments (refunds, disputes, cards, charges) are interpreted correctly, and an old payment
 * is queried. Method: one table over all services, each report signed like the service's; compares the whole event.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { heldPayment, json, nowMs, openMethods, orderId, raw, speakers, stranger } from './services/speakers.ts';
import type { HeldMethods, Json, Online, Sent } from './services/speakers.ts';

let methods: HeldMethods;
before(async () => {
  methods = await openMethods(() => json({}));
});
after(() => methods.end());

type Row = readonly [what: string, sent: Sent, event: Json];

const paid = (name: Online, mustConfirm = false): Json => ({ kind: 'paid', payment: heldPayment(name), mustConfirm });
const unproved = (serial: string | null, reason: string): Json => ({ kind: 'refusal', reason, unproved: { serial } });
const refused = (reason: string): Json => ({ kind: 'refusal', reason });
const ignored = (what: string): Json => ({ kind: 'ignored', what });

const alipayGone = { refund_fee: '1.00', out_biz_no: 'x1' };
const goneFromAlipay = { kind: 'gone_back', externalId: 'T1', orderId };

const wechatRefund = { event_type: 'REFUND.SUCCESS', out_refund_no: 'rfd_1', refund_id: 'R1', refund_status: 'SUCCESS' };
const foreign = { ...wechatRefund, out_refund_no: 'x1' };
const wechatEnd = (status: string): Json => ({ kind: 'failed', reason: `WeChat Pay: the refund is ${status}` });

const stripeRefund = { type: 'refund.updated', id: 're_1', status: 'succeeded', metadata: { refund: 'rfd_1' } };
const charge = { type: 'charge.refunded', metadata: {} };
const goneFromStripe = { kind: 'gone_back', externalId: 'pi_1', orderId: null, refund: null };
const dispute = { type: 'charge.dispute.updated', id: 'dp_1', status: 'needs_response', amount: 1230 };
const disputed = (standing: string, isNew = false): Json => ({
  kind: 'disputed',
  externalId: 'pi_1',
  disputeId: 'dp_1',
  standing,
  amountFen: 1230n,
  isNew,
});
const intent = { type: 'payment_intent.succeeded', id: 'pi_1', status: 'succeeded', amount_received: 1230 };
const createdAgo = (seconds: number): Json => ({ created: nowMs / 1000 - seconds });

const events: Readonly<Record<Online, readonly Row[]>> = {
  alipay: [
    ['of ten minutes ago', { told: { gmt_payment: '2026-11-21 11:50:00' } }, paid('alipay')],
    ['of more than ten minutes ago', { told: { gmt_payment: '2026-11-21 11:49:59' } }, paid('alipay', true)],
    ['without a time', {}, paid('alipay')],
    ['a refund on its pages', { told: alipayGone }, { ...goneFromAlipay, refund: 'x1' }],
    ['a refund without a number', { told: { ...alipayGone, out_biz_no: '' } }, { ...goneFromAlipay, refund: null }],
    ['a payment of which we have given back', { told: { ...alipayGone, out_biz_no: 'rfd_1' } }, paid('alipay')],
    ['a number without a refund', { told: { ...alipayGone, refund_fee: '' } }, paid('alipay')],
    ['proved by a key that is not ours', { key: stranger.privateKey }, unproved(null, 'the signature is not right')],
    ['unproved, of another app', { key: null, told: { app_id: '1' } }, refused('the signature is not right')],
    ['unproved, of another seller', { key: null, told: { seller_id: '1' } }, refused('the signature is not right')],
  ],
  wechat: [
    ['signed five minutes ago', { ageSeconds: 300 }, paid('wechat')],
    ['of ten minutes ago', { told: { create_time: '2026-11-21T11:50:00+08:00' } }, paid('wechat')],
    ['of more than ten minutes ago', { told: { create_time: '2026-11-21T11:49:59+08:00' } }, paid('wechat', true)],
    [
      'of nothing',
      { told: { amount: { total: 0 } } },
      { kind: 'paid', payment: { ...heldPayment('wechat'), amountFen: 0n }, mustConfirm: false },
    ],
    ...['transaction_id', 'out_trade_no'].map((name): Row => [
      `without ${name}`,
      { told: { [name]: null } },
      refused('it is for another merchant or app'),
    ]),
    [
      'a refund of ours',
      { told: wechatRefund },
      { kind: 'refunded', refundId: 'rfd_1', standing: { kind: 'done', reference: 'R1' } },
    ],
    ...['CLOSED', 'ABNORMAL'].map((status): Row => [
      `a refund of ours that is ${status}`,
      { told: { ...wechatRefund, event_type: `REFUND.${status}`, refund_status: status } },
      { kind: 'refunded', refundId: 'rfd_1', standing: wechatEnd(status) },
    ]),
    [
      'a refund in an unknown state',
      { told: { ...foreign, refund_status: 'NEW' } },
      refused('it does not say what has become of a refund'),
    ],
    ['a refund without a number', { told: { ...wechatRefund, out_refund_no: 1 } }, refused('it is for another merchant')],
    ['a refund on its pages', { told: foreign }, { kind: 'gone_back', externalId: 'W1', orderId, refund: 'x1' }],
    [
      'a refund on its pages that names no order',
      { told: { ...foreign, out_trade_no: null } },
      { kind: 'gone_back', externalId: 'W1', orderId: null, refund: 'x1' },
    ],
    [
      'a refund on its pages that is under way',
      { told: { ...foreign, refund_status: 'PROCESSING' } },
      ignored('a refund is PROCESSING'),
    ],
    ['a refund on its pages of no payment', { told: { ...foreign, transaction_id: null } }, ignored('a refund is SUCCESS')],
    ['sealed for us and signed by nobody we know', { key: stranger.privateKey }, unproved(null, 'the signature is not right')],
    [
      'sealed for us and signed with a key we do not know',
      { told: { serial: 'PUB_KEY_ID_2' } },
      unproved('PUB_KEY_ID_2', 'it is signed with the key PUB_KEY_ID_2'),
    ],
    [
      'sealed for nobody we know and signed by a stranger',
      { key: stranger.privateKey, sealedWith: 'x'.repeat(32) },
      refused('the signature is not right'),
    ],
    ['sealed for another', { sealedWith: 'x'.repeat(32) }, unproved(null, 'it does not open with the API v3 key')],
  ],
  stripe: [
    ['of ten minutes ago', { told: createdAgo(600) }, paid('stripe')],
    ['of more than ten minutes ago', { told: createdAgo(601) }, paid('stripe', true)],
    ['an old report of no payment', { told: { ...createdAgo(601), payment_status: 'unpaid' } }, ignored('not paid yet')],
    ['paid by a delayed way', { told: { type: 'checkout.session.async_payment_succeeded' } }, paid('stripe')],
    ['of no payment', { told: { payment_intent: null } }, ignored('not paid yet')],
    [
      'a card that is saved',
      { told: { mode: 'setup', client_reference_id: 'sav_1' } },
      { kind: 'means_saved', savingId: 'sav_1' },
    ],
    ['a card that is saved elsewhere', { told: { mode: 'setup', client_reference_id: 'shop-1' } }, ignored('not paid yet')],
    ['a payment with the number of a card', { told: { client_reference_id: 'sav_1' } }, ignored('not paid yet')],
    ['a charge of a saved card', { told: { ...intent, metadata: { order: orderId } } }, paid('stripe')],
    ['a charge by Checkout', { told: { ...intent, metadata: { checkout: orderId } } }, ignored('a charge that is none of ours')],
    [
      'a charge that failed',
      {
        told: {
          ...intent,
          type: 'payment_intent.payment_failed',
          status: 'requires_payment_method',
          metadata: { order: orderId },
        },
      },
      { kind: 'charge_failed', orderId },
    ],
    ...['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'].map((type): Row => [
      `a refund of ours, as ${type}`,
      { told: { ...stripeRefund, type } },
      { kind: 'refunded', refundId: 'rfd_1', standing: { kind: 'done', reference: 're_1' } },
    ]),
    ...['failed', 'canceled'].map((status): Row => [
      `a refund of ours that is ${status}`,
      { told: { ...stripeRefund, status } },
      { kind: 'refunded', refundId: 'rfd_1', standing: { kind: 'failed', reason: `Stripe: ${status}` } },
    ]),
    [
      'a refund of ours that failed for a reason',
      { told: { ...stripeRefund, status: 'failed', failure_reason: 'expired_or_canceled_card' } },
      { kind: 'refunded', refundId: 'rfd_1', standing: { kind: 'failed', reason: 'Stripe: expired_or_canceled_card' } },
    ],
    [
      'a refund of ours that is under way',
      { told: { ...stripeRefund, status: 'pending' } },
      { kind: 'refunded', refundId: 'rfd_1', standing: { kind: 'pending' } },
    ],
    ['a refund on its pages', { told: { ...stripeRefund, metadata: {} } }, goneFromStripe],
    [
      'a refund of no payment',
      { told: { ...stripeRefund, metadata: {}, payment_intent: null } },
      ignored('a refund of no payment'),
    ],
    ['a charge that went back', { told: { ...charge, metadata: { checkout: orderId } } }, { ...goneFromStripe, orderId }],
    ['a charge of a card that went back', { told: { ...charge, metadata: { order: orderId } } }, { ...goneFromStripe, orderId }],
    ['a charge of another shop that went back', { told: { ...charge, metadata: { order: 'shop-1' } } }, goneFromStripe],
    ['a charge of no payment that went back', { told: { ...charge, payment_intent: null } }, ignored('a refund of no payment')],
    ['a dispute that begins', { told: { ...dispute, type: 'charge.dispute.created' } }, disputed('open', true)],
    ...Object.entries({
      warning_needs_response: 'inquiry',
      warning_closed: 'won',
      won: 'won',
      lost: 'lost',
      new_one: 'open',
    }).map(([status, standing]): Row => [`a dispute that is ${status}`, { told: { ...dispute, status } }, disputed(standing)]),
    ['a dispute about no payment', { told: { ...dispute, payment_intent: null } }, ignored('a dispute about no payment')],
  ],
  epay: [
    ['proved by a key that is not ours', { key: stranger.privateKey }, unproved(null, 'the signature is not right')],
    ['unproved, of another pid', { key: null, told: { pid: '1002' } }, refused('the signature is not right')],
  ],
};

for (const name of Object.keys(events) as Online[])
  describe(`a report of ${name}`, () => {
    for (const [what, sent, event] of events[name])
      it(`${what}: ${String(event.kind)}`, () => {
        assert.deepEqual(methods.of(name).readCallback({ ...speakers[name].report(sent), nowMs }), event);
      });
  });

it('a message that is not from the service is refused', () => {
  for (const name of Object.keys(events) as Online[])
    for (const body of ['', '{}', '[', 'null', '%'])
      assert.equal(methods.of(name).readCallback({ ...raw(body), nowMs }).kind, 'refusal', `${name} ${body}`);
});

it('each service is answered that its report is taken, or that it is to come again, in its own words', () => {
  const words = {
    alipay: ['success', 'failure'],
    epay: ['success', 'fail'],
    stripe: ['{"received":true}', '{"received":false}'],
    wechat: ['{"code":"SUCCESS"}', '{"code":"FAIL","message":"not taken"}'],
  };
  for (const name of Object.keys(words) as Online[])
    for (const isTaken of [true, false]) {
      const { status, body } = methods.of(name).ack(isTaken);
      assert.deepEqual([status, body], [isTaken ? 200 : 400, words[name][isTaken ? 0 : 1]], name);
    }
});
