import { Aes, Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import {
  PaymentServiceError,
  type CallbackRefusal,
  type OrderStanding,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
  type RefundStanding,
} from '../domain/payments/payment-method.ts';
import { PaymentSettingsError, type MethodSettings } from '../domain/payments/payment-services.ts';
import type { PaymentOrder, ReceivedPayment } from '../domain/payments/payment-order.ts';
import { readPrivateKey, readPublicKey } from './payment-keys.ts';
import { asked } from './payment-reading.ts';

const address = 'https://api.mch.weixin.qq.com';
const timeoutMs = 10_000;
const answerBytesMax = 256 * 1024;
/** A report is believed so long before and after its time. */
const toleranceMs = 300_000;

type Json = Readonly<Record<string, unknown>>;

function refusal(reason: string): CallbackRefusal {
  return { kind: 'refusal', reason };
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** What the service said, and its status, of an answer that was none of success. */
function refusedWith(error: unknown): { readonly status: number; readonly code: string } | null {
  const { status, data } = object(object(error).response);
  return typeof status === 'number' ? { status, code: String(object(data).code) } : null;
}

function refundStanding({ status, refund_id: reference }: Json): RefundStanding {
  if (status === 'SUCCESS') return { kind: 'done', reference: String(reference) };
  if (status === 'PROCESSING') return { kind: 'pending' };
  return { kind: 'failed', reason: `WeChat Pay: the refund is ${String(status)}` };
}

interface Merchant {
  readonly mchid: string;
  readonly appid: string;
}

/** A transaction as reports and answers tell of it; `null`: it is another merchant's, or says too little. */
function readTransaction({ mchid, appid }: Merchant, told: Json): ReceivedPayment | null {
  const { total, currency = 'CNY' } = object(told.amount);
  const { transaction_id: externalId, out_trade_no: orderId } = told;
  if (told.mchid !== mchid || told.appid !== appid) return null;
  if (typeof externalId !== 'string' || typeof orderId !== 'string' || typeof total !== 'number' || !Number.isSafeInteger(total))
    return null;
  // What the payer paid may be less, with a coupon; what arrives is the total.
  return { method: 'wechat', externalId, orderId, amountFen: BigInt(total), currency: String(currency), payer: null };
}

function readRefund({ mchid }: Merchant, told: Json): PaymentEvent | CallbackRefusal {
  const { out_refund_no: refundId, refund_id: reference, refund_status: status } = told;
  if (told.mchid !== mchid || typeof refundId !== 'string') return refusal('it is for another merchant');
  return { kind: 'refunded', refundId, standing: refundStanding({ status, refund_id: reference }) };
}

interface Receiver extends Merchant {
  readonly keyId: string;
  readonly publicKey: string;
  readonly apiKey: string;
}

function isSigned({ keyId, publicKey }: Receiver, { body, headers, nowMs }: RawCallback): boolean {
  const of = (name: string): string => {
    const value = headers[`wechatpay-${name}`];
    return typeof value === 'string' ? value : '';
  };
  const sentMs = Number(of('timestamp')) * 1000;
  if (of('serial') !== keyId || !(Math.abs(nowMs - sentMs) <= toleranceMs)) return false;
  try {
    return Rsa.verify(`${of('timestamp')}\n${of('nonce')}\n${body.toString('utf8')}\n`, of('signature'), publicKey);
  } catch {
    return false;
  }
}

function readReport(receiver: Receiver, raw: RawCallback): PaymentEvent | CallbackRefusal {
  if (!isSigned(receiver, raw)) return refusal('the signature is not right, or its time is past');
  let told: Json;
  let type: string;
  try {
    const message = object(JSON.parse(raw.body.toString('utf8')));
    const { event_type, resource } = message;
    type = String(event_type);
    if (type !== 'TRANSACTION.SUCCESS' && !type.startsWith('REFUND.')) return { kind: 'ignored', what: type };
    const { ciphertext, nonce, associated_data: data = '' } = object(resource);
    told = object(JSON.parse(Aes.AesGcm.decrypt(String(ciphertext), receiver.apiKey, String(nonce), String(data))));
  } catch {
    return refusal('it does not open');
  }
  if (type.startsWith('REFUND.')) return readRefund(receiver, told);
  if (told.trade_state !== 'SUCCESS') return { kind: 'ignored', what: String(told.trade_state) };
  const payment = readTransaction(receiver, told);
  return payment === null ? refusal('it is for another merchant or app') : { kind: 'paid', payment, mustConfirm: false };
}

/** @param url another address than the service's own, of tests. */
export function openWechat({ settings, secrets }: MethodSettings, url = address): PaymentMethod {
  const { mchid = '', appid = '', serial = '', public_key_id: keyId = '', subject = 'Tollgate' } = settings;
  const { api_v3_key: apiKey = '' } = secrets;
  if (Buffer.byteLength(apiKey) !== 32) throw new PaymentSettingsError('api_v3_key', 'must have 32 characters');
  const publicKey = readPublicKey('public_key', secrets.public_key).export({ type: 'spki', format: 'pem' });
  const privateKey = readPrivateKey('private_key', secrets.private_key).export({ type: 'pkcs8', format: 'pem' });
  const { v3 } = new Wechatpay({
    ...{ mchid, serial, privateKey, certs: { [keyId]: publicKey } },
    ...{ baseURL: url, timeout: timeoutMs, maxRedirects: 0, maxContentLength: answerBytesMax, proxy: false as const },
  }).client;
  const ask = <Answer>(request: () => Promise<Answer>): Promise<Answer> => asked('WeChat Pay', request);

  /** `null`: there is none. */
  async function read(path: string): Promise<Json | null> {
    try {
      return object((await v3.get(path)).data);
    } catch (error) {
      if (refusedWith(error)?.status === 404) return null;
      return ask(() => Promise.reject(error as Error));
    }
  }

  const places = ({ id }: PaymentOrder): string => `v3/pay/transactions/out-trade-no/${id}`;

  async function query(order: PaymentOrder): Promise<OrderStanding> {
    const told = await read(`${places(order)}?mchid=${mchid}`);
    if (told === null) return { kind: 'open' };
    // What was paid and has gone back in part is told of so.
    if (told.trade_state === 'SUCCESS' || told.trade_state === 'REFUND') {
      const payment = readTransaction({ mchid, appid }, told);
      if (payment?.orderId !== order.id) throw new PaymentServiceError('WeChat Pay: an answer is about another order');
      return { kind: 'paid', payment };
    }
    return { kind: told.trade_state === 'CLOSED' || told.trade_state === 'REVOKED' ? 'closed' : 'open' };
  }

  return {
    name: 'wechat',
    refundWay: 'service',
    async create(order, { notifyUrl }) {
      const content = {
        ...{ mchid, appid, description: subject, out_trade_no: order.id, notify_url: notifyUrl },
        time_expire: `${new Date(order.expiresAtMs).toISOString().slice(0, 19)}+00:00`,
        amount: { total: Number(order.amountFen), currency: 'CNY' },
      };
      const { code_url: text } = object((await ask(() => v3.post('v3/pay/transactions/native', content))).data);
      if (typeof text !== 'string') throw new PaymentServiceError('WeChat Pay: an order has no code');
      return { kind: 'qr', text };
    },
    readCallback: (raw) => readReport({ mchid, appid, keyId, publicKey, apiKey }, raw),
    query,
    async close(order) {
      await ask(() => v3.post(`${places(order)}/close`, { mchid }));
    },
    async refund({ externalId, amountFen: total }, { refundId, amountFen, notifyUrl }) {
      const amount = { refund: Number(amountFen), total: Number(total), currency: 'CNY' };
      const content = { transaction_id: externalId, out_refund_no: refundId, notify_url: notifyUrl, amount };
      try {
        return refundStanding(object((await v3.post('v3/refund/domestic/refunds', content)).data));
      } catch (error) {
        const refused = refusedWith(error);
        if (refused !== null && [400, 403].includes(refused.status) && refused.code !== 'SYSTEM_ERROR')
          return { kind: 'failed', reason: `WeChat Pay refused the refund: ${refused.code}` };
        return ask(() => Promise.reject(error as Error));
      }
    },
    async queryRefund(_payment, refundId) {
      const told = await read(`v3/refund/domestic/refunds/${refundId}`);
      return told === null ? { kind: 'unknown' } : refundStanding(told);
    },
    ack: (isTaken) => ({
      ...{ status: isTaken ? 200 : 400, type: 'application/json; charset=utf-8' },
      body: isTaken ? '{"code":"SUCCESS"}' : '{"code":"FAIL","message":"not taken"}',
    }),
  };
}
