import { createHmac, hash, type KeyObject } from 'node:crypto';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import type { PaymentMethod, RawCallback } from '../../../../src/domain/payments/payment-method.ts';
import type { PaymentOrder, ReceivedPayment } from '../../../../src/domain/payments/payment-order.ts';
import { createPaymentServices } from '../../../../src/payments/registry.ts';
import { newKeys, pem, rsaSign, serve, type Answered } from './fake-service.ts';

/** Messages of payment services in their format, signed with our own keys; further fields replace the usual ones. */
export type Json = Record<string, unknown>;

export const nowMs = Date.UTC(2026, 10, 21, 4);
const service = newKeys();
export const stranger = newKeys();
export const merchant = newKeys();
const apiKey = 'WechatApiV3KeyOfTheseTests012345';
const publicKeyId = 'PUB_KEY_ID_0000000001';
export const orderId = 'ord_0123456789abcdef';

/** How a message is sent: signer, time, and differences from a valid one. */
export interface Sent {
  readonly told?: Json;
  /** The signing key; `null` for an unknown one. */
  readonly key?: KeyObject | null;
  readonly ageSeconds?: number;
  /** The API v3 key that encrypts a report of WeChat Pay. */
  readonly sealedWith?: string;
}

interface Speaker {
  readonly settings: Json;
  readonly secrets: Json;
  /** A report of the payment. */
  readonly report: (sent: Sent) => Omit<RawCallback, 'nowMs'>;
  /** The response to a query of the order. */
  readonly answer: (sent: Sent) => Answered;
  /** The response to a query of a refund. */
  readonly refund: (sent: Sent) => Answered;
  /** The right values, in the format of the service. */
  readonly externalId: string;
}

export const raw = (body: string, headers: Record<string, string> = {}, query = {}): Omit<RawCallback, 'nowMs'> => ({
  body: Buffer.from(body),
  headers,
  query,
});

export const listed = (fields: Json, without: readonly string[] = []): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${String(fields[name])}`)
    .join('&');

const alipay: Speaker = {
  settings: { app_id: '2021000000000001', seller_id: '2088000000000001' },
  secrets: { private_key: pem(merchant.privateKey), alipay_public_key: pem(service.publicKey) },
  externalId: 'T1',
  report({ told = {}, key = service.privateKey }) {
    const fields = {
      app_id: '2021000000000001',
      seller_id: '2088000000000001',
      out_trade_no: orderId,
      trade_no: 'T1',
      total_amount: '12.30',
      trade_status: 'TRADE_SUCCESS',
      ...told,
    };
    const sign = key === null ? {} : { sign: rsaSign(listed(fields), key), sign_type: 'RSA2' };
    return raw(new URLSearchParams({ ...fields, ...sign }).toString());
  },
  answer: ({ told = {}, key = service.privateKey }) =>
    alipaySaid('alipay_trade_query_response', { trade_status: 'TRADE_SUCCESS', total_amount: '12.30', ...told }, key),
  refund: ({ told = {}, key = service.privateKey }) =>
    alipaySaid(
      'alipay_trade_fastpay_refund_query_response',
      { out_request_no: 'rfd_1', refund_status: 'REFUND_SUCCESS', ...told },
      key,
    ),
};

export function alipaySaid(name: string, told: Json, key: KeyObject | null = service.privateKey): Answered {
  const text = JSON.stringify({ code: '10000', out_trade_no: orderId, trade_no: 'T1', ...told });
  return { body: `{"${name}":${text}${key === null ? '' : `,"sign":"${rsaSign(text, key)}"`}}` };
}

function wechatProof(body: string, { key = service.privateKey, ageSeconds = 0, told = {} }: Sent): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000) - ageSeconds);
  if (key === null) return {};
  const { serial = publicKeyId } = told;
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': 'nonce',
    'wechatpay-serial': String(serial),
    'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, 'nonce', body), key),
  };
}

const wechatTold = {
  mchid: '1900000001',
  appid: 'wx0000000000000001',
  out_trade_no: orderId,
  transaction_id: 'W1',
  trade_state: 'SUCCESS',
  amount: { total: 1230, payer_total: 1000, currency: 'CNY' },
};
export const wechatSaid = (content: Json | null, sent: Sent = {}, status = 200): Answered => {
  const body = content === null ? '' : JSON.stringify(content);
  return { status, body, headers: wechatProof(body, sent) };
};

const wechat: Speaker = {
  settings: { mchid: '1900000001', appid: 'wx0000000000000001', serial: 'MERCHANT', public_key_id: publicKeyId },
  secrets: { private_key: pem(merchant.privateKey), public_key: pem(service.publicKey), api_v3_key: apiKey },
  externalId: 'W1',
  report(sent) {
    const nonce = 'n'.repeat(12);
    const { told = {}, sealedWith = apiKey } = sent;
    const ciphertext = Aes.AesGcm.encrypt(JSON.stringify({ ...wechatTold, ...told }), sealedWith, nonce, 'transaction');
    const resource = { ciphertext, nonce, associated_data: 'transaction' };
    const { event_type: type = 'TRANSACTION.SUCCESS', create_time: createdAt } = told;
    const body = JSON.stringify({ event_type: type, create_time: createdAt, resource });
    return raw(body, wechatProof(body, sent));
  },
  answer: (sent) => wechatSaid({ ...wechatTold, ...sent.told }, sent),
  refund: (sent) =>
    wechatSaid({ out_refund_no: 'rfd_1', refund_id: 'R1', transaction_id: 'W1', status: 'SUCCESS', ...sent.told }, sent),
};

const session = {
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: orderId,
  payment_intent: 'pi_1',
  mode: 'payment',
  amount_total: 1230,
  currency: 'cny',
  payment_status: 'paid',
  status: 'complete',
};
export const json = (content: Json): Answered => ({ body: JSON.stringify(content) });

const stripe: Speaker = {
  settings: {},
  secrets: { secret_key: 'sk_live_of_these_tests', webhook_secret: 'whsec_of_these_tests' },
  externalId: 'pi_1',
  report({ told = {}, key = service.privateKey, ageSeconds = 0 }) {
    const { livemode = true, type = 'checkout.session.completed', created, ...own } = told;
    const body = JSON.stringify({ object: 'event', type, livemode, created, data: { object: { ...session, ...own } } });
    const seconds = String(Math.floor(nowMs / 1000) - ageSeconds);
    const secret = key === service.privateKey ? 'whsec_of_these_tests' : 'whsec_of_a_stranger';
    const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return raw(body, key === null ? {} : { 'stripe-signature': `t=${seconds},v1=${signature}` });
  },
  answer: ({ told = {} }) => json({ ...session, ...told }),
  refund: ({ told = {} }) =>
    json({
      object: 'list',
      data: [{ id: 're_1', status: 'succeeded', payment_intent: 'pi_1', metadata: { refund: 'rfd_1' }, ...told }],
    }),
};

const epay: Speaker = {
  settings: { pid: '1001' },
  secrets: { key: 'the-key-of-epay' },
  externalId: 'E1',
  report({ told = {}, key = service.privateKey }) {
    const fields = {
      pid: '1001',
      trade_no: 'E1',
      out_trade_no: orderId,
      type: 'alipay',
      money: '12.30',
      trade_status: 'TRADE_SUCCESS',
      ...told,
    };
    const sign = hash('md5', listed(fields) + (key === service.privateKey ? 'the-key-of-epay' : 'of-a-stranger'));
    return raw('', {}, { ...fields, ...(key === null ? {} : { sign, sign_type: 'MD5' }) });
  },
  answer: ({ told = {} }) =>
    json({ code: 1, pid: 1001, trade_no: 'E1', out_trade_no: orderId, money: '12.30', status: 1, ...told }),
  refund: () => json({}),
};

export const speakers = { alipay, wechat, stripe, epay } as const;
export type Online = keyof typeof speakers;

/** The paid order. */
export const heldOrder: PaymentOrder = {
  id: orderId,
  accountId: 'acc_1',
  method: 'alipay',
  purpose: 'top_up',
  state: 'open',
  amountFen: 1230n,
  remark: 'TG1',
  step: { kind: 'redirect', url: 'https://checkout.test', reference: 'cs_1' },
  madeBy: 'x',
  createdAtMs: nowMs,
  expiresAtMs: nowMs + 1,
  paidAtMs: null,
  closedAtMs: null,
  refundedFen: 0n,
  refundingFen: 0n,
  fault: null,
};

/** The payment that a valid report describes. */
export function heldPayment(name: Online): ReceivedPayment {
  return { method: name, externalId: speakers[name].externalId, orderId, amountFen: 1230n, currency: 'CNY', payer: null };
}

export interface HeldMethods {
  readonly of: (name: Online) => PaymentMethod;
  readonly end: () => Promise<void>;
}

/** The methods, each with a server that replaces the service. */
export async function openMethods(handle: Parameters<typeof serve>[0], clock = () => nowMs): Promise<HeldMethods> {
  const { url, end } = await serve(handle);
  const names = Object.keys(speakers) as Online[];
  const services = createPaymentServices(
    { nowMs: clock, nonce: () => 'nonce' },
    Object.fromEntries(names.map((name) => [name, url])),
  );
  const open = async (name: Online) => {
    const { settings, secrets } = speakers[name];
    return [name, await services.open(name, { settings, secrets } as Parameters<typeof services.open>[1])] as const;
  };
  const methods = Object.fromEntries(await Promise.all(names.map(open))) as Record<Online, PaymentMethod>;
  return { of: (name) => methods[name], end };
}
