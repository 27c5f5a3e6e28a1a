import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about orders, payment methods, bank transfers, codes, saved cards and automatic top-up. */
export const topUpRefusals = {
  unpaid_orders_full: {
    code: 'conflict',
    en: 'An account can have at most {max} unpaid orders. Pay or cancel one, or wait until one expires.',
    zh: '每个账号最多有 {max} 个待付款订单。请先付款或取消一个，或等待订单到期关闭。',
  },
  orders_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} orders in 24 hours. Pay the open orders, or try again tomorrow.',
    zh: '每个账号 24 小时内最多创建 {max} 个订单。请先支付已有订单，或明天重试。',
  },
  closing_account_orders_nothing: {
    code: 'conflict',
    en: 'This account is being closed. Cancel the closure before you top up.',
    zh: '账号正在注销。请先撤销注销，再充值。',
  },
  order_over: {
    code: 'conflict',
    en: 'This order has ended. Create a new one.',
    zh: '该订单已结束。请重新下单。',
  },
  order_pays_itself: {
    code: 'conflict',
    en: 'This order is charged to the saved card automatically.',
    zh: '该订单会自动从已保存的卡扣款，无需手动支付。',
  },
  no_payment_method: {
    code: 'not_found',
    en: 'This payment method does not exist.',
    zh: '支付方式不存在。',
  },
  reports_busy: {
    code: 'too_many_failed_attempts',
    en: 'Too many payment reports arrived at once. Send it again later.',
    zh: '支付通知过多。请稍后重发。',
  },
  bank_is_not_tried: {
    code: 'conflict',
    en: 'Bank transfers are made manually and have no test payment.',
    zh: '银行转账由人工办理，无需试付。',
  },
  order_is_no_trial: {
    code: 'conflict',
    en: 'This order is not a test payment.',
    zh: '该订单不是试付订单。',
  },
  trial_not_paid: {
    code: 'conflict',
    en: 'This test payment has not arrived yet.',
    zh: '该试付订单尚未到账。',
  },
  order_not_by_transfer: {
    code: 'conflict',
    en: 'This order is not paid by bank transfer. Its payment service reports the payment.',
    zh: '该订单不是银行转账付款，到账由支付平台通知。',
  },
  transfer_counted: {
    code: 'conflict',
    en: 'This bank reference was already entered for order {order}. Each transfer counts once.',
    zh: '该流水号已录入订单 {order}。每笔转账只计一次。',
  },
  transfer_of_other_order: {
    code: 'conflict',
    en: 'This bank reference was already entered for another order.',
    zh: '该流水号已录入另一个订单。',
  },
  transfer_needs_second: {
    code: 'conflict',
    en: 'You have already confirmed this transfer. A second operator must also confirm this amount.',
    zh: '你已确认过这笔转账。该金额还需第二位运营人员确认。',
  },
  transfer_seen_otherwise: {
    code: 'conflict',
    en: 'This differs from what {operator} entered: {bank_reference}, {amount} CNY, {payer}. Compare both with the bank statement and withdraw the wrong entry.',
    zh: '与 {operator} 录入的不一致：{bank_reference}，{amount} 元，{payer}。请与银行流水核对，并撤回错误的记录。',
  },
  payment_decided: {
    code: 'conflict',
    en: 'This payment was already handled.',
    zh: '这笔付款已处理。',
  },
  payment_not_creditable: {
    code: 'conflict',
    en: 'You can credit only CNY paid for an account. Refund this payment outside the service and record it.',
    zh: '只有为账号支付的人民币能入账。请在线下退款并注明。',
  },
  no_such_code: {
    code: 'not_found',
    en: 'This code does not exist. Check each character.',
    zh: '兑换码不存在。请逐字核对。',
  },
  code_redeemed: {
    code: 'conflict',
    en: 'This code was already redeemed. Each code works once.',
    zh: '兑换码已使用。每个兑换码只能用一次。',
  },
  code_withdrawn: {
    code: 'conflict',
    en: 'This code was withdrawn. Ask the person who gave it to you.',
    zh: '兑换码已作废。请联系提供者。',
  },
  code_expired: {
    code: 'conflict',
    en: 'This code has expired. Ask the person who gave it to you.',
    zh: '兑换码已过期。请联系提供者。',
  },
  codes_wrong: {
    code: 'too_many_failed_attempts',
    en: 'Too many wrong codes came from this address. Try again in a minute.',
    zh: '这个地址多次输错兑换码。请 1 分钟后重试。',
  },
  closing_account_redeems_nothing: {
    code: 'conflict',
    en: 'This account is being closed. Cancel the closure before you redeem a code.',
    zh: '账号正在注销。请先撤销注销，再兑换。',
  },
  closing_account_tops_up_nothing: {
    code: 'conflict',
    en: 'This account is being closed. Cancel the closure before you set up automatic top-up.',
    zh: '账号正在注销。请先撤销注销，再设置自动充值。',
  },
  no_saved_card: {
    code: 'conflict',
    en: 'This account has no saved card. Save a card, then turn on automatic top-up.',
    zh: '尚未保存银行卡。请先保存一张卡，再开启自动充值。',
  },
  auto_top_up_changed: {
    code: 'conflict',
    en: 'Someone else has just changed automatic top-up. Reload and try again.',
    zh: '自动充值刚刚被他人修改。请刷新后重试。',
  },
  no_method_saves_cards: {
    code: 'conflict',
    en: 'None of the payment methods can save a card. Contact the operator of this service.',
    zh: '当前的支付方式都不支持保存银行卡。请联系运营方。',
  },
  card_savings_this_hour: {
    code: 'conflict',
    en: 'You can save a card at most {max} times an hour. Try again later.',
    zh: '每小时最多保存 {max} 次银行卡。请稍后重试。',
  },
  payment_service_silent: {
    code: 'conflict',
    en: 'The payment service is not responding. Try again in a few minutes.',
    zh: '支付平台没有响应。请几分钟后重试。',
  },
} as const satisfies Refusals;
