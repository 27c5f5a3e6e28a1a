import { z } from 'zod';
import { modelKinds, modelTiers, priceOwnerKinds } from '../enumerations.ts';
import { amountAnswer, modelNameField, revisionField, textField, timeAnswer, timeField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { confirmField, previewAnswer, priceAnswer, priceRequest } from './prices.ts';

const shortTexts = (description: string) =>
  z
    .array(textField(description, 100, 1))
    .max(200)
    .optional();

const secondsField = z.int().min(1).max(3600);

/** Used in requests and responses. */
const musicFacts = z.strictObject({
  duration_seconds: z
    .strictObject({ min: secondsField, max: secondsField, usual: secondsField })
    .refine(({ min, max, usual }) => min <= usual && usual <= max, { error: 'must have its `usual` between `min` and `max`' })
    .meta({ description: 'Whole seconds; `usual` applies to requests without a duration.' }),
  tags: z
    .array(textField('A style tag.', 100, 1))
    .max(2000)
    .nullable()
    .meta({ description: 'Supported tags; null: any.' }),
  prompt_characters_max: z.int().min(1).max(100_000),
  lyrics_characters_max: z.int().min(0).max(100_000).meta({ description: 'Maximum length of lyrics; 0: not supported.' }),
  songs_max: z.int().min(1).max(10).meta({ description: 'Maximum number of songs per request.' }),
  deadline_seconds: z.int().min(10).max(86_400).meta({ description: 'Time after which a task fails without charge.' }),
});

export const putModelRequest = z
  .strictObject({
    kind: z.enum(modelKinds),
    price: priceRequest
      .optional()
      .meta({ description: 'A changed price becomes a new version. Without any price the model cannot be called.' }),
    price_from: timeField.optional().meta({ description: 'Start of the price; now by default, never in the past.' }),
    confirm: confirmField,
    if_revision: revisionField.optional().meta({
      description: 'The `revision` that you edited: the change is refused with 409 if the model has changed since.',
    }),
    owned_by: textField('Creator of the model.', 100, 1).optional(),
    aliases: z
      .array(modelNameField)
      .max(20)
      .optional()
      .meta({ description: 'Other names of the model, with the same price and allow-lists.' }),
    context_length: z.int().min(1).max(100_000_000).nullable().optional(),
    output_limit: z.int().min(1).max(100_000_000).nullable().optional(),
    typical_output: z
      .int()
      .min(1)
      .max(100_000_000)
      .nullable()
      .optional()
      .meta({ description: 'Tokens of a typical response, reserved by a call without `max_tokens`; 4096 by default.' }),
    max_tokens_includes_reasoning: z
      .boolean()
      .optional()
      .meta({ description: 'Whether `max_tokens` limits all output including reasoning; reported usage above it is ignored.' }),
    supported_parameters: shortTexts(
      'Name of a request field. `system_messages`: the model accepts these within a conversation. `adaptive_thinking`: it accepts `thinking` of the type `adaptive` instead of `enabled`.',
    ),
    features: shortTexts('Name of a feature.'),
    tier: z.enum(modelTiers).nullable().optional(),
    alternatives: z.array(modelNameField).max(20).optional().meta({ description: 'Comparable models to switch to.' }),
    fallback_model: modelNameField.nullable().optional().meta({
      description:
        'Chat or rerank model that responds, at its own price, when no route of this one can. Not for strict calls; `null` for none.',
    }),
    retirement_date: z.iso.date({ error: 'must be a date such as "2026-12-31"' }).nullable().optional().meta({
      description: 'From the start of this day calls are refused with alternatives. Until then responses have a `sunset` header.',
    }),
    music: musicFacts.optional().meta({ description: 'Capabilities of a `music` model.' }),
  })
  .meta({
    examples: [
      { kind: 'chat', price: { input: '2', cached_input: '0.5', output: '8' }, context_length: 128000, tier: 'standard' },
    ],
  });

export const previewPriceRequest = z
  .strictObject({
    model: modelNameField,
    kind: z.enum(modelKinds),
    price: priceRequest,
    price_from: timeField.optional(),
  })
  .meta({ examples: [{ model: 'example-chat', kind: 'chat', price: { input: '2', output: '8' } }] });

const previewedCall = z.object({
  call: z.string().meta({ examples: ['1,000 tokens in, 300 out'] }),
  usage: z.record(z.string(), z.number()).meta({ description: 'Quantities of the call by name.' }),
  before: amountAnswer('', '0.0044').nullable(),
  after: amountAnswer('', '0.0052'),
  costs: z
    .array(z.object({ provider: z.string(), cost: amountAnswer('Cost at this provider.', '0.0031') }))
    .meta({ description: 'For providers with a known cost.' }),
});

export const pricePreviewAnswer = z.object({
  version: z.number().nullable().meta({ description: 'Version that the price would become; `null` if it changes nothing.' }),
  from: timeAnswer,
  calls: z.array(previewedCall).meta({ description: 'Cost of typical calls, without multipliers.' }),
  tenfold: z
    .object({
      line: z.string().nullable().meta({ description: 'Name of the line; `null` for a call.' }),
      usage: z.record(z.string(), z.number()).nullable().meta({ description: 'Quantities of the call; `null` for a line.' }),
      before: amountAnswer('', '2'),
      after: amountAnswer('', '20'),
    })
    .nullable()
    .meta({ description: 'A line or call that changes by a factor of ten or more, which `confirm` must confirm.' }),
  custom_prices: z
    .array(z.object({ owner_kind: z.enum(priceOwnerKinds), owner_id: z.string() }))
    .meta({ description: 'Plans and accounts with a custom price of the model, which the change does not reach.' }),
});

const versionAnswer = z.object({ version: z.number(), from: timeAnswer, price: priceAnswer });

export const modelAnswer = z
  .object({
    name: z.string(),
    aliases: z.array(z.string()),
    kind: z.string(),
    owned_by: z.string(),
    sellable: z.boolean(),
    missing: z
      .array(z.enum(['price', 'provider', 'dialect', 'retired', 'operation']))
      .meta({ description: '`not_sellable_because` as codes.' }),
    not_sellable_because: z.array(z.string()).meta({ description: 'What the model needs before it can be called.' }),
    price: priceAnswer.nullable().meta({ description: 'Current price, CNY per 1,000,000 tokens.' }),
    prices: z.array(versionAnswer).meta({ description: 'All versions, oldest first.' }),
    providers: z.array(z.string()).meta({ description: 'Enabled providers that serve the model, by priority.' }),
    context_length: z.number().nullable(),
    output_limit: z.number().nullable(),
    typical_output: z.number().nullable(),
    max_tokens_includes_reasoning: z.boolean(),
    supported_parameters: z.array(z.string()),
    features: z.array(z.string()),
    tier: z.string().nullable(),
    alternatives: z.array(z.string()),
    fallback_model: z.string().nullable(),
    retirement_date: z.string().nullable(),
    music: musicFacts.optional(),
    created_at: timeAnswer,
    revision: revisionField.meta({ description: 'Changes with every change of the model; see `if_revision`.' }),
    preview: previewAnswer,
  })
  .meta({ id: 'Model' });

export const modelList = listOf(modelAnswer);
export const modelsQuery = z.strictObject({
  kind: z.enum(modelKinds).optional(),
  ...pageQuery,
});

export const putOverrideRequest = z
  .strictObject({
    price: priceRequest,
    price_from: timeField.optional(),
    price_until: timeField.optional().meta({
      description:
        'End of the price, after which the price without it applies again. Without an end the price stays until it is changed.',
    }),
    confirm: confirmField,
  })
  .meta({ examples: [{ price: { input: '1', output: '4' } }] });

export const overrideAnswer = z
  .object({
    owner_kind: z.enum(priceOwnerKinds),
    owner_id: z.string(),
    model: z.string(),
    versions: z.array(z.object({ version: z.number(), from: timeAnswer, price: priceAnswer.nullable() })),
    terms: z
      .array(
        z.object({
          from: timeAnswer,
          until: timeAnswer.nullable().meta({ description: '`null`: no end.' }),
          price: priceAnswer,
          version: z.number(),
          actor: z.string().meta({ description: 'Who set the price.' }),
          created_at: timeAnswer,
        }),
      )
      .meta({ description: 'Current and future parts, in order.' }),
    preview: previewAnswer,
  })
  .meta({
    id: 'PriceOverride',
    description: 'Replaces the list price and its multipliers. A version without a price withdraws it.',
  });

export const overrideList = listOf(overrideAnswer);

export type PutModelRequest = z.output<typeof putModelRequest>;
export type PreviewPriceRequest = z.output<typeof previewPriceRequest>;
export type PricePreviewAnswer = z.output<typeof pricePreviewAnswer>;
export type ModelAnswer = z.output<typeof modelAnswer>;
export type PutOverrideRequest = z.output<typeof putOverrideRequest>;
export type OverrideAnswer = z.output<typeof overrideAnswer>;
