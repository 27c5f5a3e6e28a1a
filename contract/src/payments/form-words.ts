import { amountWords as amount, saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { createOrderRequest, redeemRequest } from './console-orders.ts';
import type { patchAutoTopUpRequest } from './auto-top-up.ts';
import type { payoutRequest } from './console-payouts.ts';
import type { confirmTransferRequest, codeBatchRequest } from './operator-orders.ts';

/** Expected value of each form field, shown when the API rejects the input. */
export const paymentsFormWords = {
  order: {
    amount: text(
      '请填写 0.01 到 1,000,000 元的金额，最多两位小数。金额更大时请分多笔充值。',
      'Enter an amount from 0.01 to 1,000,000 CNY with at most two decimals. Create several orders for more.',
    ),
    method: text('请选择列出的支付方式。', 'Choose one of the listed payment methods.'),
  } satisfies WordsOf<typeof createOrderRequest>,
  redemption: { code: text('请输入 20 位兑换码。', 'Enter the code of 20 characters.') } satisfies WordsOf<typeof redeemRequest>,
  autoTopUp: {
    enabled: text('请选择开启或关闭。', 'Choose on or off.'),
    threshold: text(
      '请填写 1 到 100,000 元之间的金额，最多两位小数。',
      'Enter an amount from 1 to 100,000 CNY with at most two decimals.',
    ),
    amount: text(
      '请填写 10 到 50,000 元之间的金额，最多两位小数。',
      'Enter an amount from 10 to 50,000 CNY with at most two decimals.',
    ),
    monthly_maximum: text(
      '请填写不低于单次充值金额的数，最多 1,000,000 元，最多两位小数。',
      'Enter at least the amount of one top-up and at most 1,000,000 CNY, with at most two decimals.',
    ),
  } satisfies WordsOf<typeof patchAutoTopUpRequest>,
  payout: {
    amount: text(
      '请填写 0.01 元到可退金额之间的金额，最多两位小数。',
      'Enter an amount from 0.01 CNY to the refundable amount, with at most two decimals.',
    ),
    reason: text('说明不超过 300 个字符。', 'Enter at most 300 characters.'),
    payee: text(
      '部分款项不能原路退回。请填写收款户名、账号和开户行。',
      'Part of the refund cannot use the original payment method. Enter the name, number and bank of an account.',
    ),
  } satisfies WordsOf<typeof payoutRequest>,
  transfer: {
    bank_reference: text(
      '请填写银行流水号，不超过 64 个字符。',
      'Enter the bank reference of the transfer, at most 64 characters.',
    ),
    amount,
    payer: text('请填写付款户名，不超过 128 个字符。', 'Enter the name of the payer, at most 128 characters.'),
    payer_reason: text(
      '付款户名与认证企业不一致。请填写仍然入账的原因。',
      'The payer is not the verified enterprise. Enter the reason for accepting the payment.',
    ),
  } satisfies WordsOf<typeof confirmTransferRequest>,
  codes: {
    name: text('请填写这批兑换码的用途，不超过 100 个字符。', 'Enter the purpose of the batch, at most 100 characters.'),
    amount: text(
      '请填写每个兑换码的金额，大于 0，最多四位小数。',
      'Enter the amount per code, above 0 with at most four decimals.',
    ),
    count: text('请填写 1 到 10,000 的整数。', 'Enter a whole number from 1 to 10,000.'),
    sold: text('请选择出售或赠送。', 'Choose whether the codes are sold or given away.'),
    expires_at: text('请填写将来的时间；不过期则留空。', 'Enter a future time. Leave empty if the codes do not expire.'),
  } satisfies WordsOf<typeof codeBatchRequest>,
};
