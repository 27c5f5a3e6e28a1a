import { z } from 'zod';
import { trialHoldReasons } from '../enumerations.ts';
import { amountAnswer, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';

export const heldTrialAnswer = z
  .object({
    account_id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    amount: amountAnswer('Amount to grant.'),
    reason: z.enum(trialHoldReasons).meta({
      description:
        'Why it is held: the `mailbox` already received one, or the limit of the `network` (3 a day), the `browser` (2) or the `day` is reached.',
    }),
    since: timeAnswer,
  })
  .meta({ id: 'HeldTrialCredit' });

export const heldTrialList = listOf(heldTrialAnswer);
