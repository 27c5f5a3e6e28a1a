import { z } from 'zod';
import { amountField, limitField, multiplierField, textField } from '../fields.ts';
import { listOf } from '../lists.ts';

export const planIdParam = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: 'must be a plan id: lower-case letters, digits and hyphens' });

function percentField(description: string) {
  return z.int({ error: 'must be a whole number of percent' }).min(0).max(1000).meta({ description });
}

/** Limits for broken connections: the larger of an amount and a share of the charges in the same period. */
const brokenConnectionFields = {
  key_amount: amountField('Limit per key in 24 hours; above it the key is throttled.'),
  key_percent: percentField('Limit in percent of the charges of the key.'),
  account_amount: amountField('Limit per account in 24 hours and in 30 days; above it the account is refused.'),
  account_percent: percentField('Limit in percent of the charges of the account in 24 hours.'),
  account_month_percent: percentField('Limit in percent of the charges of the account in 30 days.'),
};

export const putPlanRequest = z
  .strictObject({
    name: textField('Name of the plan.', 200, 1),
    requests_per_minute: limitField('Requests in any 60 seconds; `null` = unlimited.').nullable(),
    concurrency_recommended: limitField('Published only.').nullable().optional(),
    concurrency_ceiling: limitField('Concurrent requests; `null` = unlimited.').nullable(),
    strict: z.boolean().optional().meta({ description: 'Reserve the maximum cost of each call for all keys of the plan.' }),
    price_multiplier: multiplierField.optional(),
    position: z.int().min(0).max(1_000_000).optional().meta({ description: 'Position in lists.' }),
    broken_connections: z
      .strictObject(brokenConnectionFields)
      .partial()
      .optional()
      .meta({ description: 'Broken-connection limits; omitted limits have their defaults.' }),
  })
  .meta({ examples: [{ name: 'Enterprise', requests_per_minute: 300, concurrency_recommended: 20, concurrency_ceiling: 100 }] });

export const planAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    requests_per_minute: z.number().nullable(),
    concurrency_recommended: z.number().nullable(),
    concurrency_ceiling: z.number().nullable(),
    strict: z.boolean(),
    price_multiplier: z.string(),
    position: z.number(),
    broken_connections: z.object(brokenConnectionFields),
    accounts: z.number().meta({ description: 'Number of accounts on the plan. A plan with accounts cannot be deleted.' }),
  })
  .meta({ id: 'Plan' });

export const planList = listOf(planAnswer);

export type PutPlanRequest = z.output<typeof putPlanRequest>;
export type PlanAnswer = z.output<typeof planAnswer>;
