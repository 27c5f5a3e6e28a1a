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
    offered: z.boolean().meta({ description: 'Whether a way to pay is offered that can save a card.' }),
    state: z.enum(autoTopUpStates).meta({ description: '`stopped`: it was on, and the service has switched it off.' }),
    stop: z.enum(autoTopUpStops).nullable().meta({ description: 'Why it was stopped.' }),
    threshold: amountAnswer('A balance below it is topped up.', threshold.first),
    amount: amountAnswer('Of one top-up.', amount.first),
    monthly_maximum: amountAnswer('No more is charged automatically in a calendar month.', maximum.first),
    charged_this_month: amountAnswer('What was charged automatically in this month, and what is being charged.', '0.00'),
    refusals: z.int().meta({ description: 'How often in a row the card was refused.' }),
    fault: z.enum(chargeFaults).nullable().meta({ description: 'Why the last charge came to nothing.' }),
    retry_at: timeAnswer.nullable().meta({ description: 'After one that came to nothing: the next is not before.' }),
    card: savedCard.nullable(),
    saving: z.boolean().meta({ description: 'Somebody has begun to save a card, and the payment service has not told the end.' }),
  })
  .meta({ id: 'AutoTopUp' });
export type AutoTopUpAnswer = z.output<typeof autoTopUpAnswer>;

export const patchAutoTopUpRequest = z
  .strictObject({
    enabled: z.boolean({ error: 'must be true or false' }).optional(),
    threshold: boundedField('A balance below it is topped up.', threshold),
    amount: boundedField('Of one top-up.', amount),
    monthly_maximum: boundedField('No more is charged automatically in a calendar month; at least `amount`.', maximum),
  })
  .meta({ examples: [{ enabled: true, threshold: '20', amount: '100', monthly_maximum: '500' }] });
export type PatchAutoTopUpRequest = z.output<typeof patchAutoTopUpRequest>;

export const savingAnswer = z
  .object({ url: z.string().meta({ description: 'The page of the payment service on which the card is entered.' }) })
  .meta({ id: 'CardSaving' });
