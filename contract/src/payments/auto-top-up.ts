import { z } from 'zod';
import { amountAnswer, amountField, timeAnswer } from '../fields.ts';
import { autoTopUpBounds, autoTopUpStates, autoTopUpStops } from './auto-top-up-states.ts';
import { chargeFaults, paymentMethodNames } from './payments.ts';

const { threshold, amount, monthly_maximum: maximum } = autoTopUpBounds;

function boundedField(what: string, { least, most }: { readonly least: string; readonly most: string }) {
  return amountField(`${what} In CNY, from "${least}" to "${most}", with at most 2 decimals.`, { decimalsMax: 2 }).optional();
}

export const savedCard = z
  .object({
    method: z.enum(paymentMethodNames),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.int(),
    exp_year: z.int(),
    saved_at: timeAnswer,
  })
  .meta({ id: 'SavedCard' });

export const autoTopUpAnswer = z
  .object({
    offered: z.boolean().meta({ description: 'Whether a payment method that can save a card is available.' }),
    state: z.enum(autoTopUpStates).meta({ description: '`stopped`: turned off by the service.' }),
    stop: z.enum(autoTopUpStops).nullable().meta({ description: 'Why it was stopped.' }),
    threshold: amountAnswer('Balance below which the account is topped up.', threshold.first),
    amount: amountAnswer('Amount of one top-up.', amount.first),
    monthly_maximum: amountAnswer('Maximum charged automatically per calendar month.', maximum.first),
    charged_this_month: amountAnswer('Charged automatically this month, including charges in progress.', '0.00'),
    refusals: z.int().meta({ description: 'How many times in a row the card was declined.' }),
    fault: z.enum(chargeFaults).nullable().meta({ description: 'Why the last charge failed.' }),
    retry_at: timeAnswer.nullable().meta({ description: 'Earliest time of the next charge after a failed one.' }),
    card: savedCard.nullable(),
    saving: z
      .boolean()
      .meta({ description: 'Whether a card is being saved and the payment service has not reported the result.' }),
  })
  .meta({ id: 'AutoTopUp' });
export type AutoTopUpAnswer = z.output<typeof autoTopUpAnswer>;

export const patchAutoTopUpRequest = z
  .strictObject({
    enabled: z.boolean({ error: 'must be true or false' }).optional(),
    threshold: boundedField('Balance below which the account is topped up.', threshold),
    amount: boundedField('Amount of one top-up.', amount),
    monthly_maximum: boundedField('Maximum charged automatically per calendar month; at least `amount`.', maximum),
  })
  .meta({ examples: [{ enabled: true, threshold: '20', amount: '100', monthly_maximum: '500' }] });
export type PatchAutoTopUpRequest = z.output<typeof patchAutoTopUpRequest>;

export const savingAnswer = z
  .object({ url: z.string().meta({ description: 'Page of the payment service to enter the card.' }) })
  .meta({ id: 'CardSaving' });
