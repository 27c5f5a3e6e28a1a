/**
 * Goal: a request to a payment service has its format and signature, and the response is interpreted correctly: a refusal that is not known
 * to be final ends nothing. Method: a server that records requests and returns scripted responses; one table per request (order, close,
 * refund, reversals) over all services.
 */
import assert from 'node:assert/strict';
import { createVerify, hash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { RefundStatus } from '../../../src/domain/payments/payment-method.ts';
import type { PaymentOrder } from '../../../src/domain/payments/payment-order.ts';
import { createPaymentServices } from '../../../src/payments/registry.ts';
import type { Answered } from './services/fake-service.ts';
import { alipaySaid, heldOrder, heldPayment, json, listed, merchant, nowMs, openMethods, orderId } from './services/speakers.ts';
import { speakers, wechatSaid, type HeldMethods, type Json, type Online } from './services/speakers.ts';

interface Asked {
  readonly what: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

let asked: Asked[] = [];
let said: (what: string) => Answered = () => json({});
let methods: HeldMethods;
before(async () => {
  methods = await openMethods(({ method, url = '', headers }, body) => {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    const what = `${String(method)} ${pathname}`;
    const form = headers['content-type']?.includes('form') === true ? new URLSearchParams(body) : [];
    asked.push({ what, fields: Object.fromEntries([...searchParams, ...form]), body, headers });
    return said(what);
  });
});
beforeEach(() => {
  asked = [];
});
after(() => methods.end());

const order = (name: Online): PaymentOrder => ({ ...heldOrder, method: name });
const places = { notifyUrl: 'https://tollgate.test/notify', returnUrl: 'https://tollgate.test/back', nowMs };
const serviceError = { name: 'PaymentServiceError' };
const refusal = (status: number, code: string): Answered => ({ status, body: JSON.stringify({ code }) });
const stripeError = (status: number, code?: string): Answered => ({
  status,
  body: JSON.stringify({ error: { type: 'invalid_request_error', code, message: 'said no' } }),
});
const alipay = (name: string, told: Json): Answered => alipaySaid(`alipay_trade_${name}_response`, told);
const alipayNo = (name: string, code: string, subCode?: string): Answered => alipay(name, { code, sub_code: subCode });

function isSignedByMerchant(text: string, signature = ''): boolean {
  return createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, signature, 'base64');
}

describe('an order at a payment service', () => {
  it('Alipay: is asked for with what is paid and until when, signed by the merchant, without empty fields', async () => {
    said = () => alipay('precreate', { qr_code: 'https://qr.test/1' });
    assert.deepEqual(await methods.of('alipay').create(order('alipay'), places), { kind: 'qr', text: 'https://qr.test/1' });
    const { fields = {} } = asked[0] ?? {};
    const { biz_content: content = '', sign, ...own } = fields;
    assert.deepEqual(JSON.parse(content), {
      out_trade_no: orderId,
      total_amount: '12.30',
      subject: 'Tollgate',
      time_expire: '2026-11-21 12:00:00',
    });
    assert.deepEqual(own, {
      app_id: '2021000000000001',
      method: 'alipay.trade.precreate',
      format: 'JSON',
      charset: 'utf-8',
      version: '1.0',
      sign_type: 'RSA2',
      timestamp: '2026-11-21 12:00:00',
      notify_url: places.notifyUrl,
    });
    assert.ok(isSignedByMerchant(listed(fields, ['sign']), sign));
    for (const answer of [
      alipayNo('precreate', '40004', 'ACQ.X'),
      alipay('precreate', {}),
      alipay('precreate', { code: '1', qr_code: 'x' }),
    ]) {
      said = () => answer;
      await assert.rejects(methods.of('alipay').create(order('alipay'), places), serviceError, answer.body);
    }
  });

  it('Alipay: by its page, where that is set up; another way is no setting', async () => {
    const services = createPaymentServices({ nowMs: () => nowMs, nonce: () => 'nonce' });
    const open = (mode: string) =>
      services.open('alipay', { ...speakers.alipay, settings: { ...speakers.alipay.settings, mode } } as never);
    const step = await (await open('page')).create(order('alipay'), places);
    assert.ok(step.kind === 'redirect');
    const fields = Object.fromEntries(new URL(step.url).searchParams);
    assert.deepEqual([fields.method, fields.return_url], ['alipay.trade.page.pay', places.returnUrl]);
    assert.match(fields.biz_content ?? '', /FAST_INSTANT_TRADE_PAY/);
    assert.ok(isSignedByMerchant(listed(fields, ['sign']), fields.sign));
    await assert.rejects(open('app'), { name: 'PaymentSettingsError' });
  });

  it('Alipay: an answer that it has not signed names its code, and is believed by nobody', async () => {
    const unsigned = (told: Json): Answered => alipaySaid('alipay_trade_close_response', told, null);
    for (const [told, words] of [
      [{ code: '40002', sub_code: 'isv.app-unknown' }, 'not signed by the service (it says 40002 isv.app-unknown)'],
      [{ code: 40002 }, 'not signed by the service'],
    ] as const) {
      said = () => unsigned(told);
      await assert.rejects(methods.of('alipay').close(order('alipay')), { message: `Alipay: an answer is ${words}` });
    }
  });

  it('WeChat Pay: is asked for with what is paid and until when, signed by the merchant', async () => {
    said = () => wechatSaid({ code_url: 'weixin://1' });
    assert.deepEqual(await methods.of('wechat').create(order('wechat'), places), { kind: 'qr', text: 'weixin://1' });
    const { what, body = '', headers = {} } = asked[0] ?? {};
    assert.equal(what, 'POST /v3/pay/transactions/native');
    assert.deepEqual(JSON.parse(body), {
      mchid: '1900000001',
      appid: 'wx0000000000000001',
      description: 'Tollgate',
      out_trade_no: orderId,
      notify_url: places.notifyUrl,
      time_expire: '2026-11-21T04:00:00+00:00',
      amount: { total: 1230, currency: 'CNY' },
    });
    const {
      signature,
      timestamp = '',
      nonce_str: nonce = '',
    } = Object.fromEntries(
      [...String(headers.authorization).matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    assert.ok(isSignedByMerchant(`POST\n/v3/pay/transactions/native\n${timestamp}\n${nonce}\n${body}\n`, signature));
    assert.deepEqual(
      [headers['content-type'], headers['wechatpay-serial']],
      ['application/json', speakers.wechat.settings.public_key_id],
    );
    for (const answer of [wechatSaid({}), wechatSaid({ code_url: 'x' }, {}, 201), refusal(400, 'PARAM_ERROR')]) {
      said = () => answer;
      await assert.rejects(methods.of('wechat').create(order('wechat'), places), serviceError, answer.body);
    }
  });

  it('WeChat Pay: a question has no body and no type; what it refuses is reported with its code', async () => {
    for (const [answer, words] of [
      [refusal(403, 'NO_AUTH'), 'WeChat Pay: answered 403 NO_AUTH'],
      [{ status: 502, body: '<html>' }, 'WeChat Pay: answered 502'],
      [{ status: 300, body: '{}' }, 'WeChat Pay: answered 300'],
    ] as const) {
      said = () => answer;
      await assert.rejects(methods.of('wechat').query(order('wechat')), { message: words });
    }
    const { body, headers = {} } = asked[0] ?? {};
    assert.deepEqual([body, headers['content-type']], ['', undefined]);
  });

  it('Stripe: is asked for once under one id, with an address to go to', async () => {
    said = () => json({ id: 'cs_1', url: 'https://checkout.test/1' });
    const step = { kind: 'redirect', url: 'https://checkout.test/1', reference: 'cs_1' };
    assert.deepEqual(await methods.of('stripe').create(order('stripe'), places), step);
    const { fields, headers = {} } = asked[0] ?? {};
    assert.equal(headers['idempotency-key'], orderId);
    assert.deepEqual(fields, {
      mode: 'payment',
      client_reference_id: orderId,
      'metadata[order]': orderId,
      'payment_intent_data[metadata][checkout]': orderId,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'cny',
      'line_items[0][price_data][unit_amount]': '1230',
      'line_items[0][price_data][product_data][name]': 'Tollgate',
      success_url: places.returnUrl,
      cancel_url: places.returnUrl,
      expires_at: String(Math.floor(heldOrder.expiresAtMs / 1000)),
    });
    said = () => json({ id: 'cs_1', url: null });
    await assert.rejects(methods.of('stripe').create(order('stripe'), places), serviceError);
  });

  it('Stripe: one that was never prepared is open, and its service is not asked', async () => {
    said = () =>
      json({ id: 'cs_1', client_reference_id: orderId, payment_status: 'paid', payment_intent: 'pi_1', amount_total: 1230 });
    for (const step of [null, { kind: 'qr', text: 'x' }, { kind: 'redirect', url: 'x' }] as const) {
      assert.deepEqual(await methods.of('stripe').query({ ...order('stripe'), step }), { kind: 'open' });
      await methods.of('stripe').close({ ...order('stripe'), step });
    }
    assert.deepEqual(asked, []);
  });

  it('epay: goes to its page, signed over what is not empty', async () => {
    const step = await methods.of('epay').create(order('epay'), places);
    assert.ok(step.kind === 'redirect');
    const fields = Object.fromEntries(new URL(step.url).searchParams);
    const { sign, ...own } = fields;
    assert.deepEqual(own, {
      pid: '1001',
      out_trade_no: orderId,
      notify_url: places.notifyUrl,
      return_url: places.returnUrl,
      name: 'Tollgate',
      money: '12.30',
      sign_type: 'MD5',
    });
    assert.equal(sign, hash('md5', `${listed(fields, ['sign', 'sign_type'])}the-key-of-epay`));
  });

  it('epay: a fault does not show the key, which its address holds', async () => {
    said = () => ({ status: 500, body: '' });
    await assert.rejects(methods.of('epay').query(order('epay')), { message: 'epay: answered 500' });
    said = () => ({ body: 'the-key-of-epay is no JSON' });
    await assert.rejects(methods.of('epay').query(order('epay')), { message: 'epay: the service could not be asked' });
  });
});

it('an answer is read up to 256 KiB, and no further', async () => {
  const answer = (bytes: number): Answered => ({ body: '{"code":0}'.padEnd(bytes, ' ') });
  said = () => answer(256 * 1024);
  assert.deepEqual(await methods.of('epay').query(order('epay')), { kind: 'open' });
  said = () => answer(256 * 1024 + 1);
  await assert.rejects(methods.of('epay').query(order('epay')), { message: 'epay: an answer is too long' });
});

describe('an order that ends', () => {
  const session = (status: string): Answered => json({ id: 'cs_1', client_reference_id: orderId, status });
  const cases: readonly (readonly [Online, what: string, answer: Answered, isEnded: boolean])[] = [
    ['alipay', 'it is closed', alipay('close', {}), true],
    ['alipay', 'nobody has begun to pay it', alipayNo('close', '40004', 'ACQ.TRADE_NOT_EXIST'), true],
    ['alipay', 'it is refused', alipayNo('close', '40004', 'ACQ.TRADE_STATUS_ERROR'), false],
    ['wechat', 'it is closed', wechatSaid(null, {}, 204), true],
    ['wechat', 'it is closed with words', wechatSaid({}), true],
    ['wechat', 'it is being paid', wechatSaid({ code: 'USERPAYING' }, {}, 202), false],
    ['wechat', 'it is being paid, with the status of success', wechatSaid({ code: 'USERPAYING' }), false],
    ['wechat', 'it says only that it has heard', wechatSaid({}, {}, 202), false],
    ...['ORDERNOTEXIST', 'ORDER_NOT_EXIST', 'ORDER_CLOSED', 'ORDERCLOSED'].map(
      (code) => ['wechat', `it answers ${code}`, refusal(404, code), true] as const,
    ),
    ['wechat', 'it is refused', refusal(400, 'SYSTEM_ERROR'), false],
  ];
  for (const [name, what, answer, isEnded] of cases)
    it(`${name}: ${what}: ${isEnded ? 'ended' : 'asked again'}`, async () => {
      said = () => answer;
      const ending = methods.of(name).close(order(name));
      if (isEnded) await ending;
      else await assert.rejects(ending, serviceError);
    });

  for (const [status, isAsked] of Object.entries({ open: true, complete: true, expired: false }))
    it(`stripe: a session that is ${status} is ${isAsked ? '' : 'not '}ended`, async () => {
      said = () => session(status);
      await methods.of('stripe').close(order('stripe'));
      assert.equal(
        asked.some(({ what }) => what === 'POST /v1/checkout/sessions/cs_1/expire'),
        isAsked,
      );
    });

  it('wechat: an order that it does not know is open; another 404 says nothing', async () => {
    for (const code of ['ORDERNOTEXIST', 'ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS']) {
      said = () => refusal(404, code);
      assert.deepEqual(await methods.of('wechat').query(order('wechat')), { kind: 'open' });
    }
    for (const answer of [refusal(404, 'NOT_FOUND'), refusal(400, 'ORDERNOTEXIST')]) {
      said = () => answer;
      await assert.rejects(methods.of('wechat').query(order('wechat')), serviceError);
    }
  });
});

type Giving = Exclude<Online, 'epay'>;
const places4: Readonly<Record<Giving, string>> = {
  alipay: 'POST /gateway.do',
  wechat: 'POST /v3/refund/domestic/refunds',
  stripe: 'POST /v1/refunds',
};
const wish = { refundId: 'rfd_1', amountFen: 500n, notifyUrl: places.notifyUrl };
const wechatRefund = { out_refund_no: 'rfd_1', refund_id: 'R1', transaction_id: 'W1', status: 'SUCCESS' };
const stripeRefund = { id: 're_1', status: 'succeeded', amount: 500, payment_intent: 'pi_1', metadata: { refund: 'rfd_1' } };

describe('a refund', () => {
  const wishes: Readonly<Record<Giving, Json>> = {
    alipay: { out_trade_no: orderId, trade_no: 'T1', refund_amount: '5.00', out_request_no: 'rfd_1' },
    wechat: {
      transaction_id: 'W1',
      out_refund_no: 'rfd_1',
      notify_url: places.notifyUrl,
      amount: { refund: 500, total: 1230, currency: 'CNY' },
    },
    stripe: { payment_intent: 'pi_1', amount: '500', 'metadata[refund]': 'rfd_1' },
  };
  const given: Readonly<Record<Giving, Answered>> = {
    alipay: alipay('refund', { fund_change: 'Y' }),
    wechat: wechatSaid(wechatRefund),
    stripe: json(stripeRefund),
  };
  const references: Readonly<Record<Giving, string>> = { alipay: 'T1', wechat: 'R1', stripe: 're_1' };
  for (const name of Object.keys(wishes) as Giving[])
    it(`${name}: says of which payment, how much and under which number`, async () => {
      said = () => given[name];
      const standing = await methods.of(name).refund(heldPayment(name), wish);
      assert.deepEqual(standing, { kind: 'done', reference: references[name] });
      const { what, fields = {}, body = '', headers = {} } = asked[0] ?? {};
      assert.equal(what, places4[name]);
      const content = name === 'stripe' ? fields : (JSON.parse(name === 'alipay' ? (fields.biz_content ?? '') : body) as Json);
      assert.deepEqual(content, wishes[name]);
      if (name === 'stripe') assert.equal(headers['idempotency-key'], 'rfd_1');
    });

  /** `throws`: it is queried again. */
  type Row = readonly [Giving, what: string, answer: Answered, kind: RefundStatus['kind'] | 'throws'];
  const rows: readonly Row[] = [
    ['alipay', 'of another payment', alipay('refund', { fund_change: 'Y', trade_no: 'T2' }), 'throws'],
    ['alipay', 'of another order', alipay('refund', { fund_change: 'Y', out_trade_no: 'ord_2' }), 'throws'],
    ['alipay', 'refused for good', alipayNo('refund', '40004', 'ACQ.SELLER_BALANCE_NOT_ENOUGH'), 'failed'],
    ['alipay', 'refused in new words', alipayNo('refund', '40004', 'ACQ.SOMETHING_NEW'), 'doubtful'],
    ['alipay', 'refused without a word', alipayNo('refund', '40004'), 'throws'],
    ['alipay', 'refused by a fault', alipayNo('refund', '40004', 'aop.ACQ.SYSTEM_ERROR'), 'throws'],
    ['alipay', 'refused in words of a request', alipayNo('refund', '40002', 'ACQ.SELLER_BALANCE_NOT_ENOUGH'), 'throws'],
    ['wechat', 'under way', wechatSaid({ ...wechatRefund, status: 'PROCESSING' }), 'pending'],
    ['wechat', 'that is closed', wechatSaid({ ...wechatRefund, status: 'CLOSED' }), 'failed'],
    ['wechat', 'that an operator has to finish', wechatSaid({ ...wechatRefund, status: 'ABNORMAL' }), 'failed'],
    ['wechat', 'of another number', wechatSaid({ ...wechatRefund, out_refund_no: 'rfd_2' }), 'throws'],
    ['wechat', 'of another payment', wechatSaid({ ...wechatRefund, transaction_id: 'W2' }), 'throws'],
    ...[400, 403, 404].map((status): Row => [
      'wechat',
      `refused for good with ${String(status)}`,
      refusal(status, 'NOT_ENOUGH'),
      'failed',
    ]),
    ['wechat', 'refused in new words', refusal(403, 'SOMETHING_NEW'), 'doubtful'],
    ['wechat', 'refused without a word', { status: 403, body: '<html>' }, 'throws'],
    ['wechat', 'that it has no time for', refusal(429, 'NOT_ENOUGH'), 'throws'],
    ['wechat', 'refused by a fault', refusal(400, 'SYSTEM_ERROR'), 'throws'],
    ['stripe', 'under way', json({ ...stripeRefund, status: 'pending' }), 'pending'],
    ['stripe', 'that is called off', json({ ...stripeRefund, status: 'canceled' }), 'failed'],
    ['stripe', 'of another payment', json({ ...stripeRefund, payment_intent: 'pi_2' }), 'throws'],
    ['stripe', 'of a payment it does not name', json({ ...stripeRefund, payment_intent: null }), 'done'],
    ...[400, 402, 404].map((status): Row => [
      'stripe',
      `refused for good with ${String(status)}`,
      stripeError(status, 'charge_disputed'),
      'failed',
    ]),
    ['stripe', 'refused in new words', stripeError(400, 'something_new'), 'doubtful'],
    ['stripe', 'refused without a word', stripeError(400), 'doubtful'],
    ['stripe', 'while another is under way', stripeError(400, 'lock_timeout'), 'throws'],
    ['stripe', 'with a key that is past', stripeError(401, 'charge_disputed'), 'throws'],
  ];
  for (const [name, what, answer, kind] of rows)
    it(`${name}: ${what}: ${kind}`, async () => {
      said = () => answer;
      const refunded = methods.of(name).refund(heldPayment(name), wish);
      if (kind === 'throws') await assert.rejects(refunded, serviceError);
      else assert.equal((await refunded).kind, kind);
    });

  it('alipay: that moved no money is asked about', async () => {
    for (const [status, kind] of [
      ['REFUND_SUCCESS', 'done'],
      ['', 'unknown'],
    ]) {
      asked = [];
      said = () =>
        asked.length === 1
          ? alipay('refund', { fund_change: 'N' })
          : alipay('fastpay_refund_query', { out_request_no: 'rfd_1', refund_status: status });
      assert.equal((await methods.of('alipay').refund(heldPayment('alipay'), wish)).kind, kind);
    }
  });

  it('wechat: that it does not know was never asked for; another 404 says nothing', async () => {
    const query = () => methods.of('wechat').queryRefund(heldPayment('wechat'), 'rfd_1');
    said = () => refusal(404, 'RESOURCE_NOT_EXISTS');
    assert.deepEqual(await query(), { kind: 'unknown' });
    for (const answer of [refusal(404, 'NOT_FOUND'), refusal(403, 'RESOURCE_NOT_EXISTS')]) {
      said = () => answer;
      await assert.rejects(query(), serviceError);
    }
  });

  it('epay: is made by hand', async () => {
    await assert.rejects(methods.of('epay').refund(heldPayment('epay'), wish), /by hand/);
    assert.deepEqual(await methods.of('epay').queryRefund(heldPayment('epay'), 'rfd_1'), { kind: 'unknown' });
  });
});

describe('what has gone back of a payment on the pages of its service', () => {
  const part = { reference: 'x1', amountFen: 500n };
  const alipayPart = { out_request_no: 'x1', refund_status: 'REFUND_SUCCESS', refund_amount: '5.00' };
  const wechatPart = { ...wechatRefund, out_refund_no: 'x1', amount: { refund: 500, total: 1230 } };
  const stripePart = { ...stripeRefund, metadata: {} };
  const stripeList = (...data: readonly Json[]): Answered => json({ object: 'list', has_more: false, data });
  type Row = readonly [Giving, what: string, refund: string | null, answer: Answered, told: unknown];
  const rows: readonly Row[] = [
    ['alipay', 'is told', 'x1', alipay('fastpay_refund_query', alipayPart), [part]],
    ['alipay', 'is not through', 'x1', alipay('fastpay_refund_query', { ...alipayPart, refund_status: '' }), []],
    ['alipay', 'has no amount', 'x1', alipay('fastpay_refund_query', { ...alipayPart, refund_amount: '' }), 'unknown'],
    ['alipay', 'has no number', null, alipay('fastpay_refund_query', alipayPart), 'unknown'],
    ['wechat', 'is told', 'x1', wechatSaid(wechatPart), [{ ...part, reference: 'R1' }]],
    ['wechat', 'is not through', 'x1', wechatSaid({ ...wechatPart, status: 'PROCESSING' }), []],
    ['wechat', 'has no amount', 'x1', wechatSaid({ ...wechatPart, amount: {} }), []],
    ['wechat', 'has no number', null, wechatSaid(wechatPart), []],
    ['wechat', 'is not there', 'x1', refusal(404, 'RESOURCE_NOT_EXISTS'), []],
    [
      'stripe',
      'is listed, but for what is ours or not through',
      null,
      stripeList(stripePart, stripeRefund, { ...stripePart, status: 'pending' }),
      [{ ...part, reference: 're_1' }],
    ],
    ['stripe', 'is nothing', null, stripeList(), []],
  ];
  for (const [name, what, refund, answer, told] of rows)
    it(`${name}: ${what}`, async () => {
      said = () => answer;
      assert.deepEqual(await methods.of(name).reversals?.(heldPayment(name), refund), told);
    });
});

it('keys and settings that cannot be right are refused, each by its name', async () => {
  const services = createPaymentServices({ nowMs: () => nowMs, nonce: () => 'nonce' });
  const { wechat } = speakers;
  const cases: readonly (readonly [PaymentMethodName, Json, Json, field: string])[] = [
    ['wechat', wechat.settings, { ...wechat.secrets, api_v3_key: 'short' }, 'api_v3_key'],
    ['wechat', { ...wechat.settings, public_key_id: undefined }, wechat.secrets, 'public_key_id'],
    ['wechat', wechat.settings, { ...wechat.secrets, public_key: '' }, 'public_key'],
    ['wechat', wechat.settings, { ...wechat.secrets, private_key: 'x' }, 'private_key'],
    ['alipay', speakers.alipay.settings, { ...speakers.alipay.secrets, alipay_public_key: 'x' }, 'alipay_public_key'],
  ];
  for (const [name, settings, secrets, field] of cases)
    await assert.rejects(services.open(name, { settings, secrets } as never), { name: 'PaymentSettingsError', field });
  const { public_key: _, ...withoutKey } = wechat.secrets;
  await services.open('wechat', { settings: { ...wechat.settings, public_key_id: '' }, secrets: withoutKey } as never);
});

it('certificates of WeChat Pay are asked for once a minute, however many messages name an unknown key', async () => {
  let [atMs, times] = [nowMs, 0];
  let answer = refusal(404, 'RESOURCE_NOT_EXISTS');
  const own = await openMethods(
    () => {
      times += 1;
      return answer;
    },
    () => atMs,
  );
  const learn = () => own.of('wechat').learnKey?.('PUB_KEY_ID_2');
  try {
    await assert.rejects(async () => learn(), { message: 'WeChat Pay: gave no platform certificates: 404 RESOURCE_NOT_EXISTS' });
    atMs += 59_999;
    assert.deepEqual([await learn(), times], [false, 1]);
    atMs += 1;
    answer = { status: 404, body: '{"code":1}' };
    await assert.rejects(async () => learn(), { message: 'WeChat Pay: gave no platform certificates: 404' });
    assert.equal(times, 2);
  } finally {
    await own.end();
  }
});
