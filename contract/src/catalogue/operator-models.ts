import { z } from 'zod';
import { modelKinds, modelTiers, priceOwnerKinds } from '../enumerations.ts';
import { modelNameField, textField, timeAnswer, timeField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { confirmField, previewAnswer, priceAnswer, priceRequest } from './prices.ts';

const shortTexts = (description: string) =>
  z
    .array(textField(description, 100, 1))
    .max(200)
    .optional();

const secondsField = z.int().min(1).max(3600);

/** In requests and answers. */
const musicFacts = z.strictObject({
  duration_seconds: z
    .strictObject({ min: secondsField, max: secondsField, usual: secondsField })
    .refine(({ min, max, usual }) => min <= usual && usual <= max, { error: 'must have its `usual` between `min` and `max`' })
    .meta({ description: 'Whole seconds; a request that names none is expected to be `usual`.' }),
  tags: z
    .array(textField('A style tag.', 100, 1))
    .max(2000)
    .nullable()
    .meta({ description: 'The only ones that it takes; null: any words.' }),
  prompt_characters_max: z.int().min(1).max(100_000),
  lyrics_characters_max: z.int().min(0).max(100_000).meta({ description: '0: it sings no words of others.' }),
  songs_max: z.int().min(1).max(10).meta({ description: 'Songs of one request.' }),
  deadline_seconds: z.int().min(10).max(86_400).meta({ description: 'A task that takes longer is given up, uncharged.' }),
});

export const putModelRequest = z
  .strictObject({
    kind: z.enum(modelKinds),
    price: priceRequest
      .optional()
      .meta({ description: 'A changed price becomes a new version. Without any price the model cannot be called.' }),
    price_from: timeField
      .optional()
      .meta({ description: 'When the price comes into force; now if left out, never in the past.' }),
    confirm: confirmField,
    owned_by: textField('Who made the model.', 100, 1).optional(),
    aliases: z
      .array(modelNameField)
      .max(20)
      .optional()
      .meta({ description: 'Other names that it is called by, at its price and within the same allow-lists.' }),
    context_length: z.int().min(1).max(100_000_000).nullable().optional(),
    output_limit: z.int().min(1).max(100_000_000).nullable().optional(),
    typical_output: z
      .int()
      .min(1)
      .max(100_000_000)
      .nullable()
      .optional()
      .meta({ description: 'Tokens of a usual answer: what a call without `max_tokens` reserves; 4096 if it is not known.' }),
    max_tokens_includes_reasoning: z
      .boolean()
      .optional()
      .meta({ description: '`max_tokens` bounds all output, reasoning included; what is reported above it is not believed.' }),
    supported_parameters: shortTexts('Name of a request field.'),
    features: shortTexts('Name of a feature.'),
    tier: z.enum(modelTiers).nullable().optional(),
    alternatives: z.array(modelNameField).max(20).optional().meta({ description: 'Comparable models to switch to.' }),
    retirement_date: z.iso.date({ error: 'must be a date such as "2026-12-31"' }).nullable().optional().meta({
      description: 'From the start of that day on calls are refused with its alternatives; until then answers have `sunset`.',
    }),
    music: musicFacts.optional().meta({ description: 'Of models of the kind `music`: what they take.' }),
  })
  .meta({
    examples: [
      { kind: 'chat', price: { input: '2', cached_input: '0.5', output: '8' }, context_length: 128000, tier: 'standard' },
    ],
  });

const versionAnswer = z.object({ version: z.number(), from: timeAnswer, price: priceAnswer });

export const modelAnswer = z
  .object({
    name: z.string(),
    aliases: z.array(z.string()),
    kind: z.string(),
    owned_by: z.string(),
    sellable: z.boolean(),
    not_sellable_because: z.array(z.string()).meta({ description: 'What is missing before the model can be called.' }),
    price: priceAnswer.nullable().meta({ description: 'In force now, CNY per 1,000,000 tokens.' }),
    prices: z.array(versionAnswer).meta({ description: 'All versions, oldest first.' }),
    providers: z.array(z.string()).meta({ description: 'Names of the enabled providers that serve it, best priority first.' }),
    context_length: z.number().nullable(),
    output_limit: z.number().nullable(),
    typical_output: z.number().nullable(),
    max_tokens_includes_reasoning: z.boolean(),
    supported_parameters: z.array(z.string()),
    features: z.array(z.string()),
    tier: z.string().nullable(),
    alternatives: z.array(z.string()),
    retirement_date: z.string().nullable(),
    music: musicFacts.optional(),
    created_at: timeAnswer,
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
        'When it ends, and what would have held without it holds again; without it the price stays until it is changed.',
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
          until: timeAnswer.nullable().meta({ description: '`null`: until it is changed.' }),
          price: priceAnswer,
          version: z.number(),
          actor: z.string().meta({ description: 'Who gave it.' }),
          created_at: timeAnswer,
        }),
      )
      .meta({ description: 'What of it holds now or later, in order.' }),
    preview: previewAnswer,
  })
  .meta({
    id: 'PriceOverride',
    description: 'Replaces the list price and its multipliers. A version without a price withdraws it.',
  });

export const overrideList = listOf(overrideAnswer);

export type PutModelRequest = z.output<typeof putModelRequest>;
export type ModelAnswer = z.output<typeof modelAnswer>;
export type PutOverrideRequest = z.output<typeof putOverrideRequest>;
export type OverrideAnswer = z.output<typeof overrideAnswer>;
