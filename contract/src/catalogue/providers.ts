import { z } from 'zod';
import { modelKinds, regions, routeStandings } from '../enumerations.ts';
import { perQuirk, quirkCatalogue } from './quirks.ts';
import { upstreamAuth } from './upstream-auth.ts';
import { modelNameField, ofType, textField, timeAnswer, idField } from '../fields.ts';
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
      .meta({ description: 'What follows the base address, where it is not what the protocol says.', examples: ['/reranks'] }),
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
  id: textField('Of a key that the route has; what is left out of it stays.', 64, 1).optional(),
  api_key: upstreamCredential.optional(),
  weight: z.int().min(0).max(1_000_000).optional().meta({
    description: 'Share among the keys of the route (default 1); 0 only stands in for others.',
  }),
  limits: z
    .strictObject({ requests_per_minute: keyLimit, concurrency: keyLimit }, ofType('must be an object'))
    .optional()
    .meta({ description: 'What the upstream allows the key; never exceeded by one node, and shared evenly between several.' }),
  enabled: z.boolean().optional(),
});

const routeRequest = z.strictObject({
  region: z.enum(regions),
  base_url: baseUrl,
  auth: upstreamAuth.optional().meta({ description: 'Left out when patching, that of the same address is kept.' }),
  addresses: z
    .record(z.string().max(64), addressRequest, ofType('must be an object'))
    .refine((addresses) => Object.keys(addresses).length <= addressesMax, {
      error: `must have at most ${String(addressesMax)} entries`,
    })
    .optional()
    .meta({
      description:
        'Protocols that are spoken elsewhere than at `base_url`, by name. Left out when patching, those of the same address are kept.',
      examples: [{ 'rerank-cohere': { base_url: 'https://api.example.com/v2' } }],
    }),
  api_key: upstreamCredential.optional().meta({
    description:
      'Upstream credential, where there is one. Kept sealed and never shown again. Left out when patching, with `keys`, those of the same address are kept.',
  }),
  keys: z
    .array(routeKeyRequest, ofType('must be a list of keys'))
    .min(1, { error: 'must name a key; `"api_key": null` is for upstreams that need none' })
    .max(100)
    .optional()
    .meta({ description: 'Several credentials in place of `api_key`, used in turn.' }),
});

const offerRequest = z.strictObject({
  model: modelNameField,
  upstream_model: textField('Its name at the upstream; the same if left out.', 200, 1).optional(),
  cost: priceRequest.nullable().optional().meta({ description: 'What the upstream charges, for margins.' }),
});

const quirks = z
  .strictObject(perQuirk((name) => z.boolean().optional().meta({ description: quirkCatalogue[name].about })))
  .meta({ description: 'Known departures of the upstream from its dialect.' });

const settings = {
  name: textField('What the provider is called; unique.', 100, 1),
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
      description:
        'The one protocol of its chat models, or the first of `chat_dialects`; one of the two is needed to create one.',
      examples: ['chat-completions'],
    }),
  chat_dialects: z
    .array(z.string().max(64), ofType('must be a list of protocols'))
    .min(1, { error: 'must name a protocol' })
    .max(chatDialectsMax)
    .optional()
    .meta({
      description:
        'Protocols of its chat models, the one to prefer first. A client is served in its own protocol where that is among them, otherwise in the first that can be translated for it.',
      examples: [['chat-completions']],
    }),
  dialects: z
    .partialRecord(z.enum(otherKinds), z.string().max(64), ofType('must be an object'))
    .optional()
    .meta({ description: 'Protocols of its models of other kinds, by kind. What is not named here is not served.' }),
  media_hosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, { error: 'must be a host in small letters, or `.` and a domain' }),
      ofType('must be a list of hosts'),
    )
    .max(50)
    .optional()
    .meta({
      description:
        'Hosts from which images and songs are fetched that its answers name; `.example.com` stands for all below it. What lies at the address of the route is fetched as well, nothing else.',
      examples: [['cdn.example.com']],
    }),
  priority: z.int().min(0).max(1_000_000).optional().meta({ description: 'Lower goes first (default 100).' }),
  weight: z.int().min(1).max(1_000_000).optional(),
  enabled: z.boolean().optional(),
  account_id: idField.nullable().optional().meta({
    description: 'Serves this account and nobody else, if the account is `own_first` or `own_only`; `null`: everybody.',
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
  })
  .meta({ examples: [{ priority: 10 }] });

const healthFields = {
  state: z.enum(routeStandings).meta({
    description: '`ejected`: behind all others until `back_at`. `trial`: the next call finds out whether it works again.',
  }),
  since: timeAnswer,
  back_at: timeAnswer.nullable(),
  attempts: z.number(),
  failures: z.number(),
  last_fault: z.string().nullable().meta({ description: 'In words.' }),
  last_fault_at: timeAnswer.nullable(),
};

const routeHealth = z
  .object(healthFields)
  .meta({ description: 'As the answering node saw it since it started, or since the address or a key changed.' });

const keyHealth = z
  .object({
    ...healthFields,
    is_full: z.boolean().meta({ description: 'At its limits: passed over until an attempt is over or a minute old.' }),
  })
  .nullable()
  .meta({ description: 'As that of the route; null while the key is switched off.' });

const routeKeyAnswer = z.object({
  id: z.string().meta({ description: 'The `key` of `attempt_log` in the call log.' }),
  has_api_key: z.boolean(),
  api_key_last4: z.string().nullable(),
  weight: z.number(),
  limits: z.object({ requests_per_minute: z.number().nullable(), concurrency: z.number().nullable() }),
  enabled: z.boolean(),
  health: keyHealth,
});

export const providerAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    dialect: z.string().meta({ description: 'The first of `chat_dialects`.' }),
    chat_dialects: z.array(z.string()).meta({ description: 'Protocols of its chat models, the one to prefer first.' }),
    dialects: z.partialRecord(z.enum(otherKinds), z.string()),
    media_hosts: z.array(z.string()),
    priority: z.number(),
    weight: z.number(),
    enabled: z.boolean(),
    account_id: z.string().nullable().meta({ description: 'The one account that it serves; `null`: everybody.' }),
    quirks: z.object(perQuirk(() => z.boolean())),
    routes: z.array(
      z.object({
        id: z.string(),
        region: z.enum(regions),
        base_url: z.string(),
        auth: upstreamAuth,
        addresses: z.record(
          z.string(),
          z.object({ base_url: z.string().optional(), path: z.string().optional(), auth: upstreamAuth.optional() }),
        ),
        has_api_key: z.boolean(),
        api_key_last4: z
          .string()
          .nullable()
          .meta({ description: 'Of the first key, for recognition; a key itself is never shown.' }),
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
