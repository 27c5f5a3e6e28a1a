import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { patchBillingRequest } from './billing.ts';
import type { creditRequest } from './credits.ts';

/** Expected value of each form field, shown when the API rejects the input. */
export const ledgerFormWords = {
  billing: {
    statement_mail: text('请选择是否发送邮件。', 'Choose whether to mail the statement.'),
    monthly_budget: text(
      '请填写大于 0 的金额，最多四位小数；不设预算则留空。',
      'Enter an amount above 0 with at most four decimals. Leave empty for no budget.',
    ),
  } satisfies WordsOf<typeof patchBillingRequest>,
  credit: {
    amount: text(
      '请填写不为 0 的金额，最多九位小数。只有调整可以为负，退款必须为负。',
      'Enter an amount other than 0 with at most nine decimals. Only adjustments may be negative, and payouts must be negative.',
    ),
    reason: text('请填写原因，不超过 500 个字符。', 'Enter a reason of at most 500 characters.'),
    bucket: text('请选择款项类型。', 'Choose the type of the credit.'),
  } satisfies WordsOf<typeof creditRequest>,
};
