import {
  PaymentServiceError,
  type CallbackRefusal,
  type OrderStatus,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
} from '../domain/payments/payment-method.ts';
import { PaymentSettingsError, type MethodField, type MethodSettings } from '../domain/payments/payment-services.ts';
import type { PaymentOrder, ReceivedPayment } from '../domain/payments/payment-order.ts';
import { isOurRefund } from '../domain/payments/payout.ts';
import { alipayPage, alipayTime, callAlipay, isAlipayReport, type AlipayAnswer, type AlipayMerchant } from './alipay-protocol.ts';
import { alipayFault, alipayRefunds } from './alipay-refunds.ts';
import { readPrivateKey, readPublicKey } from './payment-keys.ts';
import { asked, fenOf, fieldsOf, refusal, yuanOf } from './payment-reading.ts';

export const alipayFields: readonly MethodField[] = [
  { name: 'app_id', isSecret: false, isRequired: true },
  { name: 'seller_id', isSecret: false, isRequired: true },
  { name: 'private_key', isSecret: true, isRequired: true, isKey: true },
  { name: 'alipay_public_key', isSecret: true, isRequired: true, isKey: true },
  { name: 'mode', isSecret: false, isRequired: false, choices: ['qr', 'page'] },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];

const address = 'https://openapi.alipay.com';
const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

/** An older payment may have been partly refunded on the service's pages, so it is queried. */
const freshMs = 10 * 60_000;

function isOld({ gmt_payment: paidAt = '' }: Readonly<Record<string, string>>, nowMs: number): boolean {
  return nowMs - Date.parse(`${paidAt.replace(' ', 'T')}+08:00`) > freshMs;
}

interface Receiver {
  readonly merchant: AlipayMerchant;
  readonly sellerId: string;
}

/** The event in a verified report. */
function eventOf(fields: Readonly<Record<string, string>>, nowMs: number): PaymentEvent | CallbackRefusal {
  const said = (name: string): string => fields[name] ?? '';
  const [orderId, externalId, status, total] = [
    said('out_trade_no'),
    said('trade_no'),
    said('trade_status'),
    said('total_amount'),
  ];
  const [gone, refund] = [said('refund_fee'), said('out_biz_no')];
  if (gone !== '' && !isOurRefund(refund))
    return { kind: 'gone_back', externalId, orderId, refund: refund === '' ? null : refund };
  if (!paidStates.includes(status)) return { kind: 'ignored', what: status };
  const amountFen = fenOf(total);
  if (amountFen === null || externalId === '' || orderId === '') return refusal('it does not say what was paid');
  const payment = { method: 'alipay', externalId, orderId, amountFen, currency: 'CNY', payer: null } as const;
  return { kind: 'paid', payment, mustConfirm: isOld(fields, nowMs) };
}

function readReport({ merchant, sellerId }: Receiver, { body, nowMs }: RawCallback): PaymentEvent | CallbackRefusal {
  const fields = fieldsOf(new URLSearchParams(body.toString('utf8')));
  if (fields === null) return refusal('a field is named twice');
  const isOurApp = fields.app_id === merchant.appId;
  const isOurs = isOurApp && fields.seller_id === sellerId;
  if (!isAlipayReport(merchant, fields))
    return refusal('the signature is not right', isOurs ? { unproved: { serial: null } } : {});
  if (!isOurApp) return refusal('it is for another app_id');
  return isOurs ? eventOf(fields, nowMs) : refusal('it is for another seller_id');
}

/** @param url replaces the service's own URL, for tests. */
export function openAlipay({ settings, secrets }: MethodSettings, nowMs: () => number, url = address): PaymentMethod {
  const { app_id: appId = '', seller_id: sellerId = '', mode = 'qr', subject = 'Tollgate' } = settings;
  if (mode !== 'qr' && mode !== 'page') throw new PaymentSettingsError('mode', 'must be "qr" or "page"');
  const merchant: AlipayMerchant = {
    appId,
    url,
    privateKey: readPrivateKey('private_key', secrets.private_key),
    publicKey: readPublicKey('alipay_public_key', secrets.alipay_public_key),
  };

  const exec = (method: string, content: Readonly<Record<string, string>>, notifyUrl = ''): Promise<AlipayAnswer> =>
    asked('Alipay', () => callAlipay(merchant, nowMs(), { method, content, notifyUrl }));

  function paymentOf(orderId: string, tradeNo: unknown, total: unknown): ReceivedPayment {
    const amountFen = fenOf(total);
    if (typeof tradeNo !== 'string' || tradeNo === '' || amountFen === null)
      throw new PaymentServiceError('Alipay: an answer does not say what was paid');
    return { method: 'alipay', externalId: tradeNo, orderId, amountFen, currency: 'CNY', payer: null };
  }

  async function create(order: PaymentOrder, { notifyUrl, returnUrl }: { notifyUrl: string; returnUrl: string }) {
    const content = {
      out_trade_no: order.id,
      total_amount: yuanOf(order.amountFen),
      subject,
      time_expire: alipayTime(order.expiresAtMs),
    };
    if (mode === 'page') {
      const page = { ...content, product_code: 'FAST_INSTANT_TRADE_PAY' };
      return {
        kind: 'redirect',
        url: alipayPage(merchant, nowMs(), { method: 'alipay.trade.page.pay', content: page, notifyUrl, returnUrl }),
      } as const;
    }
    const answer = await exec('alipay.trade.precreate', content, notifyUrl);
    if (answer.code !== '10000' || typeof answer.qr_code !== 'string') throw alipayFault('took no order', answer);
    return { kind: 'qr', text: answer.qr_code } as const;
  }

  async function query({ id }: PaymentOrder): Promise<OrderStatus> {
    const answer = await exec('alipay.trade.query', { out_trade_no: id });
    // The payer has not scanned the code yet.
    if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return { kind: 'open' };
    if (answer.code !== '10000' || answer.out_trade_no !== id) throw alipayFault('does not report an order', answer);
    const status = String(answer.trade_status);
    if (paidStates.includes(status)) return { kind: 'paid', payment: paymentOf(id, answer.trade_no, answer.total_amount) };
    return { kind: status === 'TRADE_CLOSED' ? 'closed' : 'open' };
  }

  return {
    name: 'alipay',
    refundWay: 'service',
    create,
    readCallback: (raw) => readReport({ merchant, sellerId }, raw),
    query,
    async close({ id }) {
      const answer = await exec('alipay.trade.close', { out_trade_no: id });
      if (answer.code !== '10000' && answer.sub_code !== 'ACQ.TRADE_NOT_EXIST')
        throw alipayFault('did not close an order', answer);
    },
    ...alipayRefunds(exec),
    ack: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'failure' }),
  };
}
