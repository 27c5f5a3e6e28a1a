import { z } from 'zod';
import { limitField, multiplierField, textField } from './fields.ts';
import { listOf } from './lists.ts';

export const planIdParam = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: 'must be a plan id: lower-case letters, digits and hyphens' });

export const putPlanRequest = z
  .strictObject({
    name: textField('What the plan is called.', 200, 1),
    requests_per_minute: limitField('Requests in any 60 seconds; `null` = unlimited.').nullable(),
    concurrency_recommended: limitField('Published only.').nullable().optional(),
    concurrency_ceiling: limitField('Requests at the same time; `null` = unlimited.').nullable(),
    strict: z.boolean().optional().meta({ description: 'Reserve the worst case for every key of the plan.' }),
    price_multiplier: multiplierField.optional(),
    position: z.int().min(0).max(1_000_000).optional().meta({ description: 'Place in lists.' }),
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
  })
  .meta({ id: 'Plan' });

export const planList = listOf(planAnswer);

export type PutPlanRequest = z.output<typeof putPlanRequest>;
export type PlanAnswer = z.output<typeof planAnswer>;
