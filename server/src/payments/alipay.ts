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
import { alipayPage, alipayTime, askAlipay, isAlipayReport, type AlipayAnswer, type AlipayMerchant } from './alipay-protocol.ts';
import { readPrivateKey, readPublicKey } from './payment-keys.ts';
import { asked, fenOf, fieldsOf, yuanOf } from './payment-reading.ts';

export const alipayFields: readonly MethodField[] = [
  { name: 'app_id', isSecret: false, isRequired: true },
  { name: 'seller_id', isSecret: false, isRequired: true },
  { name: 'private_key', isSecret: true, isRequired: true },
  { name: 'alipay_public_key', isSecret: true, isRequired: true },
  { name: 'mode', isSecret: false, isRequired: false, choices: ['qr', 'page'] },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];

const address = 'https://openapi.alipay.com';
const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

function refusal(reason: string): CallbackRefusal {
  return { kind: 'refusal', reason };
}

interface Receiver {
  readonly merchant: AlipayMerchant;
  readonly sellerId: string;
}

function readReport({ merchant, sellerId }: Receiver, { body }: RawCallback): PaymentEvent | CallbackRefusal {
  const fields = fieldsOf(new URLSearchParams(body.toString('utf8')));
  if (fields === null) return refusal('a field is named twice');
  if (!isAlipayReport(merchant, fields)) return refusal('the signature is not right');
  if (fields.app_id !== merchant.appId) return refusal('it is for another app_id');
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
export function openAlipay({ settings, secrets }: MethodSettings, nowMs: () => number, url = address): PaymentMethod {
  const { app_id: appId = '', seller_id: sellerId = '', mode = 'qr', subject = 'Tollgate' } = settings;
  if (mode !== 'qr' && mode !== 'page') throw new PaymentSettingsError('mode', 'must be "qr" or "page"');
  const merchant: AlipayMerchant = {
    ...{ appId, url },
    privateKey: readPrivateKey('private_key', secrets.private_key),
    publicKey: readPublicKey('alipay_public_key', secrets.alipay_public_key),
  };

  const exec = (method: string, content: Readonly<Record<string, string>>, notifyUrl = ''): Promise<AlipayAnswer> =>
    asked('Alipay', () => askAlipay(merchant, nowMs(), { method, content, notifyUrl }));

  function faultOf(what: string, { code, msg, sub_code: subCode, sub_msg: subMsg }: AlipayAnswer): PaymentServiceError {
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
      ...{ out_trade_no: order.id, total_amount: yuanOf(order.amountFen), subject, time_expire: alipayTime(order.expiresAtMs) },
    };
    if (mode === 'page') {
      const page = { ...content, product_code: 'FAST_INSTANT_TRADE_PAY' };
      return {
        kind: 'redirect',
        url: alipayPage(merchant, nowMs(), { method: 'alipay.trade.page.pay', content: page, notifyUrl, returnUrl }),
      } as const;
    }
    const answer = await exec('alipay.trade.precreate', content, notifyUrl);
    if (answer.code !== '10000' || typeof answer.qr_code !== 'string') throw faultOf('took no order', answer);
    return { kind: 'qr', text: answer.qr_code } as const;
  }

  async function query({ id }: PaymentOrder): Promise<OrderStanding> {
    const answer = await exec('alipay.trade.query', { out_trade_no: id });
    // Nobody has scanned it yet.
    if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { kind: 'open' };
    if (answer.code !== '10000' || answer.out_trade_no !== id) throw faultOf('does not tell of an order', answer);
    const status = String(answer.trade_status);
    if (paidStates.includes(status)) return { kind: 'paid', payment: paymentOf(id, answer.trade_no, answer.total_amount) };
    return { kind: status === 'TRADE_CLOSED' ? 'closed' : 'open' };
  }

  const tradeOf = ({ orderId, externalId }: ReceivedPayment) => ({ out_trade_no: orderId, trade_no: externalId });

  async function queryRefund(payment: ReceivedPayment, refundId: string): Promise<RefundStanding> {
    const answer = await exec('alipay.trade.fastpay.refund.query', { ...tradeOf(payment), out_request_no: refundId });
    if (answer.code !== '10000') throw faultOf('does not tell of a refund', answer);
    return answer.refund_status === 'REFUND_SUCCESS' ? { kind: 'done', reference: String(answer.trade_no) } : { kind: 'unknown' };
  }

  return {
    name: 'alipay',
    refundWay: 'service',
    create,
    readCallback: (raw) => readReport({ merchant, sellerId }, raw),
    query,
    async close({ id }) {
      const answer = await exec('alipay.trade.close', { out_trade_no: id });
      if (answer.code !== '10000' && answer.sub_code !== 'ACQ.TRADE_NOT_EXIST') throw faultOf('did not close an order', answer);
    },
    async refund(payment, { refundId, amountFen }) {
      const content = { ...tradeOf(payment), refund_amount: yuanOf(amountFen), out_request_no: refundId };
      const answer = await exec('alipay.trade.refund', content);
      if (answer.code === '40004' && answer.sub_code !== 'ACQ.SYSTEM_ERROR')
        return { kind: 'failed', reason: faultOf('refused a refund', answer).message };
      if (answer.code !== '10000') throw faultOf('did not take a refund', answer);
      return answer.fund_change === 'Y' ? { kind: 'done', reference: String(answer.trade_no) } : queryRefund(payment, refundId);
    },
    queryRefund,
    ack: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'failure' }),
  };
}
