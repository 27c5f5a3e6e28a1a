import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { patchBillingRequest } from './billing.ts';
import type { creditRequest } from './credits.ts';

/** What belongs into each field of a form, said where the interface has refused it. */
export const ledgerFormWords = {
  billing: {
    statement_mail: text('选是否发邮件。', 'Choose whether it is mailed.'),
    monthly_budget: text(
      '写大于 0 的金额，最多四位小数；不设就留空。',
      'Write an amount above 0 with at most four decimals, or nothing for no budget.',
    ),
  } satisfies WordsOf<typeof patchBillingRequest>,
  credit: {
    amount: text(
      '写不为 0 的金额，最多九位小数。只有调整可以为负，退出必须为负。',
      'Write an amount other than 0. Only adjustments may be below it, and money that leaves must be.',
    ),
    reason: text('写明原因，不留空，不超过 500 个字符。', 'Write why, in at most 500 characters.'),
    bucket: text('选这笔钱是什么。', 'Choose what the money is.'),
  } satisfies WordsOf<typeof creditRequest>,
};
