import { AlipaySdk } from 'alipay-sdk';
import {
  PaymentServiceError,
  type CallbackRefusal,
  type OrderStanding,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
  type RefundStanding,
} from '../domain/payments/payment-method.ts';
import { PaymentSettingsError, type MethodField, type MethodSettings } from '../domain/payments/payment-services.ts';
import type { PaymentOrder, ReceivedPayment } from '../domain/payments/payment-order.ts';
import { readPrivateKey, readPublicKey } from './payment-keys.ts';
import { asked, fenOf, fieldsOf, yuanOf } from './payment-reading.ts';

export const alipayFields: readonly MethodField[] = [
  { name: 'app_id', isSecret: false, isRequired: true },
  { name: 'seller_id', isSecret: false, isRequired: true },
  { name: 'private_key', isSecret: true, isRequired: true },
  { name: 'alipay_public_key', isSecret: true, isRequired: true },
  { name: 'mode', isSecret: false, isRequired: false },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];

const address = 'https://openapi.alipay.com';
const timeoutMs = 10_000;
/** The zone in which the service writes and reads times. */
const zoneMs = 8 * 3_600_000;
const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

type Answer = Readonly<Record<string, unknown>>;

function refusal(reason: string): CallbackRefusal {
  return { kind: 'refusal', reason };
}

/** `2026-11-22 18:00:00`, of its own zone. */
function timeText(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(0, 19).replace('T', ' ');
}

interface Receiver {
  readonly sdk: AlipaySdk;
  readonly appId: string;
  readonly sellerId: string;
}

function isSigned(sdk: AlipaySdk, fields: Readonly<Record<string, string>>): boolean {
  // The message names its own signature, and the library takes the weaker one, too.
  if (fields.sign_type !== 'RSA2') return false;
  try {
    return sdk.checkNotifySignV2(fields);
  } catch {
    return false;
  }
}

function readReport({ sdk, appId, sellerId }: Receiver, { body }: RawCallback): PaymentEvent | CallbackRefusal {
  const fields = fieldsOf(new URLSearchParams(body.toString('utf8')));
  if (fields === null) return refusal('a field is named twice');
  if (!isSigned(sdk, fields)) return refusal('the signature is not right');
  if (fields.app_id !== appId) return refusal('it is for another app_id');
  if (fields.seller_id !== sellerId) return refusal('it is for another seller_id');
  const { out_trade_no: orderId = '', trade_status: status = '' } = fields;
  if (!paidStates.includes(status)) return { kind: 'ignored', what: status };
  const amountFen = fenOf(fields.total_amount);
  const { trade_no: externalId = '' } = fields;
  if (amountFen === null || externalId === '' || orderId === '') return refusal('it does not say what was paid');
  const payment = { method: 'alipay', externalId, orderId, amountFen, currency: 'CNY', payer: null } as const;
  return { kind: 'paid', payment, mustConfirm: false };
}

/** @param url another address than the service's own, of tests. */
export function openAlipay({ settings, secrets }: MethodSettings, url = address): PaymentMethod {
  const { app_id: appId = '', seller_id: sellerId = '', mode = 'qr', subject = 'Tollgate' } = settings;
  if (mode !== 'qr' && mode !== 'page') throw new PaymentSettingsError('mode', 'must be "qr" or "page"');
  const privateKey = readPrivateKey('private_key', secrets.private_key);
  const publicKey = readPublicKey('alipay_public_key', secrets.alipay_public_key);
  const sdk = new AlipaySdk({
    ...{ appId, signType: 'RSA2', keyType: 'PKCS1', timeout: timeoutMs, gateway: `${url}/gateway.do`, endpoint: url },
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }),
    alipayPublicKey: publicKey.export({ type: 'spki', format: 'pem' }),
  });

  /** Answers are believed only with their signature. */
  const exec = (method: string, bizContent: object, more: object = {}): Promise<Answer> =>
    asked('Alipay', () => sdk.exec(method, { ...more, bizContent }, { validateSign: true }));

  function faultOf(what: string, { code, msg, subCode, subMsg }: Answer): PaymentServiceError {
    return new PaymentServiceError(`Alipay ${what}: ${[code, msg, subCode, subMsg].filter(Boolean).join(' ')}`);
  }

  function paymentOf(orderId: string, tradeNo: unknown, total: unknown): ReceivedPayment {
    const amountFen = fenOf(total);
    if (typeof tradeNo !== 'string' || tradeNo === '' || amountFen === null)
      throw new PaymentServiceError('Alipay: an answer does not say what was paid');
    return { method: 'alipay', externalId: tradeNo, orderId, amountFen, currency: 'CNY', payer: null };
  }

  async function create(order: PaymentOrder, { notifyUrl, returnUrl }: { notifyUrl: string; returnUrl: string }) {
    const content = {
      ...{ out_trade_no: order.id, total_amount: yuanOf(order.amountFen), subject, time_expire: timeText(order.expiresAtMs) },
    };
    if (mode === 'page') {
      const page = { ...content, product_code: 'FAST_INSTANT_TRADE_PAY' };
      return {
        kind: 'redirect',
        url: sdk.pageExecute('alipay.trade.page.pay', 'GET', { bizContent: page, notifyUrl, returnUrl }),
      } as const;
    }
    const answer = await exec('alipay.trade.precreate', content, { notifyUrl });
    if (answer.code !== '10000' || typeof answer.qrCode !== 'string') throw faultOf('took no order', answer);
    return { kind: 'qr', text: answer.qrCode } as const;
  }

  async function query({ id }: PaymentOrder): Promise<OrderStanding> {
    const answer = await exec('alipay.trade.query', { out_trade_no: id });
    // Nobody has scanned it yet.
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { kind: 'open' };
    if (answer.code !== '10000' || answer.outTradeNo !== id) throw faultOf('does not tell of an order', answer);
    const status = String(answer.tradeStatus);
    if (paidStates.includes(status)) return { kind: 'paid', payment: paymentOf(id, answer.tradeNo, answer.totalAmount) };
    return { kind: status === 'TRADE_CLOSED' ? 'closed' : 'open' };
  }

  async function queryRefund({ id }: PaymentOrder, refundId: string): Promise<RefundStanding> {
    const answer = await exec('alipay.trade.fastpay.refund.query', { out_trade_no: id, out_request_no: refundId });
    if (answer.code !== '10000') throw faultOf('does not tell of a refund', answer);
    return answer.refundStatus === 'REFUND_SUCCESS' ? { kind: 'done', reference: String(answer.tradeNo) } : { kind: 'unknown' };
  }

  return {
    name: 'alipay',
    create,
    readCallback: (raw) => readReport({ sdk, appId, sellerId }, raw),
    query,
    async close({ id }) {
      const answer = await exec('alipay.trade.close', { out_trade_no: id });
      if (answer.code !== '10000' && answer.subCode !== 'ACQ.TRADE_NOT_EXIST') throw faultOf('did not close an order', answer);
    },
    async refund(order, refundId, amountFen) {
      const content = { out_trade_no: order.id, refund_amount: yuanOf(amountFen), out_request_no: refundId };
      const answer = await exec('alipay.trade.refund', content);
      if (answer.code === '40004') return { kind: 'failed', reason: faultOf('refused a refund', answer).message };
      if (answer.code !== '10000') throw faultOf('did not take a refund', answer);
      return answer.fundChange === 'Y' ? { kind: 'done', reference: String(answer.tradeNo) } : queryRefund(order, refundId);
    },
    queryRefund,
    ack: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'failure' }),
  };
}
