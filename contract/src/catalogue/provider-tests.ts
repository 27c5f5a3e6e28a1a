import { z } from 'zod';
import { modelKinds, regions } from '../enumerations.ts';
import { quirkNames } from './quirks.ts';
import { modelNameField, ofType } from '../fields.ts';

/** Kinds of which one call costs a fraction of a cent. */
export const cheapKinds = ['chat', 'embedding', 'rerank'] as const;
/** Music is left out: one song costs as much as thousands of these calls, and takes minutes. */
export const testedKinds = [...cheapKinds, 'image'] as const;

export const testResults = ['ok', 'deviates', 'failed', 'skipped'] as const;

export const testProviderRequest = z
  .strictObject({
    kinds: z
      .array(z.enum(testedKinds), ofType('must be a list of kinds'))
      .min(1)
      .optional()
      .meta({ description: `What to try; ${cheapKinds.join(', ')} if left out, because an image costs more.` }),
    model: modelNameField
      .optional()
      .meta({ description: 'A model by its name at the upstream; the cheapest of each kind that it serves if left out.' }),
  })
  .meta({ examples: [{ kinds: ['chat'] }] });

const check = z.object({
  route: z.string(),
  key: z.string().meta({ description: 'Its id.' }),
  region: z.enum(regions),
  kind: z.enum(modelKinds),
  dialect: z.string(),
  streamed: z.boolean(),
  upstream_model: z.string().nullable(),
  result: z.enum(testResults).meta({ description: '`deviates`: it would be served, but not all of it is as the protocol says.' }),
  why: z.string().nullable().meta({ description: 'Why it failed or was skipped, in words.' }),
  status: z.number().nullable(),
  first_byte_ms: z.number().nullable(),
  total_ms: z.number().nullable(),
  usage: z
    .object({ input_tokens: z.number(), cached_tokens: z.number(), output_tokens: z.number(), reasoning_tokens: z.number() })
    .nullable()
    .meta({ description: 'As it would be charged; null where the upstream reports none that can be believed.' }),
  usage_fields: z.array(z.string()).meta({ description: 'What the upstream calls its figures.' }),
  deviations: z.array(z.string()),
  quirks: z.array(z.enum(quirkNames)).meta({ description: 'With these it would be served, or served better.' }),
});

export const providerTestAnswer = z
  .object({ provider: z.string(), ok: z.boolean(), checks: z.array(check) })
  .meta({ id: 'ProviderTest' });

export type TestProviderRequest = z.output<typeof testProviderRequest>;
export type ProviderCheck = z.output<typeof check>;
export type ProviderTestAnswer = z.output<typeof providerTestAnswer>;
