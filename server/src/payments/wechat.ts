import {
  PaymentServiceError,
  type CallbackRefusal,
  type OrderStatus,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
  type RefundStatus,
  type RefundOrder,
} from '../domain/payments/payment-method.ts';
import { PaymentSettingsError, type MethodField, type MethodSettings } from '../domain/payments/payment-services.ts';
import type { PaymentOrder, ReceivedPayment, Reversal } from '../domain/payments/payment-order.ts';
import { isOurRefund } from '../domain/payments/payout.ts';
import { readPrivateKey, readPublicKey } from './payment-keys.ts';
import { asked, refusal } from './payment-reading.ts';
import { openSealed, WechatKeys } from './wechat-keys.ts';
import {
  objectOf,
  proofOf,
  refusalFault,
  standingOf,
  wechatClient,
  type Json,
  type WechatAnswer,
  type WechatClient,
  type WechatMerchant,
} from './wechat-protocol.ts';

/**
 * The settings of WeChat Pay. If the merchant has no public key, signatures are verified with platform certificates, which the service
 * provides.
 */
export const wechatFields: readonly MethodField[] = [
  { name: 'mchid', isSecret: false, isRequired: true },
  { name: 'appid', isSecret: false, isRequired: true },
  { name: 'serial', isSecret: false, isRequired: true },
  { name: 'public_key_id', isSecret: false, isRequired: false },
  { name: 'private_key', isSecret: true, isRequired: true, isKey: true },
  { name: 'public_key', isSecret: true, isRequired: false, isKey: true },
  { name: 'api_v3_key', isSecret: true, isRequired: true },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];

const address = 'https://api.mch.weixin.qq.com';

/** Refusals of a refund that are final. */
const finalRefusals = [
  'NOT_ENOUGH',
  'USER_ACCOUNT_ABNORMAL',
  'TRADE_OVERDUE',
  'PARAM_ERROR',
  'MCH_NOT_EXISTS',
  'RESOURCE_NOT_EXISTS',
];
/** Codes that leave the result of a request open. */
const unclearRefusals = ['SYSTEM_ERROR', 'BIZERR_NEED_RETRY', 'FREQUENCY_LIMITED', 'RATELIMIT_EXCEEDED'];
/** The order was not created, or is closed. */
const endedOrders = ['ORDERNOTEXIST', 'ORDER_NOT_EXIST', 'ORDER_CLOSED', 'ORDERCLOSED'];
const noSuchThing = ['ORDERNOTEXIST', 'ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS'];

function fenAt(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** `null` for an unknown state. */
function refundStatus(status: unknown, reference: unknown): RefundStatus | null {
  if (status === 'SUCCESS') return { kind: 'done', reference: String(reference) };
  if (status === 'PROCESSING') return { kind: 'pending' };
  if (status === 'CLOSED' || status === 'ABNORMAL') return { kind: 'failed', reason: `WeChat Pay: the refund is ${status}` };
  return null;
}

interface Merchant {
  readonly mchid: string;
  readonly appid: string;
}

/** A transaction in reports and responses; `null` if it belongs to another merchant, or is incomplete. */
function readTransaction({ mchid, appid }: Merchant, told: Json): ReceivedPayment | null {
  const { total, currency = 'CNY' } = objectOf(told.amount);
  const { transaction_id: externalId, out_trade_no: orderId } = told;
  const amountFen = fenAt(total);
  if (told.mchid !== mchid || told.appid !== appid) return null;
  if (typeof externalId !== 'string' || typeof orderId !== 'string' || amountFen === null) return null;
  // With a coupon the payer may have paid less, but the total arrives.
  return { method: 'wechat', externalId, orderId, amountFen, currency: String(currency), payer: null };
}

function readRefund({ mchid }: Merchant, told: Json): PaymentEvent | CallbackRefusal {
  const { out_refund_no: refundId, refund_id: reference, refund_status: status, transaction_id: externalId } = told;
  if (told.mchid !== mchid || typeof refundId !== 'string') return refusal('it is for another merchant');
  const standing = refundStatus(status, reference);
  if (standing === null) return refusal('it does not say what has become of a refund');
  if (isOurRefund(refundId)) return { kind: 'refunded', refundId, standing };
  if (standing.kind !== 'done' || typeof externalId !== 'string')
    return { kind: 'ignored', what: `a refund is ${String(status)}` };
  const orderId = typeof told.out_trade_no === 'string' ? told.out_trade_no : null;
  return { kind: 'gone_back', externalId, orderId, refund: refundId };
}

type Receiver = Merchant & Pick<WechatMerchant, 'keys' | 'apiKey'>;

/** The sealed content of a report; `null` if it was not sealed with this API v3 key. */
function openedReport(apiKey: string, message: Json): Json | null {
  const { ciphertext, nonce, associated_data: associatedData = '' } = objectOf(message.resource);
  const sealed = { ciphertext: String(ciphertext), nonce: String(nonce), associatedData: String(associatedData) };
  try {
    return objectOf(JSON.parse(openSealed(apiKey, sealed)));
  } catch {
    return null;
  }
}

function unproved(serial: string | null, isOpened: boolean): CallbackRefusal {
  const reason = serial === null ? 'the signature is not right' : `it is signed with the key ${serial.slice(0, 80)}`;
  return refusal(reason, isOpened ? { unproved: { serial } } : {});
}

/**
 * The signature verifies a report. Only the service knows the key that encrypts its content. If a report can be decrypted but its signature
 * is invalid, it therefore comes from the service, and the keys configured here are wrong.
 */
function readReport(receiver: Receiver, { body, headers, nowMs }: RawCallback): PaymentEvent | CallbackRefusal {
  const text = body.toString('utf8');
  const proof = proofOf((name) => (typeof headers[name] === 'string' ? headers[name] : ''));
  const standing = standingOf(receiver, proof, text, nowMs);
  let message: Json;
  try {
    message = objectOf(JSON.parse(text));
  } catch {
    return refusal('it is no JSON');
  }
  if (standing === 'old') return refusal('its time is past');
  const told = openedReport(receiver.apiKey, message);
  if (standing !== 'right') return unproved(standing === 'key' ? proof.serial : null, told !== null);
  const type = String(message.event_type);
  if (type !== 'TRANSACTION.SUCCESS' && !type.startsWith('REFUND.')) return { kind: 'ignored', what: type };
  if (told === null) return refusal('it does not open with the API v3 key', { unproved: { serial: null } });
  if (type.startsWith('REFUND.')) return readRefund(receiver, told);
  if (told.trade_state !== 'SUCCESS') return { kind: 'ignored', what: String(told.trade_state) };
  const payment = readTransaction(receiver, told);
  return payment === null
    ? refusal('it is for another merchant or app')
    : { kind: 'paid', payment, mustConfirm: isOld(message, nowMs) };
}

/** An older payment may have been partly refunded on the service's pages, so it is queried. */
const freshMs = 10 * 60_000;

function isOld({ create_time: createdAt }: Json, nowMs: number): boolean {
  return typeof createdAt === 'string' && nowMs - Date.parse(createdAt) > freshMs;
}

/** @throws {PaymentServiceError} if a paid order has no amount. */
function orderStanding(merchant: Merchant, told: Json): OrderStatus {
  const { trade_state: state } = told;
  if (state !== 'SUCCESS' && state !== 'REFUND') return { kind: state === 'CLOSED' || state === 'REVOKED' ? 'closed' : 'open' };
  const payment = readTransaction(merchant, told);
  if (payment === null) throw new PaymentServiceError('WeChat Pay: an answer does not say what was paid');
  // An order does not report the refunded amount.
  return { kind: 'paid', payment: state === 'REFUND' ? { ...payment, goneBack: 'unknown' } : payment };
}

/** Orders and their payments. */
function ordersPart({ mchid, appid }: Merchant, { ask }: WechatClient, subject: string) {
  const places = ({ id }: PaymentOrder): string => `/v3/pay/transactions/out-trade-no/${id}`;
  const part: Pick<PaymentMethod, 'create' | 'query' | 'close'> = {
    async create(order, { notifyUrl }) {
      const content = {
        mchid,
        appid,
        description: subject,
        out_trade_no: order.id,
        notify_url: notifyUrl,
        time_expire: `${new Date(order.expiresAtMs).toISOString().slice(0, 19)}+00:00`,
        amount: { total: Number(order.amountFen), currency: 'CNY' },
      };
      const answer = await ask('POST', '/v3/pay/transactions/native', content);
      const { code_url: text } = answer.content;
      if (answer.status !== 200 || typeof text !== 'string') throw refusalFault(answer);
      return { kind: 'qr', text };
    },

    async query(order): Promise<OrderStatus> {
      const answer = await ask('GET', `${places(order)}?mchid=${mchid}`);
      if (answer.status === 404 && noSuchThing.includes(answer.code)) return { kind: 'open' };
      const { content: told } = answer;
      if (answer.status !== 200) throw refusalFault(answer);
      const isOurs = told.mchid === mchid && told.appid === appid && told.out_trade_no === order.id;
      if (!isOurs) throw new PaymentServiceError('WeChat Pay: an answer is about another order');
      return orderStanding({ mchid, appid }, told);
    },

    async close(order) {
      const answer = await ask('POST', `${places(order)}/close`, { mchid });
      // An order that is being paid is refused with 202.
      if (answer.code === '' && [200, 204].includes(answer.status)) return;
      if (!endedOrders.includes(answer.code)) throw refusalFault(answer);
    },
  };
  return part;
}

/**
 * The meaning of a refusal of a refund.
 * @throws {PaymentServiceError} if it leaves the result open.
 */
function refusedRefund(answer: WechatAnswer): RefundStatus {
  const { status, code } = answer;
  if (![400, 403, 404].includes(status) || code === '' || unclearRefusals.includes(code)) throw refusalFault(answer);
  const reason = `WeChat Pay refused the refund: ${code}`;
  return { kind: finalRefusals.includes(code) ? 'failed' : 'doubtful', reason };
}

/** Refunds of payments. */
function refundsPart({ ask }: WechatClient) {
  /**
   * The state in a response about one refund.
   * @throws {PaymentServiceError} if it is about another refund, or incomplete.
   */
  function standingIn({ content: told }: WechatAnswer, externalId: string, refundId: string): RefundStatus {
    const standing = refundStatus(told.status, told.refund_id);
    if (told.out_refund_no !== refundId || told.transaction_id !== externalId)
      throw new PaymentServiceError('WeChat Pay: an answer is about another refund');
    if (standing === null) throw new PaymentServiceError('WeChat Pay: an answer does not say what has become of a refund');
    return standing;
  }

  /** `null` if there is none. */
  async function read(refundId: string): Promise<WechatAnswer | null> {
    const answer = await ask('GET', `/v3/refund/domestic/refunds/${encodeURIComponent(refundId)}`);
    if (answer.status === 404 && noSuchThing.includes(answer.code)) return null;
    if (answer.status !== 200) throw refusalFault(answer);
    return answer;
  }

  const part: Required<Pick<PaymentMethod, 'refund' | 'queryRefund' | 'reversals'>> = {
    async refund({ externalId, amountFen: total }, { refundId, amountFen, notifyUrl }: RefundOrder) {
      const amount = { refund: Number(amountFen), total: Number(total), currency: 'CNY' };
      const content = { transaction_id: externalId, out_refund_no: refundId, notify_url: notifyUrl, amount };
      const answer = await ask('POST', '/v3/refund/domestic/refunds', content);
      return answer.status === 200 ? standingIn(answer, externalId, refundId) : refusedRefund(answer);
    },
    async queryRefund({ externalId }, refundId) {
      const answer = await read(refundId);
      return answer === null ? { kind: 'unknown' } : standingIn(answer, externalId, refundId);
    },
    async reversals({ externalId }, refund): Promise<readonly Reversal[]> {
      const answer = refund === null ? null : await read(refund);
      if (refund === null || answer === null) return [];
      const standing = standingIn(answer, externalId, refund);
      const amountFen = fenAt(objectOf(answer.content.amount).refund);
      return standing.kind === 'done' && amountFen !== null ? [{ reference: standing.reference, amountFen }] : [];
    },
  };
  return part;
}

function publicKeyOf({
  settings,
  secrets,
}: MethodSettings): { readonly id: string; readonly key: ReturnType<typeof readPublicKey> } | null {
  const { public_key_id: id = '' } = settings;
  const { public_key: key = '' } = secrets;
  if (id === '' && key === '') return null;
  if (id === '') throw new PaymentSettingsError('public_key_id', 'is needed with the public key: it begins with PUB_KEY_ID_');
  return { id, key: readPublicKey('public_key', key) };
}

/** @param url replaces the service's own URL, for tests. */
export function openWechat(
  given: MethodSettings,
  { nowMs, nonce }: Pick<WechatMerchant, 'nowMs' | 'nonce'>,
  url = address,
): PaymentMethod {
  const { mchid = '', appid = '', serial = '', subject = 'Tollgate' } = given.settings;
  const { api_v3_key: apiKey = '' } = given.secrets;
  if (Buffer.byteLength(apiKey) !== 32) throw new PaymentSettingsError('api_v3_key', 'must have 32 characters');
  const keys = new WechatKeys(publicKeyOf(given));
  const privateKey = readPrivateKey('private_key', given.secrets.private_key);
  const client = wechatClient({ mchid, serial, privateKey, apiKey, keys, url, nowMs, nonce });
  const ask: WechatClient['ask'] = (...request) => asked('WeChat Pay', () => client.ask(...request));
  return {
    name: 'wechat',
    refundWay: 'service',
    ...ordersPart({ mchid, appid }, { ...client, ask }, subject),
    ...refundsPart({ ...client, ask }),
    readCallback: (raw) => readReport({ mchid, appid, keys, apiKey }, raw),
    learnKey: (wanted) => asked('WeChat Pay', () => client.learnKey(wanted)),
    ack: (isTaken) => ({
      status: isTaken ? 200 : 400,
      type: 'application/json; charset=utf-8',
      body: isTaken ? '{"code":"SUCCESS"}' : '{"code":"FAIL","message":"not taken"}',
    }),
  };
}
