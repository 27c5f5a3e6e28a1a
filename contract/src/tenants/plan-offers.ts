import { z } from 'zod';

const limit = z.number().nullable();

/** Plans as prospective customers see them. */
export const planOffers = z
  .object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        requests_per_minute: limit.meta({ description: '`null`: unlimited.' }),
        concurrency_ceiling: limit,
        concurrency_recommended: limit.meta({ description: '`null`: by agreement.' }),
      }),
    ),
  })
  .meta({ id: 'PlanOffers' });
export type PlanOffers = z.output<typeof planOffers>;
