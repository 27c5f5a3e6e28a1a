import { z } from 'zod';
import { modelKinds, regions } from '../enumerations.ts';
import { quirkNames } from './quirks.ts';
import { modelNameField, ofType } from '../fields.ts';

/** Model kinds whose test call costs a fraction of a cent. */
export const cheapKinds = ['chat', 'embedding', 'rerank'] as const;
/** Excludes music: one song costs as much as thousands of other test calls and takes minutes. */
export const testedKinds = [...cheapKinds, 'image'] as const;

export const testResults = ['ok', 'deviates', 'failed', 'skipped'] as const;

export const testProviderRequest = z
  .strictObject({
    kinds: z
      .array(z.enum(testedKinds), ofType('must be a list of kinds'))
      .min(1)
      .optional()
      .meta({ description: `Model kinds to test; ${cheapKinds.join(', ')} by default, because images cost more.` }),
    model: modelNameField
      .optional()
      .meta({ description: 'Model name at the provider; the cheapest served model of each kind by default.' }),
  })
  .meta({ examples: [{ kinds: ['chat'] }] });

const check = z.object({
  route: z.string(),
  key: z.string().meta({ description: 'Id of the key.' }),
  region: z.enum(regions),
  kind: z.enum(modelKinds),
  dialect: z.string(),
  streamed: z.boolean(),
  upstream_model: z.string().nullable(),
  result: z.enum(testResults).meta({ description: '`deviates`: works, but deviates from the protocol.' }),
  why: z.string().nullable().meta({ description: 'Why it failed or was skipped.' }),
  status: z.number().nullable(),
  first_byte_ms: z.number().nullable(),
  total_ms: z.number().nullable(),
  usage: z
    .object({ input_tokens: z.number(), cached_tokens: z.number(), output_tokens: z.number(), reasoning_tokens: z.number() })
    .nullable()
    .meta({ description: 'Usage as charged; null if the provider reports no valid usage.' }),
  usage_fields: z.array(z.string()).meta({ description: 'Names of the usage fields of the provider.' }),
  deviations: z.array(z.string()),
  quirks: z.array(z.enum(quirkNames)).meta({ description: 'Quirks that would make it work, or work better.' }),
});

export const providerTestAnswer = z
  .object({ provider: z.string(), ok: z.boolean(), checks: z.array(check) })
  .meta({ id: 'ProviderTest' });

export type TestProviderRequest = z.output<typeof testProviderRequest>;
export type ProviderCheck = z.output<typeof check>;
export type ProviderTestAnswer = z.output<typeof providerTestAnswer>;
