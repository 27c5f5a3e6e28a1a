import { z } from 'zod';
import { textField } from '../fields.ts';
import { probeCauses, testedKinds } from './probed-kinds.ts';
import { providerCheck } from './provider-tests.ts';
import { createProviderRequest } from './providers.ts';
import { upstreamModel } from './upstream-models.ts';

export const tryProviderRequest = createProviderRequest
  .omit({ models: true, account_id: true, enabled: true, priority: true, weight: true })
  .extend({
    kind: z.enum(testedKinds).optional().meta({ description: 'Kind of the model that is called; `chat` by default.' }),
    model: textField('Model name at the provider; by default the first suitable one that it lists.', 200, 1).optional(),
  })
  .meta({
    examples: [
      {
        name: 'example',
        routes: [{ region: 'overseas', base_url: 'https://api.example.com/v1', api_key: '<UPSTREAM_KEY>' }],
        model: 'example-chat',
      },
    ],
  });

/** Fields of the form that a failed try can be about. */
export const triedFields = ['base_url', 'api_key', 'chat_dialects', 'model'] as const;
export type TriedField = (typeof triedFields)[number];

export const providerTryAnswer = z
  .object({
    ok: z.boolean(),
    field: z.enum(triedFields).nullable().meta({ description: 'The setting at fault.' }),
    cause: z.enum(probeCauses).nullable(),
    why: z.string().nullable(),
    words: z.string().nullable().meta({ description: 'What the provider said when it refused.' }),
    status: z.number().nullable().meta({ description: 'Status of the response that failed.' }),
    dialects: z.array(z.string()).meta({ description: 'Protocols in which the model answered.' }),
    model: z.string().nullable().meta({ description: 'The model that was called; null if none was named and none is listed.' }),
    models: z.array(upstreamModel).nullable().meta({ description: 'Its model list; null if it has none.' }),
    checks: z.array(providerCheck),
  })
  .meta({ id: 'ProviderTry' });

export type TryProviderRequest = z.output<typeof tryProviderRequest>;
export type ProviderTryAnswer = z.output<typeof providerTryAnswer>;
