import { z } from 'zod';
import { amountAnswer, amountField, timeAnswer } from '../fields.ts';

export const billingAnswer = z
  .object({
    statement_mail: z.boolean().meta({ description: 'Whether each statement is mailed on the second day of the next month.' }),
    monthly_budget: amountAnswer('Of which 80, 90 and 100 % are told; it stops nothing.').nullable(),
    month: z.object({
      month: z.string().meta({ examples: ['2026-11'] }),
      starts_at: timeAnswer,
      ends_at: timeAnswer,
      spent: amountAnswer('By calls admitted in the month.'),
    }),
    paid: z.object({
      paid: amountAnswer('What was paid, less what was paid out and what adjustments took of it.'),
      consumed: amountAnswer('Of it, what calls have used up.'),
      consumed_closed: amountAnswer('The same over closed hours: of this, invoices are made.'),
      payable_out: amountAnswer('The most that can be paid out: neither used nor set aside for running calls.'),
    }),
  })
  .meta({ id: 'Billing' });

export const patchBillingRequest = z
  .strictObject({
    statement_mail: z.boolean({ error: 'must be true or false' }).optional(),
    monthly_budget: amountField(
      'What the account means to spend in a month; decimal string in CNY with at most 4 decimals, `null` for none. Raised, its levels are told anew.',
      { decimalsMax: 4 },
    )
      .nullable()
      .optional(),
  })
  .meta({ examples: [{ statement_mail: true, monthly_budget: '500' }] });

export type BillingAnswer = z.output<typeof billingAnswer>;
export type PatchBillingRequest = z.output<typeof patchBillingRequest>;
