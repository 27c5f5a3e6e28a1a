import { z } from 'zod';
import { amountAnswer, idField, timeAnswer } from '../fields.ts';
import { keyAnswer, keySearch, newKeyAnswer } from './operator-keys.ts';
import { listOf, pageQuery } from '../lists.ts';
import { bindingLimits, keyStatuses } from '../enumerations.ts';
import { accountParams } from './account.ts';

export const keyParams = accountParams.extend({ keyId: z.string().max(64) });

/** Fields of a key that members see in addition to its settings. */
const seen = {
  sub_account_name: z.string().nullable(),
  last_used: z
    .object({ at: timeAnswer, ip: z.string() })
    .nullable()
    .meta({ description: 'Time of its last call in the log, including refused ones; `null`: none.' }),
  binds_first: z
    .object({
      limit: z.enum(bindingLimits),
      left: amountAnswer('Remaining amount; negative if running calls cost more.'),
      resets_at: timeAnswer.nullable().meta({ description: '`null`: no automatic reset.' }),
    })
    .nullable()
    .meta({
      description:
        'The tightest of the caps and the balance; `null`: no limit. The balance counts only for members who can read it.',
    }),
};

export const ownKeyAnswer = keyAnswer.extend(seen).meta({ id: 'OwnKey' });
export const ownNewKeyAnswer = newKeyAnswer.extend(seen).meta({ id: 'OwnNewKey' });
export type OwnNewKeyAnswer = z.output<typeof ownNewKeyAnswer>;

export const ownKeysQuery = z.strictObject({
  search: keySearch,
  status: z
    .enum([...keyStatuses, 'all'])
    .optional()
    .meta({ description: 'All but reset and deleted keys by default.' }),
  sub_account_id: idField.optional(),
  ...pageQuery,
});

export const ownKeyList = listOf(ownKeyAnswer);

export const suggestedCapsAnswer = z
  .object({
    days: z.number().meta({ description: 'Number of days considered, at most the last 30 without today.' }),
    average_day: amountAnswer('Average charge per day.'),
    peak_day: amountAnswer('Highest charge of a day.'),
    daily_cap: amountAnswer('1.5 times the highest day, rounded up.').nullable(),
    monthly_cap: amountAnswer('1.5 times 30 average days, rounded up; at least the daily cap.').nullable(),
  })
  .meta({
    id: 'SuggestedCaps',
    description: 'Caps that would not have stopped normal usage; `null` without spending.',
  });

export type OwnKeyAnswer = z.output<typeof ownKeyAnswer>;
export type SuggestedCapsAnswer = z.output<typeof suggestedCapsAnswer>;
