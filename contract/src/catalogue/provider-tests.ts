import { z } from 'zod';
import { modelKinds, regions } from '../enumerations.ts';
import { deviationNames } from './deviations.ts';
import { cheapKinds, probeCauses, testedKeysMax, testedKinds } from './probed-kinds.ts';
import { quirkNames } from './quirks.ts';
import { modelNameField, ofType, textField } from '../fields.ts';

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
    keys: z
      .array(textField('Id of a key.', 64, 1), ofType('must be a list of ids'))
      .min(1)
      .max(testedKeysMax)
      .optional()
      .meta({ description: `Ids of the keys to test; the first ${String(testedKeysMax)} enabled ones by default.` }),
  })
  .meta({ examples: [{ kinds: ['chat'] }] });

export const providerCheck = z.object({
  route: z.string(),
  key: z.string().meta({ description: 'Id of the key.' }),
  region: z.enum(regions),
  kind: z.enum(modelKinds),
  dialect: z.string(),
  streamed: z.boolean(),
  upstream_model: z.string().nullable(),
  result: z.enum(testResults).meta({ description: '`deviates`: works, but deviates from the protocol.' }),
  why: z.string().nullable().meta({ description: 'Why it failed or was skipped.' }),
  cause: z.enum(probeCauses).nullable().meta({ description: 'What has to be changed if it failed.' }),
  status: z.number().nullable(),
  first_byte_ms: z.number().nullable(),
  total_ms: z.number().nullable(),
  usage: z
    .object({ input_tokens: z.number(), cached_tokens: z.number(), output_tokens: z.number(), reasoning_tokens: z.number() })
    .nullable()
    .meta({ description: 'Usage as charged; null if the provider reports no valid usage.' }),
  cost: z.string().nullable().meta({ description: 'CNY, at the cost of the model at the provider; null if either is unknown.' }),
  usage_fields: z.array(z.string()).meta({ description: 'Names of the usage fields of the provider.' }),
  deviations: z.array(z.string()),
  findings: z
    .array(z.object({ name: z.enum(deviationNames), params: z.record(z.string(), z.string()) }))
    .meta({ description: 'The same as `deviations`, by name.' }),
  words: z.string().nullable().meta({ description: 'What the provider said when it refused.' }),
  quirks: z.array(z.enum(quirkNames)).meta({ description: 'Quirks that would make it work, or work better.' }),
});

export const providerTestAnswer = z
  .object({ provider: z.string(), ok: z.boolean(), checks: z.array(providerCheck) })
  .meta({ id: 'ProviderTest' });

export type TestProviderRequest = z.output<typeof testProviderRequest>;
export type ProviderCheck = z.output<typeof providerCheck>;
export type ProviderTestAnswer = z.output<typeof providerTestAnswer>;
