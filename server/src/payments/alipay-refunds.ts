import {
  PaymentServiceError,
  type PaymentMethod,
  type RefundStatus,
  type RefundOrder,
} from '../domain/payments/payment-method.ts';
import type { ReceivedPayment, Reversal } from '../domain/payments/payment-order.ts';
import type { AlipayAnswer } from './alipay-protocol.ts';
import { fenOf, yuanOf } from './payment-reading.ts';

/** Refusals of a refund that are final. */
const finalRefusals = [
  ...[
    'SELLER_BALANCE_NOT_ENOUGH',
    'REFUND_AMT_NOT_EQUAL_TOTAL',
    'REASON_TRADE_BEEN_FREEZEN',
    'TRADE_NOT_EXIST',
    'TRADE_HAS_FINISHED',
  ],
  ...[
    'TRADE_STATUS_ERROR',
    'DISCORDANT_REPEAT_REQUEST',
    'REASON_TRADE_REFUND_FEE_ERR',
    'TRADE_NOT_ALLOW_REFUND',
    'REFUND_FEE_ERROR',
  ],
  ...[
    'INVALID_PARAMETER',
    'ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND',
    'BUYER_NOT_EXIST',
    'USER_NOT_MATCH_ERR',
    'CUSTOMER_VALIDATE_ERROR',
  ],
].map((code) => `ACQ.${code}`);
/** Words in a code that leave the result of a request open. */
const unclearWords = /SYSTEM|BUSY|RETRY|TIMEOUT|TIME_OUT|UNKNOW|LIMIT|FREQUEN|PROCESSING/i;

/** A refusal, as a fault for operators. */
export function alipayFault(what: string, { code, msg, sub_code: subCode, sub_msg: subMsg }: AlipayAnswer): PaymentServiceError {
  return new PaymentServiceError(`Alipay ${what}: ${[code, msg, subCode, subMsg].filter(Boolean).join(' ')}`);
}

/** Calls the gateway. @throws {PaymentServiceError} */
type Exec = (method: string, content: Readonly<Record<string, string>>) => Promise<AlipayAnswer>;

/** Refunds of a payment. */
export function alipayRefunds(exec: Exec): Required<Pick<PaymentMethod, 'refund' | 'queryRefund' | 'reversals'>> {
  /** Compares a response about a refund with the request. Missing fields are no contradiction. */
  function requireSame(answer: AlipayAnswer, wanted: AlipayAnswer): void {
    for (const [name, value] of Object.entries(wanted))
      if ((answer[name] ?? value) !== value) throw new PaymentServiceError(`Alipay: an answer is about another ${name}`);
  }

  const tradeOf = ({ orderId, externalId }: ReceivedPayment) => ({ out_trade_no: orderId, trade_no: externalId });

  /** The service's state of one refund; `null` if it is not completed. */
  async function readRefund(payment: ReceivedPayment, refundId: string): Promise<AlipayAnswer | null> {
    const answer = await exec('alipay.trade.fastpay.refund.query', { ...tradeOf(payment), out_request_no: refundId });
    if (answer.code !== '10000') throw alipayFault('does not report a refund', answer);
    requireSame(answer, { out_request_no: refundId, trade_no: payment.externalId, out_trade_no: payment.orderId });
    return answer.refund_status === 'REFUND_SUCCESS' ? answer : null;
  }

  async function queryRefund(payment: ReceivedPayment, refundId: string): Promise<RefundStatus> {
    const answer = await readRefund(payment, refundId);
    return answer === null ? { kind: 'unknown' } : { kind: 'done', reference: String(answer.trade_no) };
  }

  async function reversals(payment: ReceivedPayment, refund: string | null): Promise<readonly Reversal[] | 'unknown'> {
    if (refund === null) return 'unknown';
    const answer = await readRefund(payment, refund);
    if (answer === null) return [];
    const amountFen = fenOf(answer.refund_amount);
    return amountFen === null ? 'unknown' : [{ reference: refund, amountFen }];
  }

  async function refund(payment: ReceivedPayment, { refundId, amountFen }: RefundOrder): Promise<RefundStatus> {
    const content = { ...tradeOf(payment), refund_amount: yuanOf(amountFen), out_request_no: refundId };
    const answer = await exec('alipay.trade.refund', content);
    const { code, sub_code: subCode } = answer;
    if (code !== '10000') {
      const fault = alipayFault('refused a refund', answer);
      if (code !== '40004' || typeof subCode !== 'string' || unclearWords.test(subCode)) throw fault;
      return { kind: finalRefusals.includes(subCode) ? 'failed' : 'doubtful', reason: fault.message };
    }
    requireSame(answer, { trade_no: payment.externalId, out_trade_no: payment.orderId });
    return answer.fund_change === 'Y' ? { kind: 'done', reference: String(answer.trade_no) } : queryRefund(payment, refundId);
  }

  return { refund, queryRefund, reversals };
}
