import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about money that goes back. */
export const payoutRefusals = {
  refunds_this_month: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} refund requests in 30 days. Ask the operator of this service for a higher limit.',
    zh: '一个账号 30 天内最多申请 {max} 次退款。需要提高上限请联系运营方。',
  },
  refund_exceeded: {
    code: 'conflict',
    en: 'At most {amount} CNY can be returned now: what was paid, less what is used, on invoices, or set aside for running calls.',
    zh: '现在最多可退 {amount} 元：已付的，减去已用、已开票和正在进行的调用预留。',
  },
  refund_waits: {
    code: 'conflict',
    en: 'A request of this account waits for a decision. Withdraw it first, or wait for it.',
    zh: '已有一个申请在等待处理。先撤回它，或等它处理完。',
  },
  refund_just_decided: {
    code: 'conflict',
    en: 'Somebody else has decided about it just now.',
    zh: '刚刚已由别人处理。',
  },
  refund_not_approvable: {
    code: 'conflict',
    en: 'This return is "{state}". Only one that waits for a decision can be approved.',
    zh: '这笔退款已不在等待处理，不能再批准。重新打开看看它到了哪一步。',
  },
  refund_not_endable: {
    code: 'conflict',
    en: 'This return is "{state}". Only one that waits for a decision can be ended.',
    zh: '这笔退款已不在等待处理，不能再撤回或拒绝。重新打开看看它到了哪一步。',
  },
  refund_of_trial: {
    code: 'conflict',
    en: 'This order is a trial of the method. Give it back on the page of payment methods.',
    zh: '这是试付的订单。到支付方式页面退回。',
  },
  payment_returned: {
    code: 'conflict',
    en: 'This payment was given back before.',
    zh: '这笔付款已经退回过。',
  },
  refund_of_other_currency: {
    code: 'conflict',
    en: 'Only CNY goes back from here. Give it back on the pages of the payment service.',
    zh: '这里只退人民币。到支付平台的页面退回。',
  },
  payment_not_booked: {
    code: 'conflict',
    en: 'This payment was never in the balance. Pay it by bank transfer instead.',
    zh: '这笔付款没有进过余额。改为银行转账退回。',
  },
  refund_part_not_sendable: {
    code: 'conflict',
    en: 'This part is "{state}". Only a part that is paid by hand and waits is sent.',
    zh: '只有人工付、还在等待的那一笔能标为已转出。重新打开看看它到了哪一步。',
  },
  refund_part_not_confirmable: {
    code: 'conflict',
    en: 'This part is "{state}". Only a part that is paid by hand and is on its way is confirmed.',
    zh: '只有人工付、已转出的那一笔能确认到账。重新打开看看它到了哪一步。',
  },
  refund_part_not_retryable: {
    code: 'conflict',
    en: 'This part is "{state}". Only a part that goes through a payment service is tried again, until it is done.',
    zh: '只有经支付平台退、还没退成的那一笔能重试。重新打开看看它到了哪一步。',
  },
  refund_part_not_for_bank: {
    code: 'conflict',
    en: 'This part is "{state}". Only a part that was refused, or waits to be paid by hand, goes by bank transfer instead.',
    zh: '只有被拒绝或等待人工付的那一笔能改为银行转账。重新打开看看它到了哪一步。',
  },
  refund_part_not_for_balance: {
    code: 'conflict',
    en: 'This part is "{state}". Only a part that was refused, or waits to be paid by hand, goes back into the balance.',
    zh: '只有被拒绝或等待人工付的那一笔能退回余额。重新打开看看它到了哪一步。',
  },
  refund_reference_used: {
    code: 'conflict',
    en: 'This reference was entered for another part; each transfer counts once.',
    zh: '这个流水号已录在另一笔上。每笔转账只算一次。',
  },
  refund_part_changed: {
    code: 'conflict',
    en: 'Somebody else has changed this part just now. Look at it again.',
    zh: '这一笔刚刚被别人改过。重新打开看看。',
  },
  refund_not_confirmable_now: {
    code: 'conflict',
    en: 'The payment service cannot confirm right now whether the refund went through. Try again in a few minutes.',
    zh: '暂时无法向支付服务商核实这笔退款是否已成功。请过几分钟再试。',
  },
} as const satisfies Refusals;
