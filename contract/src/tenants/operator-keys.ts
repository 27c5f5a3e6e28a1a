import { z } from 'zod';
import { capPeriods, keyStatuses, routeBalances } from '../enumerations.ts';
import {
  amountAnswer,
  capField,
  idField,
  limitField,
  modelAllowListField,
  ofType,
  textField,
  timeAnswer,
  timeField,
} from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

/** The parser of the allow-list checks each entry and names the invalid one. */
const ipAllowListField = z
  .array(z.string({ error: 'must be a string' }), ofType('must be a list of addresses'))
  .max(1000)
  .nullable()
  .meta({
    description: 'IPv4 addresses, IPv4 ranges `<ipv4>/<prefix>` or IPv6 addresses; `null` or `[]` lets every address call.',
    examples: [['203.0.113.7', '198.51.100.0/24', '2001:db8::1']],
  });

const keyLimits = z.strictObject({
  requests_per_minute: limitField('Requests in any 60 seconds.').nullable().optional(),
  tokens_per_minute: limitField('Tokens in any 60 seconds.', 1_000_000_000).nullable().optional(),
  concurrency: limitField('Concurrent requests.').nullable().optional(),
});

const settings = {
  remark: textField('Free text, such as "production".', 500).optional(),
  daily_cap: capField('Spending cap per calendar day.').optional(),
  monthly_cap: capField('Spending cap per calendar month.').optional(),
  ip_allow_list: ipAllowListField.optional(),
  model_allow_list: modelAllowListField.optional(),
  expires_at: timeField.nullable().optional(),
  strict: z.boolean().optional().meta({ description: 'Reserve the maximum cost of each call, so that caps are never exceeded.' }),
  domestic_only: z
    .boolean()
    .optional()
    .meta({ description: 'Whether calls use only domestic routes (default false). The setting of the account also applies.' }),
  routing: z.enum(routeBalances).nullable().optional().meta({
    description:
      'How calls are shared between routes of equal rank: by weight (`balanced`), cost (`cheapest`) or time to the first byte (`fastest`); `null` uses the setting of the installation (default).',
  }),
  preferred_route: idField
    .regex(/^[!-~]+$/, { error: 'must be the id of a route' })
    .nullable()
    .optional()
    .meta({
      description:
        'Id of a route that calls use while it works, whatever its priority; `null` for none (default). Members can name only own routes of the account.',
    }),
  limits: keyLimits
    .nullable()
    .optional()
    .meta({ description: 'Limits of this key in addition to those of the account; `null` removes them.' }),
};

export const createKeyRequest = z
  .strictObject({ ...settings, sub_account_id: idField.nullable().optional() })
  .meta({ examples: [{ remark: 'production', daily_cap: '50', monthly_cap: '1000', ip_allow_list: ['203.0.113.7'] }] });

export const patchKeyRequest = z
  .strictObject({
    ...settings,
    status: z.enum(keyStatuses).extract(['available', 'disabled']).optional(),
    confirm_open: z.boolean().optional().meta({
      description: 'Must be true to empty an allow-list, because an empty list lets every address call.',
    }),
  })
  .meta({ examples: [{ daily_cap: '80' }] });

export const keyAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    sub_account_id: z.string().nullable(),
    prefix: z.string().meta({ description: 'First characters of the value.', examples: ['sk-AbCd'] }),
    last4: z.string(),
    remark: z.string(),
    status: z.enum(keyStatuses),
    paused: z
      .object({ cap: z.enum(capPeriods), of: z.enum(['key', 'sub_account']), resumes_at: timeAnswer.nullable() })
      .nullable()
      .meta({
        description: 'Which cap is reached, its owner, and when calls resume (`null`: only after the cap is raised).',
      }),
    daily_cap: z.string().nullable(),
    monthly_cap: z.string().nullable(),
    spent_today: amountAnswer('Charged today, in the time zone of the service.'),
    spent_this_month: amountAnswer('Charged this month, in the time zone of the service.'),
    ip_allow_list: z.array(z.string()),
    model_allow_list: z.array(z.string()).nullable(),
    expires_at: timeAnswer.nullable(),
    strict: z.boolean(),
    domestic_only: z.boolean().meta({ description: 'Setting of the key itself.' }),
    routing: z.enum(routeBalances).nullable(),
    preferred_route: z.string().nullable(),
    limits: z.object({
      requests_per_minute: z.number().nullable(),
      tokens_per_minute: z.number().nullable(),
      concurrency: z.number().nullable(),
    }),
    replaced_by: z.string().nullable(),
    created_at: timeAnswer,
    updated_at: timeAnswer,
    warnings: z.array(z.string()).optional().meta({ description: 'Accepted values that you should check.' }),
  })
  .meta({ id: 'Key' });

export const newKeyAnswer = keyAnswer
  .extend({
    key: z.string().meta({ description: 'The key value, shown only once; only its hash is stored.', examples: ['sk-…'] }),
  })
  .meta({ id: 'NewKey' });

export const keySearch = z
  .string()
  .max(100)
  .optional()
  .meta({
    description:
      'Part of the remark (case-insensitive), last four characters, beginning of the visible part (`sk-AAAA…BBBB`), or id.',
    examples: ['production'],
  });

export const keysQuery = z.strictObject({ search: keySearch, sub_account_id: idField.optional(), ...pageQuery });
export const keyList = listOf(keyAnswer);

export type CreateKeyRequest = z.output<typeof createKeyRequest>;
export type PatchKeyRequest = z.output<typeof patchKeyRequest>;
export type KeyAnswer = z.output<typeof keyAnswer>;
export type NewKeyAnswer = z.output<typeof newKeyAnswer>;
