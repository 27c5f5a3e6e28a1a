import { z } from 'zod';
import { isQuantityName, quantityNames } from '../quantities.ts';
import { serviceTiers } from '../model-api/service-tiers.ts';
import { amountAnswer, priceField } from '../fields.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const ratesMax = 64;
/** A bit set of more variants would not fit into one integer. No vendor uses even half as many. */
export const variantsMax = 24;
const tokensMax = 2 ** 31 - 1;
const baseNames = ['input', 'cached_input', 'output', 'per_call'] as const;
const known = [...quantityNames, 'reasoning'].join(', ');

/** Rates by name. Two families have open names, so the schema cannot list all names. */
function ratesField(alsoNamed: readonly string[], description: string) {
  return z
    .record(z.string(), priceField('CNY per unit of the quantity.'))
    .superRefine((rates, context) => {
      const names = Object.keys(rates);
      if (names.length > ratesMax) context.addIssue({ code: 'custom', message: `must have at most ${String(ratesMax)} entries` });
      for (const name of names) {
        if (name === 'reasoning' || alsoNamed.includes(name) || isQuantityName(name)) continue;
        const message = `must be named ${[...alsoNamed, known].join(', ')}, image@<size>, image@<size>@<quality> or tool:<name>`;
        context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .meta({ description });
}

const timeOfDay = (description: string) =>
  z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as "09:00"' })
    .meta({ description, examples: ['09:00'] });

const windowRequest = z
  .strictObject({
    utc_offset: z
      .string()
      .regex(/^[+-](?:0\d|1[0-4]):[0-5]\d$/, { error: 'must be an offset such as "+08:00"' })
      .meta({ description: 'UTC offset of the times, without daylight saving.', examples: ['+08:00'] }),
    days: z
      .array(z.enum(weekdays))
      .min(1)
      .max(7)
      .optional()
      .meta({ description: 'Days on which the window starts; every day by default.' }),
    from: timeOfDay('Inclusive.'),
    to: timeOfDay('Exclusive. A time not after `from` is on the next day.'),
  })
  .meta({ description: 'Time window in which the request arrived.' });

const whenRequest = z
  .strictObject({
    min_input_tokens: z.int().min(1).max(tokensMax).optional().meta({
      description: 'Minimum number of input tokens; the rates then apply to the whole request.',
    }),
    min_output_tokens: z.int().min(1).max(tokensMax).optional().meta({ description: 'Minimum number of output tokens.' }),
    reasoning: z.boolean().optional().meta({ description: 'Whether there were reasoning tokens.' }),
    service_tier: z
      .enum(serviceTiers)
      .optional()
      .meta({ description: 'Service tier reported by the provider, or else the requested one.' }),
    window: windowRequest.optional(),
  })
  .refine((when) => Object.keys(when).length > 0, { error: 'must state a condition' });

const variantRequest = z.strictObject({
  when: whenRequest.meta({ description: 'All conditions must be met.' }),
  rates: ratesField(baseNames, 'Rates that it replaces.').refine((rates) => Object.keys(rates).length > 0, {
    error: 'must name a line',
  }),
});

/** CNY per 1,000,000 tokens, and per call. The model kind determines which parts are required. */
export const priceRequest = z
  .strictObject({
    input: priceField('CNY per 1,000,000 input tokens.').optional(),
    cached_input: priceField('CNY per 1,000,000 cached input tokens; the input price by default.').optional(),
    output: priceField('CNY per 1,000,000 output tokens.').optional(),
    per_call: priceField('CNY per call; 0 by default.').optional(),
    per_image: priceField('CNY per image; same as `rates.image`.').optional(),
    per_second: priceField('CNY per second of music; same as `rates.output_audio_ms`.').optional(),
    per_search_unit: priceField('CNY per search unit of a ranking; same as `rates.search_unit`.').optional(),
    rates: ratesField(
      [],
      'Rates for parts of the tokens (per 1,000,000) and for other quantities. A part without a rate has the rate of its whole.',
    ).optional(),
    variants: z
      .array(variantRequest)
      .max(variantsMax)
      .optional()
      .meta({ description: 'Rates under conditions, applied in order; the last match of a rate wins.' }),
  })
  .meta({
    id: 'Price',
    examples: [
      { input: '2', cached_input: '0.5', output: '8' },
      {
        input: '35',
        cached_input: '3.5',
        output: '210',
        rates: { cache_write: '43.75' },
        variants: [{ when: { min_input_tokens: 272000 }, rates: { input: '70', cached_input: '7', output: '315' } }],
      },
    ],
  });

const ratesAnswer = z.record(z.string(), z.string());

export const priceAnswer = z.object({
  input: z.string(),
  cached_input: z.string(),
  output: z.string(),
  per_call: z.string(),
  rates: ratesAnswer.optional(),
  variants: z
    .array(
      z.object({
        when: z.object({
          min_input_tokens: z.number().optional(),
          min_output_tokens: z.number().optional(),
          reasoning: z.boolean().optional(),
          service_tier: z.string().optional(),
          window: z.object({ utc_offset: z.string(), days: z.array(z.string()), from: z.string(), to: z.string() }).optional(),
        }),
        rates: ratesAnswer,
      }),
    )
    .optional(),
});

/** Confirms an unusual value. */
export const confirmField = z
  .boolean()
  .optional()
  .meta({ description: 'Must be `true` to change a price by a factor of ten or more, or to remove it.' });

export const previewAnswer = z
  .array(z.object({ call: z.string(), before: amountAnswer('', '0.0044').nullable(), after: amountAnswer('', '0.0052') }))
  .optional()
  .meta({
    description: 'Only for a new price: cost of typical calls before and after its start, without multipliers.',
  });

export type PriceRequest = z.output<typeof priceRequest>;
export type PriceAnswer = z.output<typeof priceAnswer>;
export type PreviewAnswer = z.output<typeof previewAnswer>;
