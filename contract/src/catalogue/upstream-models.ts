import { z } from 'zod';
import { timeAnswer } from '../fields.ts';

export const upstreamModel = z.object({
  id: z.string(),
  /** Maximum tokens of input and output together. */
  context_length: z.number().nullable(),
  served: z.boolean().meta({ description: 'Whether the provider serves it here under any name.' }),
  usd_per_token: z
    .object({ input: z.string(), output: z.string(), cached_input: z.string().nullable() })
    .nullable()
    .meta({ description: 'Only some providers include prices in the list.' }),
});

export const upstreamModelsAnswer = z
  .object({
    provider: z.string(),
    fetched_at: timeAnswer,
    data: z.array(upstreamModel),
    missing: z.array(z.string()).meta({ description: 'Models served here that the provider does not list.' }),
  })
  .meta({ id: 'UpstreamModels' });

export type UpstreamModelsAnswer = z.output<typeof upstreamModelsAnswer>;
