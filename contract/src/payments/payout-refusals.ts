import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about payouts. */
export const payoutRefusals = {
  refunds_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} refund requests in 30 days. Ask the operator of this service for a higher limit.',
    zh: '每个账号 30 天内最多申请 {max} 次退款。如需提高上限，请联系运营方。',
  },
  refund_exceeded: {
    code: 'conflict',
    en: 'You can refund at most {amount} CNY now. This is paid money minus amounts used, invoiced or reserved for running calls.',
    zh: '当前最多可退 {amount} 元，即已付金额减去已消费、已开票和进行中的调用预留的金额。',
  },
  refund_waits: {
    code: 'conflict',
    en: 'A refund request of this account is waiting for a decision. Wait for it, or withdraw it first.',
    zh: '本账号已有退款申请等待处理。请等待结果，或先撤回。',
  },
  refund_just_decided: {
    code: 'conflict',
    en: 'Someone else has just decided this request. Reload to see the result.',
    zh: '该申请刚刚已由他人处理。请刷新查看结果。',
  },
  refund_not_approvable: {
    code: 'conflict',
    en: 'This refund is "{state}". You can approve only a refund that is waiting for a decision.',
    zh: '该退款已不在待审核状态，不能通过。请刷新查看当前状态。',
  },
  refund_not_endable: {
    code: 'conflict',
    en: 'This refund is "{state}". You can withdraw or reject only a refund that is waiting for a decision.',
    zh: '该退款已不在待审核状态，不能撤回或驳回。请刷新查看当前状态。',
  },
  refund_of_trial: {
    code: 'conflict',
    en: 'This order is a test payment. Refund it on the payment methods page.',
    zh: '这是试付订单。请在支付方式页退款。',
  },
  payment_returned: {
    code: 'conflict',
    en: 'This payment was already refunded.',
    zh: '这笔付款已退款。',
  },
  refund_of_other_currency: {
    code: 'conflict',
    en: "You can refund only CNY here. Refund this payment in the payment service's dashboard.",
    zh: '这里只能退人民币。请在支付平台的后台退款。',
  },
  payment_not_booked: {
    code: 'conflict',
    en: 'This payment was never credited to the balance. Refund it by bank transfer.',
    zh: '这笔付款未计入余额。请通过银行转账退款。',
  },
  refund_part_not_sendable: {
    code: 'conflict',
    en: 'This part is "{state}". You can mark only a waiting manual part as sent.',
    zh: '只有等待人工付款的款项能标记为已汇出。请刷新查看当前状态。',
  },
  refund_part_not_confirmable: {
    code: 'conflict',
    en: 'This part is "{state}". You can confirm only a manual part that was sent.',
    zh: '只有人工付款且已汇出的款项能确认到账。请刷新查看当前状态。',
  },
  refund_part_not_retryable: {
    code: 'conflict',
    en: 'This part is "{state}". You can retry only an unfinished part that goes through a payment service.',
    zh: '只有通过支付平台退款且未完成的款项能重试。请刷新查看当前状态。',
  },
  refund_part_not_for_bank: {
    code: 'conflict',
    en: 'This part is "{state}". You can switch only a failed part or a waiting manual part to bank transfer.',
    zh: '只有失败或等待人工付款的款项能改为银行转账。请刷新查看当前状态。',
  },
  refund_part_not_for_balance: {
    code: 'conflict',
    en: 'This part is "{state}". You can return only a failed part or a waiting manual part to the balance.',
    zh: '只有失败或等待人工付款的款项能退回余额。请刷新查看当前状态。',
  },
  refund_reference_used: {
    code: 'conflict',
    en: 'This reference was already entered for another part. Each transfer counts once.',
    zh: '该流水号已录入到另一笔款项。每笔转账只计一次。',
  },
  refund_part_changed: {
    code: 'conflict',
    en: 'Someone else has just changed this part. Reload and try again.',
    zh: '这笔款项刚刚被他人修改。请刷新后重试。',
  },
  refund_not_confirmable_now: {
    code: 'conflict',
    en: 'The payment service cannot confirm right now whether the refund went through. Try again in a few minutes.',
    zh: '支付平台暂时无法确认退款是否成功。请几分钟后重试。',
  },
} as const satisfies Refusals;
