import { z } from 'zod';
import { accountStatuses, isolations, locales } from '../enumerations.ts';
import { amountAnswer, amountField, idField, limitField, multiplierField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

export const emailField = z
  .email({ error: 'must be an e-mail address' })
  .max(254)
  .nullable()
  .meta({ description: 'Address for notices; `null` for none.', examples: ['owner@example.com'] });

/** Limits specific to the account. An omitted field uses the limit of the plan; `null` means unlimited. */
const accountLimits = z.strictObject({
  requests_per_minute: limitField('Requests in any 60 seconds; `null` = unlimited.').nullable().optional(),
  concurrency: limitField('Concurrent requests; `null` = unlimited.').nullable().optional(),
});

const exemptField = amountField('Amount exempt from the broken-connection limits in 24 hours and in 30 days.')
  .nullable()
  .meta({ description: 'Amount exempt from the broken-connection limits; `null` for none.', examples: ['100'] });

const domesticOnly = z.boolean().meta({
  description: 'Whether calls of all its keys use only domestic routes, regardless of the keys (default false).',
});

const isolationText =
  'Upstreams that serve the account: `shared` ones; `own_first`, its custom ones before the shared ones; `own_only`, only its custom ones, or else 503.';

export const createAccountRequest = z
  .strictObject({
    name: textField('Name of the account.', 200, 1),
    email: emailField.optional(),
    plan: idField.optional().meta({ description: 'Plan; `free-trial` by default.', examples: ['standard'] }),
    trial_credit: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the account gets the configured trial credit (default true).' }),
    limits: accountLimits.optional(),
    price_multiplier: multiplierField.optional(),
    domestic_only: domesticOnly.optional(),
    broken_connections_exempt: exemptField.optional(),
  })
  .meta({ examples: [{ name: 'Example Ltd', email: 'owner@example.com', plan: 'standard' }] });

export const patchAccountRequest = z
  .strictObject({
    name: textField('Name of the account.', 200, 1).optional(),
    email: emailField.optional(),
    plan: idField.optional().meta({ description: 'Id of a plan.' }),
    status: z
      .enum(accountStatuses)
      .optional()
      .meta({ description: '`disabled` freezes the account: its keys are refused with `account_frozen`.' }),
    status_reason: textField(
      'Reason, required to freeze the account. Members see it in the console and by mail.',
      500,
      1,
    ).optional(),
    limits: accountLimits.nullable().optional().meta({ description: 'Custom limits; `null` restores the limits of the plan.' }),
    limits_of_plan: z
      .array(z.enum(['requests_per_minute', 'concurrency']))
      .max(2)
      .optional()
      .meta({ description: 'Limits to restore from the plan; other custom limits stay.' }),
    broken_connections_exempt: exemptField.optional(),
    price_multiplier: multiplierField.optional(),
    domestic_only: domesticOnly.optional(),
    isolation: z.enum(isolations).optional().meta({ description: isolationText }),
  })
  .meta({ examples: [{ plan: 'enterprise', limits: { requests_per_minute: 500 } }] });

export const balanceAnswer = z
  .object({
    credits: amountAnswer('Total of all credits.'),
    used: amountAnswer('Charged so far.'),
    reserved: amountAnswer('Reserved for running calls.'),
    available: amountAnswer('Available balance; negative if running calls cost more than was left.'),
    trial_left: amountAnswer('Remaining trial credit, spent first.'),
    paid_left: amountAnswer('Remaining paid money, spent after the trial credit. Never negative.'),
    gifts_left: amountAnswer('Remaining adjustments and refunds, spent last.'),
    reference_tokens: z
      .string()
      .meta({ description: '`available` at the reference of 1 CNY = 500,000 tokens.', examples: ['5000000'] }),
  })
  .meta({ id: 'Balance', description: 'Amounts are decimal strings in CNY.' });

const limitsAnswer = z.object({ requests_per_minute: z.number().nullable(), concurrency: z.number().nullable() });

export const accountAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    locale: z.enum(locales).nullable().meta({ description: 'Language of mails to the account.' }),
    plan: z.string(),
    status: z.enum(accountStatuses),
    status_reason: z.string().nullable().meta({ description: 'Why the account is frozen, as shown to its members.' }),
    frozen_at: timeAnswer.nullable(),
    limits: limitsAnswer.meta({ description: 'Effective limits; `null` = unlimited.' }),
    own_limits: limitsAnswer.partial().meta({ description: 'Custom limits that override the plan.' }),
    price_multiplier: z.string(),
    domestic_only: z.boolean(),
    isolation: z.enum(isolations).meta({ description: isolationText }),
    broken_connections_exempt: z.string().nullable(),
    balance: balanceAnswer,
    running: z.number().meta({ description: 'Number of running calls.' }),
    created_at: timeAnswer,
  })
  .meta({ id: 'Account' });

export const brokenConnectionsAnswer = z
  .object({
    taken_24h: amountAnswer('Value of responses that clients abandoned in 24 hours.'),
    taken_30d: amountAnswer('The same in 30 days.'),
    left_early_24h: amountAnswer('Value of calls abandoned before the first byte, in 24 hours.'),
    left_early_30d: amountAnswer('The same in 30 days.'),
    room: amountAnswer('Remaining allowance for abandoned responses, minus running calls.'),
    refused_until: timeAnswer.nullable().meta({ description: 'Until when calls are refused; `null` if they are not.' }),
    slowed_keys: z.array(z.string()).meta({ description: 'Throttled keys: 10 requests a minute, one at a time.' }),
    exempt: z.string().nullable(),
  })
  .meta({ id: 'BrokenConnections' });

export const accountsQuery = z.strictObject({
  named: z.string().max(254).optional().meta({ description: 'Exact name or id, or an e-mail address (case-insensitive).' }),
  search: z
    .string()
    .min(1)
    .max(254)
    .optional()
    .meta({ description: 'Part of a name or an e-mail address (case-insensitive), or an id.' }),
  plan: idField.optional(),
  status: z.enum(accountStatuses).optional(),
  ...pageQuery,
});

export const accountList = listOf(accountAnswer);

export type CreateAccountRequest = z.output<typeof createAccountRequest>;
export type PatchAccountRequest = z.output<typeof patchAccountRequest>;
export type AccountAnswer = z.output<typeof accountAnswer>;
export type BalanceAnswer = z.output<typeof balanceAnswer>;
export type BrokenConnectionsAnswer = z.output<typeof brokenConnectionsAnswer>;
