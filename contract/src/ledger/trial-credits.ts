import { z } from 'zod';
import { trialHoldReasons } from '../enumerations.ts';
import { amountAnswer, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';

export const heldTrialAnswer = z
  .object({
    account_id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    amount: amountAnswer('What would be granted.'),
    reason: z.enum(trialHoldReasons).meta({
      description:
        'Why it waits: the `mailbox` has had one; too many went to the `network` (3 a day) or the `browser` (2); or the `day` has had as many as the installation gives.',
    }),
    since: timeAnswer,
  })
  .meta({ id: 'HeldTrialCredit' });

export const heldTrialList = listOf(heldTrialAnswer);
