/**
 * Goal: we accept a signature of Alipay or Stripe exactly if their own libraries do. Method: the libraries judge the same reports, with
 * empty fields, percent signs and Chinese, unchanged and modified; and they query the server that our other tests query.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { after, it } from 'node:test';
import { Stripe } from 'stripe';
import { isAlipayReport } from '../../../src/payments/alipay-protocol.ts';
import { createPaymentServices } from '../../../src/payments/registry.ts';
import { alipayIds, startFakeAlipay } from './services/fake-alipay.ts';
import { newKeys, pem, rsaSign } from './services/fake-service.ts';

type Form = Record<string, string>;

const alipay = await startFakeAlipay();
after(() => alipay.close());

const signed = (fields: Form, withEmpty: boolean, key = alipay.keys.privateKey): Form => {
  const listed = Object.keys(fields)
    .filter((name) => withEmpty || fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name] ?? ''}`);
  return { ...fields, sign: rsaSign(listed.join('&'), key), sign_type: 'RSA2' };
};

const plain: Form = { app_id: alipayIds.appId, out_trade_no: 'ord_1', total_amount: '12.30', trade_status: 'TRADE_SUCCESS' };
const fields: readonly Form[] = [
  plain,
  { ...plain, subject: '充值 100% 到账 & 更多=+' },
  { ...plain, body: '', passback_params: '' },
  { ...plain, subject: '', refund_fee: '0.00', gmt_refund: '' },
  { ...plain, fund_bill_list: '[{"amount":"12.30","fundChannel":"ALIPAYACCOUNT"}]', Zeta: '1', _under: '' },
];
const strange = newKeys();
const forms: readonly Form[] = fields.flatMap((one) => [
  signed(one, true),
  { ...signed(one, true), total_amount: '99999.00' },
  { ...signed(one, true), added: 'x' },
  signed(one, true, strange.privateKey),
  { ...signed(one, true), sign: '' },
]);

it("Alipay's own library and we believe the same reports", async () => {
  alipay.orders.set('ord_1', {
    id: 'ord_1',
    amount: '12.30',
    notifyUrl: '',
    returnUrl: '',
    paid: true,
    closed: false,
    refunds: new Map(),
  });
  const script = new URL('services/alipay-sdk-process.ts', import.meta.url);
  const child = spawn(process.execPath, [script.pathname], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(
    JSON.stringify({
      appId: alipayIds.appId,
      orderId: 'ord_1',
      gateway: `${alipay.url}/gateway.do`,
      forms,
      privateKey: pem(alipay.merchant.privateKey).replaceAll(/-----.*-----|\s/g, ''),
      alipayPublicKey: pem(alipay.keys.publicKey).replaceAll(/-----.*-----|\s/g, ''),
    }),
  );
  const { verdicts, answer } = JSON.parse(await text(child.stdout)) as { verdicts: boolean[]; answer: { tradeStatus: string } };
  assert.deepEqual(
    forms.map((form) => isAlipayReport({ publicKey: alipay.keys.publicKey }, form)),
    verdicts,
  );
  assert.equal(verdicts.filter(Boolean).length, fields.length);
  assert.equal(answer.tradeStatus, 'TRADE_SUCCESS', 'and the server of our tests speaks as it expects');
});

it('reports that leave empty fields out of what is signed, as the documentation says, are believed, too', () => {
  for (const one of fields) assert.ok(isAlipayReport({ publicKey: alipay.keys.publicKey }, signed(one, false)));
});

it("reports that Stripe's own library signs are believed for five minutes", async () => {
  const nowMs = Date.UTC(2026, 10, 21, 4);
  const services = createPaymentServices({ nowMs: () => nowMs, nonce: () => 'nonce' });
  const secret = 'whsec_of_these_tests';
  const method = await services.open('stripe', { settings: {}, secrets: { secret_key: 'sk_test_x', webhook_secret: secret } });
  const session = { mode: 'payment', client_reference_id: 'ord_1', payment_intent: 'pi_1', amount_total: 1230, currency: 'cny' };
  const event = { object: 'event', type: 'checkout.session.completed', data: { object: { ...session, payment_status: 'paid' } } };
  const payload = JSON.stringify(event);
  const client = new Stripe('sk_test_x');
  const kindAfter = (seconds: number): string => {
    const timestamp = nowMs / 1000 - seconds;
    const signature = client.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return method.readCallback({ body: Buffer.from(payload), headers: { 'stripe-signature': signature }, query: {}, nowMs }).kind;
  };
  assert.deepEqual([0, 299, 301].map(kindAfter), ['paid', 'paid', 'refusal']);
});
