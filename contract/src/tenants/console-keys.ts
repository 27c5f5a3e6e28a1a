import { z } from 'zod';
import { amountAnswer, idField, timeAnswer } from '../fields.ts';
import { keyAnswer, newKeyAnswer } from './operator-keys.ts';
import { listOf, pageQuery } from '../lists.ts';
import { bindingLimits, keyStatuses } from '../enumerations.ts';
import { accountParams } from './account.ts';

export const keyParams = accountParams.extend({ keyId: z.string().max(64) });

/** What a key's members see beside its settings. */
const seen = {
  sub_account_name: z.string().nullable(),
  last_used: z
    .object({ at: timeAnswer, ip: z.string() })
    .nullable()
    .meta({ description: 'Of its last call in the log, refused ones included; `null`: none is in the log.' }),
  binds_first: z
    .object({
      limit: z.enum(bindingLimits),
      left: amountAnswer('What may still be spent under it; below zero if running calls cost more.'),
      resets_at: timeAnswer.nullable().meta({ description: '`null`: it does not by itself.' }),
    })
    .nullable()
    .meta({
      description:
        'Of the caps of key and sub-account and the balance the one with least left; `null`: none has a bound. The balance is left out for those who may not read it.',
    }),
};

export const ownKeyAnswer = keyAnswer.extend(seen).meta({ id: 'OwnKey' });
export const ownNewKeyAnswer = newKeyAnswer.extend(seen).meta({ id: 'OwnNewKey' });
export type OwnNewKeyAnswer = z.output<typeof ownNewKeyAnswer>;

export const ownKeysQuery = z.strictObject({
  search: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Part of the remark in any case, the last four characters, or the id.', examples: ['production'] }),
  status: z
    .enum([...keyStatuses, 'all'])
    .optional()
    .meta({ description: 'If left out: all but those that were reset or deleted.' }),
  sub_account_id: idField.optional(),
  ...pageQuery,
});

export const ownKeyList = listOf(ownKeyAnswer);

export const suggestedCapsAnswer = z
  .object({
    days: z.number().meta({ description: 'Days looked at: the last 30, today not among them.' }),
    average_day: amountAnswer('Charged per day, on average.'),
    peak_day: amountAnswer('Charged on the dearest day.'),
    daily_cap: amountAnswer('Half as much again as the dearest day, rounded up.').nullable(),
    monthly_cap: amountAnswer('Half as much again as 30 average days, rounded up; never below the daily cap.').nullable(),
  })
  .meta({
    id: 'SuggestedCaps',
    description: 'Caps that would not have stopped what was normal; `null` where nothing was spent.',
  });

export type OwnKeyAnswer = z.output<typeof ownKeyAnswer>;
export type SuggestedCapsAnswer = z.output<typeof suggestedCapsAnswer>;
