import { z } from 'zod';
import { attemptFaultCodes } from '../calls/attempt-faults.ts';
import { modelKinds, regions, routeStandings } from '../enumerations.ts';
import { perQuirk, quirkCatalogue } from './quirks.ts';
import { upstreamAuth } from './upstream-auth.ts';
import { modelNameField, ofType, revisionField, textField, timeAnswer, idField } from '../fields.ts';
import { listOf } from '../lists.ts';
import { priceAnswer, priceRequest } from './prices.ts';

const baseUrl = z
  .string(ofType('must be a string'))
  .max(500)
  .meta({ description: 'http or https address, without user, query or fragment.', examples: ['https://api.example.com/v1'] });

const addressRequest = z
  .strictObject({
    base_url: baseUrl.optional(),
    auth: upstreamAuth.optional(),
    path: z
      .string(ofType('must be a string'))
      .max(200)
      .regex(/^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/, { error: 'must be a path such as "/v2/rerank"' })
      .optional()
      .meta({ description: 'Path after the base URL if it differs from the protocol.', examples: ['/reranks'] }),
  })
  .refine((address) => Object.keys(address).length > 0, { error: 'must state what differs' });

const addressesMax = 20;

const upstreamCredential = z
  .string(ofType('must be a string'))
  .max(4096)
  .regex(/^(?:[\x21-\x7e]+|\s*\{[\x20-\x7e\s]+\}\s*)$/, {
    error: 'must be printable ASCII without spaces or line breaks, or the JSON of a key file',
  })
  .nullable();

const keyLimit = z.int().min(1).max(1_000_000).nullable().optional();

const routeKeyRequest = z.strictObject({
  id: textField('Id of an existing key; its omitted fields keep their values.', 64, 1).optional(),
  api_key: upstreamCredential.optional(),
  weight: z.int().min(0).max(1_000_000).optional().meta({
    description: 'Share among the keys of the route (default 1); 0 is for backup only.',
  }),
  limits: z
    .strictObject(
      {
        requests_per_minute: keyLimit,
        tokens_per_minute: z.int().min(1).max(1_000_000_000).nullable().optional().meta({
          description: 'Input and output tokens. A request counts with its expected tokens until its usage is known.',
        }),
        concurrency: keyLimit,
      },
      ofType('must be an object'),
    )
    .optional()
    .meta({ description: 'Limits of the key at the provider, shared evenly between nodes.' }),
  enabled: z.boolean().optional(),
});

const routeRequest = z.strictObject({
  region: z.enum(regions),
  base_url: baseUrl,
  auth: upstreamAuth.optional().meta({ description: 'If omitted in an update, the value of the same address is kept.' }),
  maintenance: z.boolean().optional().meta({
    description:
      'Whether the route gets no new calls; running ones continue. If omitted in an update, the value of the same address is kept.',
  }),
  addresses: z
    .record(z.string().max(64), addressRequest, ofType('must be an object'))
    .refine((addresses) => Object.keys(addresses).length <= addressesMax, {
      error: `must have at most ${String(addressesMax)} entries`,
    })
    .optional()
    .meta({
      description: 'Other addresses of protocols, by name. If omitted in an update, those of the same address are kept.',
      examples: [{ 'rerank-cohere': { base_url: 'https://api.example.com/v2' } }],
    }),
  api_key: upstreamCredential.optional().meta({
    description:
      'Provider key, encrypted and never shown again. If `api_key` and `keys` are omitted in an update, those of the same address are kept.',
  }),
  keys: z
    .array(routeKeyRequest, ofType('must be a list of keys'))
    .min(1, { error: 'must name a key; `"api_key": null` is for upstreams that need none' })
    .max(100)
    .optional()
    .meta({ description: 'Several keys instead of `api_key`, used in turn.' }),
});

const offerRequest = z.strictObject({
  model: modelNameField,
  upstream_model: textField('Model name at the provider; the same name by default.', 200, 1).optional(),
  cost: priceRequest.nullable().optional().meta({ description: 'Cost at the provider, for margins.' }),
});

const quirks = z
  .strictObject(perQuirk((name) => z.boolean().optional().meta({ description: quirkCatalogue[name].about })))
  .meta({ description: 'Known deviations of the provider from its protocol.' });

const settings = {
  name: textField('Unique name of the provider.', 100, 1),
  routes: z.array(routeRequest, ofType('must be a list of routes')).max(50),
  models: z.array(offerRequest, ofType('must be a list of models')).max(2000),
};

const otherKinds = modelKinds.filter((kind) => kind !== 'chat');

const chatDialectsMax = 10;

const options = {
  dialect: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'Single protocol of its chat models, or the first of `chat_dialects`; a new provider needs one of the two.',
      examples: ['chat-completions'],
    }),
  chat_dialects: z
    .array(z.string().max(64), ofType('must be a list of protocols'))
    .min(1, { error: 'must name a protocol' })
    .max(chatDialectsMax)
    .optional()
    .meta({
      description:
        'Protocols of its chat models, preferred one first. A call uses the protocol of the client if listed, or else the first one that can be translated.',
      examples: [['chat-completions']],
    }),
  dialects: z
    .partialRecord(z.enum(otherKinds), z.string().max(64), ofType('must be an object'))
    .optional()
    .meta({ description: 'Protocols of other model kinds, by kind. Kinds without a protocol are not served.' }),
  media_hosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, { error: 'must be a host in lower case, or `.` and a domain' }),
      ofType('must be a list of hosts'),
    )
    .max(50)
    .optional()
    .meta({
      description:
        'Hosts from which images and songs in its responses are fetched, besides the host of the route. `.example.com` includes all subdomains.',
      examples: [['cdn.example.com']],
    }),
  priority: z.int().min(0).max(1_000_000).optional().meta({ description: 'Priority; lower is first (default 100).' }),
  weight: z.int().min(1).max(1_000_000).optional(),
  enabled: z.boolean().optional(),
  maintenance: z
    .boolean()
    .optional()
    .meta({ description: 'Whether none of its routes gets new calls; running ones continue (default false).' }),
  account_id: idField.nullable().optional().meta({
    description: 'Serves only this account, which must be `own_first` or `own_only`; `null` serves all accounts.',
  }),
  quirks: quirks.optional(),
};

export const createProviderRequest = z.strictObject({ ...settings, ...options }).meta({
  examples: [
    {
      name: 'example',
      dialect: 'chat-completions',
      routes: [{ region: 'overseas', base_url: 'https://api.example.com/v1', api_key: '<UPSTREAM_KEY>' }],
      models: [{ model: 'example-chat', cost: { input: '1', output: '4' } }],
    },
  ],
});

export const patchProviderRequest = z
  .strictObject({
    name: settings.name.optional(),
    routes: settings.routes.optional(),
    models: settings.models.optional(),
    ...options,
    if_revision: revisionField.optional().meta({
      description: 'The `revision` that you edited: the change is refused with 409 if the provider has changed since.',
    }),
  })
  .meta({ examples: [{ priority: 10 }] });

const healthFields = {
  state: z.enum(routeStandings).meta({
    description: '`ejected`: used last until `back_at`. `trial`: the next call tests whether it works again.',
  }),
  since: timeAnswer,
  back_at: timeAnswer.nullable(),
  attempts: z.number(),
  failures: z.number(),
  last_used_at: timeAnswer.nullable().meta({ description: 'Start of the latest attempt.' }),
  last_fault: z.string().nullable().meta({ description: 'Description of the last error.' }),
  last_fault_code: z.enum(attemptFaultCodes).nullable().meta({ description: 'The kind of the last error.' }),
  last_fault_at: timeAnswer.nullable(),
};

const routeHealth = z
  .object({
    ...healthFields,
    minutes: z
      .object({ answered: z.array(z.number()), failed: z.array(z.number()) })
      .meta({ description: 'Attempts of each of the last 60 minutes, oldest first.' }),
  })
  .meta({ description: 'As seen by the responding node since its start, or since a change of the address or a key.' });

const keyHealth = z
  .object({
    ...healthFields,
    is_full: z.boolean().meta({ description: 'Whether the key is at its limits and skipped for now.' }),
  })
  .nullable()
  .meta({ description: 'Same as the health of the route; null while the key is disabled.' });

const routeKeyAnswer = z.object({
  id: z.string().meta({ description: 'The `key` of `attempt_log` in the call log.' }),
  has_api_key: z.boolean(),
  api_key_last4: z.string().nullable(),
  weight: z.number(),
  limits: z.object({
    requests_per_minute: z.number().nullable(),
    tokens_per_minute: z.number().nullable(),
    concurrency: z.number().nullable(),
  }),
  enabled: z.boolean(),
  health: keyHealth,
});

export const providerAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    revision: revisionField.meta({
      description: 'Changes with every change of the settings, routes, keys and models; see `if_revision`.',
    }),
    built_in: z.boolean().meta({ description: 'Part of the program: it cannot be changed.' }),
    dialect: z.string().meta({ description: 'The first of `chat_dialects`.' }),
    chat_dialects: z.array(z.string()).meta({ description: 'Protocols of its chat models, preferred one first.' }),
    dialects: z.partialRecord(z.enum(otherKinds), z.string()),
    media_hosts: z.array(z.string()),
    priority: z.number(),
    weight: z.number(),
    enabled: z.boolean(),
    maintenance: z.boolean().meta({ description: 'Whether none of its routes gets new calls; running ones continue.' }),
    account_id: z.string().nullable().meta({ description: 'The only account it serves; `null`: all accounts.' }),
    quirks: z.object(perQuirk(() => z.boolean())),
    routes: z.array(
      z.object({
        id: z.string(),
        region: z.enum(regions),
        base_url: z.string(),
        auth: upstreamAuth,
        maintenance: z.boolean().meta({ description: 'Whether the route gets no new calls; running ones continue.' }),
        addresses: z.record(
          z.string(),
          z.object({ base_url: z.string().optional(), path: z.string().optional(), auth: upstreamAuth.optional() }),
        ),
        has_api_key: z.boolean(),
        api_key_last4: z.string().nullable().meta({ description: 'Last characters of the first key.' }),
        keys: z.array(routeKeyAnswer),
        health: routeHealth,
      }),
    ),
    models: z.array(
      z.object({
        model: z.string(),
        upstream_model: z.string(),
        cost: priceAnswer.nullable(),
      }),
    ),
  })
  .meta({ id: 'Provider' });

export const providerList = listOf(providerAnswer);

export type CreateProviderRequest = z.output<typeof createProviderRequest>;
export type PatchProviderRequest = z.output<typeof patchProviderRequest>;
export type ProviderAnswer = z.output<typeof providerAnswer>;
