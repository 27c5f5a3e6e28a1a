import { z } from 'zod';
import { balanceAnswer } from '../admin/accounts.ts';
import { timeAnswer } from '../admin/fields.ts';
import { accountStatuses } from '../enumerations.ts';

export const accountParams = z.strictObject({ accountId: z.string().max(64) });

/** An account as its members see it. */
export const ownAccountAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    status: z.enum(accountStatuses),
    plan: z.object({ id: z.string(), name: z.string(), concurrency_recommended: z.number().nullable() }),
    limits: z.object({ requests_per_minute: z.number().nullable(), concurrency: z.number().nullable() }),
    domestic_only: z.boolean(),
    created_at: timeAnswer,
  })
  .meta({ id: 'OwnAccount' });

/** Money as of now, with what the calls under way have set aside. */
export const ownBalanceAnswer = balanceAnswer.extend({ running: z.number() }).meta({ id: 'OwnBalance' });

export type OwnAccountAnswer = z.output<typeof ownAccountAnswer>;
