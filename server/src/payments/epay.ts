import { hash, timingSafeEqual } from 'node:crypto';
import {
  PaymentServiceError,
  type CallbackRefusal,
  type OrderStatus,
  type PaymentEvent,
  type PaymentMethod,
  type RawCallback,
} from '../domain/payments/payment-method.ts';
import type { MethodField, MethodSettings } from '../domain/payments/payment-services.ts';
import type { PaymentOrder, ReceivedPayment } from '../domain/payments/payment-order.ts';
import { boundedText } from './bounded-answer.ts';
import { asked, fenOf, fieldsOf, refusal, yuanOf } from './payment-reading.ts';

export const epayFields: readonly MethodField[] = [
  { name: 'pid', isSecret: false, isRequired: true },
  { name: 'type', isSecret: false, isRequired: false },
  { name: 'key', isSecret: true, isRequired: true },
  { name: 'subject', isSecret: false, isRequired: false },
  { name: 'label', isSecret: false, isRequired: false },
];

const byHand = 'epay: refunds are made by hand, on the pages of the service';

type Fields = Readonly<Record<string, string>>;

/** MD5 over the non-empty fields, in order. The protocol has nothing better, so every report is verified with a query. */
function signature(fields: Fields, key: string): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => value !== '' && name !== 'sign' && name !== 'sign_type')
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return hash('md5', signed.join('&') + key);
}

function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'));
}

async function readJson(address: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await boundedText('epay', address)) as Record<string, unknown>;
}

/** Most services send a report in the URL; some post it as a form. `null` if a field occurs twice. */
function reportFields({ query, body }: RawCallback): Fields | null {
  return body.length === 0 ? query : fieldsOf(new URLSearchParams(body.toString('utf8')));
}

interface Merchant {
  readonly pid: string;
  readonly key: string;
}

function paidBy({ trade_no: externalId = '', out_trade_no: orderId = '', money }: Fields): ReceivedPayment | null {
  const amountFen = fenOf(money);
  if (amountFen === null || externalId === '' || orderId === '') return null;
  return { method: 'epay', externalId, orderId, amountFen, currency: 'CNY', payer: null };
}

function readReport({ pid, key }: Merchant, raw: RawCallback): PaymentEvent | CallbackRefusal {
  const fields = reportFields(raw);
  if (fields === null) return refusal('a field is named twice');
  const { pid: meant, sign = '', trade_status: status = '' } = fields;
  if (key === '' || !isEqual(signature(fields, key), sign))
    return refusal('the signature is not right', meant === pid ? { unproved: { serial: null } } : {});
  if (meant !== pid) return refusal('it is for another pid');
  if (status !== 'TRADE_SUCCESS') return { kind: 'ignored', what: status };
  const payment = paidBy(fields);
  return payment === null ? refusal('it does not say what was paid') : { kind: 'paid', payment, mustConfirm: true };
}

/** Version 1 of the protocol that many small payment services use. */
export function openEpay({ settings, secrets }: MethodSettings, url: string): PaymentMethod {
  const { pid = '', type = '', subject = 'Tollgate' } = settings;
  const { key = '' } = secrets;

  async function query({ id }: PaymentOrder): Promise<OrderStatus> {
    const wanted = new URLSearchParams({ act: 'order', pid, key, out_trade_no: id });
    const told = await asked('epay', () => readJson(`${url}/api.php?${wanted.toString()}`).catch(withoutKey));
    if (String(told.code) !== '1' || String(told.status) !== '1') return { kind: 'open' };
    const amountFen = fenOf(told.money);
    const externalId = typeof told.trade_no === 'string' ? told.trade_no : '';
    if (String(told.pid) !== pid || told.out_trade_no !== id || amountFen === null || externalId === '')
      throw new PaymentServiceError('epay: an answer is about another order');
    return { kind: 'paid', payment: { method: 'epay', externalId, orderId: id, amountFen, currency: 'CNY', payer: null } };
  }

  /** The URL contains the key, and network errors contain the URL. */
  function withoutKey(error: unknown): never {
    if (error instanceof PaymentServiceError) throw error;
    throw new PaymentServiceError('epay: the service could not be asked');
  }

  return {
    name: 'epay',
    refundWay: 'by_hand',
    create({ id, amountFen }, { notifyUrl, returnUrl }) {
      const fields = {
        pid,
        type,
        out_trade_no: id,
        notify_url: notifyUrl,
        return_url: returnUrl,
        name: subject,
        money: yuanOf(amountFen),
      };
      const signed = { ...fields, sign: signature(fields, key), sign_type: 'MD5' };
      const shown = new URLSearchParams(Object.entries(signed).filter(([, value]) => value !== ''));
      return Promise.resolve({ kind: 'redirect', url: `${url}/submit.php?${shown.toString()}` });
    },
    readCallback: (raw) => readReport({ pid, key }, raw),
    query,
    close: () => Promise.resolve(),
    refund: () => Promise.reject(new PaymentServiceError(byHand)),
    queryRefund: () => Promise.resolve({ kind: 'unknown' }),
    ack: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain; charset=utf-8', body: isTaken ? 'success' : 'fail' }),
  };
}
