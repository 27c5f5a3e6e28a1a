import { z } from 'zod';
import { accountStatuses, isolations, locales } from '../enumerations.ts';
import { amountAnswer, amountField, idField, limitField, multiplierField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

export const emailField = z
  .email({ error: 'must be an e-mail address' })
  .max(254)
  .nullable()
  .meta({ description: 'Where notices go; `null` for none.', examples: ['owner@example.com'] });

/** Limits of the account's own; a field that is left out keeps the plan's, `null` is unlimited. */
const accountLimits = z.strictObject({
  requests_per_minute: limitField('Requests in any 60 seconds; `null` = unlimited.').nullable().optional(),
  concurrency: limitField('Requests at the same time; `null` = unlimited.').nullable().optional(),
});

const exemptField = amountField(
  'Up to this sum the account may break connections off in 24 hours and in 30 days, whatever it was charged.',
)
  .nullable()
  .meta({ description: 'Exemption from the rules on broken connections, up to a sum; `null` for none.', examples: ['100'] });

const domesticOnly = z.boolean().meta({
  description: 'Calls of all its keys go to domestic routes or to none, whatever the keys say (default false).',
});

const isolationText =
  'Whose upstreams serve it: `shared` those of everybody; `own_first` its own, then those of everybody; `own_only` its own and no other, else 503.';

export const createAccountRequest = z
  .strictObject({
    name: textField('What the account is called.', 200, 1),
    email: emailField.optional(),
    plan: idField.optional().meta({ description: 'Plan; `free-trial` if left out.', examples: ['standard'] }),
    trial_credit: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the account gets the trial credit that the settings say (default true).' }),
    limits: accountLimits.optional(),
    price_multiplier: multiplierField.optional(),
    domestic_only: domesticOnly.optional(),
    broken_connections_exempt: exemptField.optional(),
  })
  .meta({ examples: [{ name: 'Example Ltd', email: 'owner@example.com', plan: 'standard' }] });

export const patchAccountRequest = z
  .strictObject({
    name: textField('What the account is called.', 200, 1).optional(),
    email: emailField.optional(),
    plan: idField.optional().meta({ description: 'Id of a plan.' }),
    status: z
      .enum(accountStatuses)
      .optional()
      .meta({ description: '`disabled` freezes the account: every key of it is refused with `account_frozen`.' }),
    status_reason: textField(
      'Why; required to freeze the account. Its people read it in the console and by mail.',
      500,
      1,
    ).optional(),
    limits: accountLimits.nullable().optional().meta({ description: 'Own limits; `null` returns to the plan.' }),
    limits_of_plan: z
      .array(z.enum(['requests_per_minute', 'concurrency']))
      .max(2)
      .optional()
      .meta({ description: 'Limits that return to the plan, while others stay own.' }),
    broken_connections_exempt: exemptField.optional(),
    price_multiplier: multiplierField.optional(),
    domestic_only: domesticOnly.optional(),
    isolation: z.enum(isolations).optional().meta({ description: isolationText }),
  })
  .meta({ examples: [{ plan: 'enterprise', limits: { requests_per_minute: 500 } }] });

export const balanceAnswer = z
  .object({
    credits: amountAnswer('All money ever given.'),
    used: amountAnswer('Charged so far.'),
    reserved: amountAnswer('Set aside for calls that are still running.'),
    available: amountAnswer('What may still be spent; below zero if running calls cost more than was left.'),
    trial_left: amountAnswer('Trial money left; it is spent first.'),
    paid_left: amountAnswer('Paid money left, spent after trial money. Never below zero.'),
    gifts_left: amountAnswer('What is left of adjustments and refunds; they are spent last.'),
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
    locale: z.enum(locales).nullable().meta({ description: 'Of mails to the account.' }),
    plan: z.string(),
    status: z.enum(accountStatuses),
    status_reason: z.string().nullable().meta({ description: 'Why it is frozen, as its people read it.' }),
    frozen_at: timeAnswer.nullable(),
    limits: limitsAnswer.meta({ description: 'In force; `null` = unlimited.' }),
    own_limits: limitsAnswer.partial().meta({ description: "What of it is the account's own rather than the plan's." }),
    price_multiplier: z.string(),
    domestic_only: z.boolean(),
    isolation: z.enum(isolations).meta({ description: isolationText }),
    broken_connections_exempt: z.string().nullable(),
    balance: balanceAnswer,
    running: z.number().meta({ description: 'Calls under way.' }),
    created_at: timeAnswer,
  })
  .meta({ id: 'Account' });

export const brokenConnectionsAnswer = z
  .object({
    taken_24h: amountAnswer('Worth of answers that clients of the account broke off in 24 hours.'),
    taken_30d: amountAnswer('The same in 30 days.'),
    left_early_24h: amountAnswer('Worth of calls that they left before the first byte, in 24 hours.'),
    left_early_30d: amountAnswer('The same in 30 days.'),
    room: amountAnswer('What may still be taken; calls in flight are held against it.'),
    refused_until: timeAnswer.nullable().meta({ description: 'When there is room again; `null` while there is.' }),
    slowed_keys: z.array(z.string()).meta({ description: 'Keys that may send 10 requests a minute, one at a time.' }),
    exempt: z.string().nullable(),
  })
  .meta({ id: 'BrokenConnections' });

export const accountsQuery = z.strictObject({
  named: z.string().max(254).optional().meta({ description: 'Exact name or id, or an e-mail address in any case.' }),
  search: z
    .string()
    .min(1)
    .max(254)
    .optional()
    .meta({ description: 'Part of a name or an e-mail address in any case, or an id.' }),
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
