import { amountWords as amount, saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { createOrderRequest, redeemRequest } from './console-orders.ts';
import type { patchAutoTopUpRequest } from './auto-top-up.ts';
import type { payoutRequest } from './console-payouts.ts';
import type { confirmTransferRequest, codeBatchRequest } from './operator-orders.ts';

/** What belongs into each field of a form, said where the interface has refused it. */
export const paymentsFormWords = {
  order: {
    amount: text(
      '写 0.01 到 1,000,000 元的金额，最多两位小数；更多就分几笔。',
      'Write an amount from 0.01 to 1,000,000 CNY with at most two decimals; make several orders for more.',
    ),
    method: text('选一种还在提供的支付方式。', 'Choose one of the ways to pay that are offered.'),
  } satisfies WordsOf<typeof createOrderRequest>,
  redemption: { code: text('写 20 位兑换码。', 'Write the code of 20 characters.') } satisfies WordsOf<typeof redeemRequest>,
  autoTopUp: {
    enabled: text('选开启或关闭。', 'Choose whether it is on.'),
    threshold: text(
      '写 1 元到 10 万元之间的数，最多两位小数。',
      'Write an amount from 1 to 100,000 CNY, with at most two decimals.',
    ),
    amount: text(
      '写 10 元到 5 万元之间的数，最多两位小数。',
      'Write an amount from 10 to 50,000 CNY, with at most two decimals.',
    ),
    monthly_maximum: text(
      '写一个不低于每次金额的数，最多 100 万元，两位小数以内。',
      'Write at least the amount of one top-up, at most 1,000,000 CNY, with at most two decimals.',
    ),
  } satisfies WordsOf<typeof patchAutoTopUpRequest>,
  payout: {
    amount: text(
      '写 0.01 元到可退金额之间的数，最多两位小数。',
      'Write an amount from 0.01 CNY to what can be returned, with at most two decimals.',
    ),
    reason: text('说明不超过 300 个字符。', 'Write at most 300 characters.'),
    payee: text(
      '这笔钱有一部分不能原路退回：写收款户名、账号和开户行。',
      'A part cannot go back as it was paid: write name, number and bank of an account.',
    ),
  } satisfies WordsOf<typeof payoutRequest>,
  transfer: {
    bank_reference: text(
      '写银行流水号，不超过 64 个字符。',
      "Write the bank's number of the transfer, in at most 64 characters.",
    ),
    amount,
    payer: text('写付款户名，不超过 128 个字符。', 'Write who has paid, in at most 128 characters.'),
    payer_reason: text(
      '付款户名不是认证的企业：写明为什么仍然入账。',
      'The payer is not the verified enterprise: say why the money is taken all the same.',
    ),
  } satisfies WordsOf<typeof confirmTransferRequest>,
  codes: {
    name: text('写这批码的用途，不超过 100 个字符。', 'Write what the batch is for, in at most 100 characters.'),
    amount: text('写每个码的金额，大于 0，最多四位小数。', 'Write what each code gives: above 0, with at most four decimals.'),
    count: text('写 1 到 10,000 的整数。', 'Write a whole number from 1 to 10,000.'),
    sold: text('选卖出还是赠送。', 'Choose whether they are sold.'),
    expires_at: text('写一个还没到的时间；不过期就留空。', 'Write a time to come, or nothing if they shall not end.'),
  } satisfies WordsOf<typeof codeBatchRequest>,
};
