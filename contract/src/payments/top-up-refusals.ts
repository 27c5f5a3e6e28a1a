import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about orders, methods, bank transfers, codes, saved cards and automatic top-up. */
export const topUpRefusals = {
  unpaid_orders_full: {
    code: 'conflict',
    en: 'An account can have at most {max} unpaid orders. Pay or cancel one of them. Unpaid orders close automatically when they expire.',
    zh: '一个账号最多有 {max} 个待付款订单。请先付款或取消其中一个；到期未付的订单会自动关闭。',
  },
  orders_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} orders in 24 hours. Pay the open orders, or try again tomorrow.',
    zh: '一个账号 24 小时内最多下 {max} 个订单。请先支付已下的订单，或明天再试。',
  },
  closing_account_orders_nothing: {
    code: 'conflict',
    en: 'This account is being closed. Take the closing back before you top it up.',
    zh: '账号正在注销。先撤回注销，再充值。',
  },
  order_over: {
    code: 'conflict',
    en: 'This order is over. Make a new one.',
    zh: '这个订单已结束。重新下单即可。',
  },
  order_pays_itself: {
    code: 'conflict',
    en: 'This order is charged to the saved card by itself.',
    zh: '这个订单会自动从保存的卡扣款，不用手动付。',
  },
  no_payment_method: {
    code: 'not_found',
    en: 'There is no such payment method.',
    zh: '没有这种支付方式。',
  },
  reports_busy: {
    code: 'too_many_failed_attempts',
    en: 'Too many reports. Send it again later.',
    zh: '通知太多。稍后再发。',
  },
  bank_is_not_tried: {
    code: 'conflict',
    en: 'A bank transfer is made by hand; there is nothing to try.',
    zh: '银行转账是人工办理的，不用试付。',
  },
  order_is_no_trial: {
    code: 'conflict',
    en: 'This order is no trial of a method.',
    zh: '这个订单不是试付。',
  },
  trial_not_paid: {
    code: 'conflict',
    en: 'Nothing has arrived for this order yet.',
    zh: '这个订单还没有到账。',
  },
  order_not_by_transfer: {
    code: 'conflict',
    en: 'This order is not paid by bank transfer; its payment service reports what arrives.',
    zh: '这个订单不是转账付款，到账由支付平台通知。',
  },
  transfer_counted: {
    code: 'conflict',
    en: 'This bank reference was entered at the order {order}. Each transfer counts once.',
    zh: '这个流水号已录在订单 {order} 上。每笔转账只算一次。',
  },
  transfer_of_other_order: {
    code: 'conflict',
    en: 'This bank reference is entered at another order.',
    zh: '这个流水号已录在另一个订单上。',
  },
  transfer_needs_second: {
    code: 'conflict',
    en: 'You have confirmed this transfer. For this sum a second operator has to confirm it, too.',
    zh: '这笔转账你已确认过。这个金额还要第二位运营人员确认。',
  },
  transfer_seen_otherwise: {
    code: 'conflict',
    en: 'This differs from what {operator} has seen: {bank_reference}, {amount} CNY, {payer}. Compare with the statement; an entry that is wrong can be withdrawn.',
    zh: '和 {operator} 看到的不同：{bank_reference}，{amount} 元，{payer}。对照银行流水；录错的一方可以撤回。',
  },
  payment_decided: {
    code: 'conflict',
    en: 'This payment was decided about before.',
    zh: '这笔付款已经处理过。',
  },
  payment_not_creditable: {
    code: 'conflict',
    en: 'Only CNY that came for an account can be credited. Give it back outside, and say so.',
    zh: '只有为账号付的人民币可以入账。请在线下退回，并注明。',
  },
  no_such_code: {
    code: 'not_found',
    en: 'There is no such code. Compare it with what you were given, character by character.',
    zh: '没有这个兑换码。请和拿到的逐字核对。',
  },
  code_redeemed: {
    code: 'conflict',
    en: 'This code has been redeemed. Each gives its credit once.',
    zh: '这个兑换码已经用过。每个码只能用一次。',
  },
  code_withdrawn: {
    code: 'conflict',
    en: 'This code was withdrawn. Ask whoever gave it to you.',
    zh: '这个兑换码已作废。请问给你的人。',
  },
  code_expired: {
    code: 'conflict',
    en: 'This code has expired. Ask whoever gave it to you.',
    zh: '这个兑换码已过期。请问给你的人。',
  },
  codes_wrong: {
    code: 'too_many_failed_attempts',
    en: 'Too many wrong codes came from this address. Wait a minute.',
    zh: '这个地址输错兑换码太多次。等 1 分钟再试。',
  },
  closing_account_redeems_nothing: {
    code: 'conflict',
    en: 'This account is being closed. Take the closing back before you redeem a code.',
    zh: '账号正在注销。先撤回注销，再兑换。',
  },
  closing_account_tops_up_nothing: {
    code: 'conflict',
    en: 'This account is being closed. Take the closing back before you set up automatic top-up.',
    zh: '账号正在注销。先撤回注销，再设置自动充值。',
  },
  no_saved_card: {
    code: 'conflict',
    en: 'Save a card first, then switch automatic top-up on.',
    zh: '先保存一张卡，再开启自动充值。',
  },
  auto_top_up_changed: {
    code: 'conflict',
    en: 'Automatic top-up was changed by somebody else just now. Load the page again.',
    zh: '自动充值刚刚被别人改过。刷新页面再看。',
  },
  no_method_saves_cards: {
    code: 'conflict',
    en: 'No way to pay that is offered can save a card.',
    zh: '现在的支付方式都不能保存银行卡。请联系运营方。',
  },
  card_savings_this_hour: {
    code: 'conflict',
    en: 'A card can be saved {max} times an hour at most. Try again later.',
    zh: '一小时最多保存 {max} 次。过一会儿再试。',
  },
  payment_service_silent: {
    code: 'conflict',
    en: 'The payment service does not answer at the moment. Try again in a few minutes.',
    zh: '支付服务暂时没有回应。过几分钟再试。',
  },
} as const satisfies Refusals;
