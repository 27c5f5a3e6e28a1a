import { z } from 'zod';
import { amountAnswer, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';
import { creditBuckets, locales } from '../enumerations.ts';
import { accountParams } from '../tenants/account.ts';

const monthField = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: 'must be a month such as "2026-11"' })
  .meta({ description: 'A month in the time zone of the service.', examples: ['2026-11'] });

export const statementParams = z.strictObject({ ...accountParams.shape, month: monthField });

export const statementFileQuery = z.strictObject({
  format: z.enum(['xlsx', 'csv'], { error: 'must be "xlsx" or "csv"' }),
  encoding: z
    .enum(['utf-8', 'gb18030'], { error: 'must be "utf-8" or "gb18030"' })
    .optional()
    .meta({ description: 'Encoding of CSV; `utf-8` by default.' }),
  locale: z.enum(locales).optional().meta({ description: 'Language of the statement; `zh` by default.' }),
});

export const monthTotalsAnswer = z
  .object({
    month: z.string().meta({ examples: ['2026-11'] }),
    state: z.enum(['provisional', 'frozen']).meta({
      description: '`frozen`: the month is closed and the statement is final.',
    }),
    starts_at: timeAnswer,
    ends_at: timeAnswer,
    opening: amountAnswer('Balance at the start of the month.'),
    credits: amountAnswer('Credits minus deductions and payouts.'),
    usage: amountAnswer('Cost of calls admitted in the month.'),
    closing: amountAnswer('`opening + credits − usage`, to the nano.'),
    frozen_at: timeAnswer.nullable(),
  })
  .meta({ id: 'MonthTotals' });
export const monthTotalsList = listOf(monthTotalsAnswer);

export const statementLine = z.object({
  id: z.string().meta({ description: "Name of the model, or id of the key or sub-account; `''` for usage without one." }),
  name: z.string().meta({ description: 'Remark of the key or name of the sub-account; as of that time in a frozen statement.' }),
  calls: z.string().meta({ description: 'Charged calls.' }),
  amount: amountAnswer('Exact.'),
});

/** Maximum lines per part. Further lines are only in the files; here they form one total. */
export const statementLinesMax = 500;

export const statementLines = z.object({
  lines: z.array(statementLine),
  rest: z
    .object({ lines: z.number(), amount: amountAnswer('Their sum.') })
    .nullable()
    .meta({ description: 'Total of lines beyond the largest 500; the file has all lines.' }),
});

export const statementAnswer = monthTotalsAnswer
  .extend({
    time_zone: z.string(),
    credit_lines: z.array(
      z.object({ id: z.string(), bucket: z.enum(creditBuckets), amount: amountAnswer('Exact.'), at: timeAnswer }),
    ),
    credit_rest: z.object({ lines: z.number(), amount: amountAnswer('Their sum.') }).nullable(),
    by_model: statementLines,
    by_key: statementLines,
    by_sub_account: statementLines,
  })
  .meta({ id: 'Statement' });

export type MonthTotalsAnswer = z.output<typeof monthTotalsAnswer>;
export type StatementAnswer = z.output<typeof statementAnswer>;
export type StatementLinesAnswer = z.output<typeof statementLines>;
