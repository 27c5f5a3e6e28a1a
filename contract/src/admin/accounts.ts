import { z } from 'zod';
import { amountAnswer, idField, limitField, multiplierField, textField, timeAnswer } from './fields.ts';
import { listOf, pageQuery } from './lists.ts';

const emailField = z
  .email({ error: 'must be an e-mail address' })
  .max(254)
  .nullable()
  .meta({ description: 'Where notices go; `null` for none.', examples: ['owner@example.com'] });

/** Limits of the account's own; a field that is left out keeps the plan's, `null` is unlimited. */
const accountLimits = z.strictObject({
  requests_per_minute: limitField('Requests in any 60 seconds; `null` = unlimited.').nullable().optional(),
  concurrency: limitField('Requests at the same time; `null` = unlimited.').nullable().optional(),
});

export const createAccountRequest = z
  .strictObject({
    name: textField('What the account is called.', 200, 1),
    email: emailField.optional(),
    plan: idField.optional().meta({ description: 'Plan; `free-trial` if left out.', examples: ['standard'] }),
    trial_credit: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the account gets the trial credit of 10 CNY (default true).' }),
    limits: accountLimits.optional(),
    price_multiplier: multiplierField.optional(),
  })
  .meta({ examples: [{ name: 'Example Ltd', email: 'owner@example.com', plan: 'standard' }] });

export const patchAccountRequest = z
  .strictObject({
    name: textField('What the account is called.', 200, 1).optional(),
    email: emailField.optional(),
    plan: idField.optional().meta({ description: 'Id of a plan.' }),
    status: z.enum(['active', 'disabled']).optional().meta({ description: '`disabled` refuses every key of the account.' }),
    limits: accountLimits.nullable().optional().meta({ description: 'Own limits; `null` returns to the plan.' }),
    price_multiplier: multiplierField.optional(),
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
    plan: z.string(),
    status: z.enum(['active', 'disabled']),
    limits: limitsAnswer.meta({ description: 'In force; `null` = unlimited.' }),
    own_limits: limitsAnswer.partial().meta({ description: "What of it is the account's own rather than the plan's." }),
    price_multiplier: z.string(),
    balance: balanceAnswer,
    running: z.number().meta({ description: 'Calls under way.' }),
    created_at: timeAnswer,
  })
  .meta({ id: 'Account' });

export const accountsQuery = z.strictObject({
  named: z.string().max(254).optional().meta({ description: 'Exact name or id, or an e-mail address in any case.' }),
  plan: idField.optional(),
  status: z.enum(['active', 'disabled']).optional(),
  ...pageQuery,
});

export const accountList = listOf(accountAnswer);

export type CreateAccountRequest = z.output<typeof createAccountRequest>;
export type PatchAccountRequest = z.output<typeof patchAccountRequest>;
export type AccountAnswer = z.output<typeof accountAnswer>;
export type BalanceAnswer = z.output<typeof balanceAnswer>;
