import { z } from 'zod';
import { amountField } from '../fields.ts';
import { priceListFormatNames, priceListLimits, priceWarningCodes } from './price-list-words.ts';
import { priceAnswer } from './prices.ts';

/** Maximum size of an uploaded price list. */
export const priceListBytesMax = 32 * 1024 * 1024;

export const priceProposalsQuery = z.strictObject({
  format: z.enum(priceListFormatNames).optional().meta({ description: 'Recognized from the file by default.' }),
  usd_cny: amountField('CNY per USD; the setting of the service by default.', { decimalsMax: 6 })
    .regex(/^(?=.*[1-9])(?:1000|\d{1,3}(?:\.\d+)?)$/, { error: 'must be more than 0 and at most 1000' })
    .optional(),
  margin_percent: amountField('Added to the listed price, in percent; the setting of the service by default.', { decimalsMax: 4 })
    .regex(/^(?:1000|\d{1,3}(?:\.\d+)?)$/, { error: 'must be from 0 to 1000' })
    .optional(),
});

const warningAnswer = z.object({
  code: z.enum(priceWarningCodes),
  params: z.record(z.string(), z.string()).meta({ description: 'Values of the warning, some of them from the list.' }),
});

const unusableAnswer = z.object({
  model: z.string(),
  field: z.string().nullable().meta({ description: 'The field of the price, such as `price.input`; `null`: see `reason`.' }),
  reason: z.string(),
  warning: warningAnswer.nullable().meta({ description: '`reason` as a code, if it is one of the list.' }),
});

export const priceProposalsAnswer = z
  .object({
    format: z.enum(priceListFormatNames),
    usd_cny: z.string(),
    margin_percent: z.string(),
    cannot_say: z.array(z.enum(priceListLimits)).meta({ description: 'What entries of the list cannot express.' }),
    proposals: z.array(
      z.object({
        model: z.string(),
        kind: z.string(),
        revision: z.string().meta({ description: 'For `if_revision` of the change.' }),
        seller: z.string(),
        present: priceAnswer.nullable(),
        proposed: priceAnswer,
        warnings: z.array(warningAnswer),
      }),
    ),
    unchanged: z.array(z.string()),
    not_listed: z.array(z.string()).meta({ description: 'Models without a price in the list, or with several.' }),
    unusable: z.array(unusableAnswer).meta({ description: 'Models whose price in the list cannot be set.' }),
  })
  .meta({ id: 'PriceProposals' });

export type PriceProposalsQuery = z.output<typeof priceProposalsQuery>;
export type PriceProposalsAnswer = z.output<typeof priceProposalsAnswer>;
