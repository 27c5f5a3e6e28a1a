import { z } from 'zod';
import { amountAnswer, amountField, timeAnswer } from '../fields.ts';

export const billingAnswer = z
  .object({
    statement_mail: z.boolean().meta({ description: 'Whether each statement is mailed on the second day of the next month.' }),
    monthly_budget: amountAnswer('Monthly budget with notices at 80, 90 and 100 %. It does not stop calls.').nullable(),
    month: z.object({
      month: z.string().meta({ examples: ['2026-11'] }),
      starts_at: timeAnswer,
      ends_at: timeAnswer,
      spent: amountAnswer('Spending of calls admitted in the month.'),
    }),
    paid: z.object({
      paid: amountAnswer('Paid money minus payouts and adjustments.'),
      consumed: amountAnswer('Part of it used by calls.'),
      consumed_closed: amountAnswer('Part of it used in closed hours, the basis of invoices.'),
      payable_out: amountAnswer('Maximum payout: paid money neither used nor reserved for running calls.'),
    }),
  })
  .meta({ id: 'Billing' });

export const patchBillingRequest = z
  .strictObject({
    statement_mail: z.boolean({ error: 'must be true or false' }).optional(),
    monthly_budget: amountField(
      'Monthly budget; decimal string in CNY with at most 4 decimals, `null` for none. Raising it resets its notices.',
      { decimalsMax: 4 },
    )
      .nullable()
      .optional(),
  })
  .meta({ examples: [{ statement_mail: true, monthly_budget: '500' }] });

export type BillingAnswer = z.output<typeof billingAnswer>;
export type PatchBillingRequest = z.output<typeof patchBillingRequest>;
