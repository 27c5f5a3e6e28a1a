import { z } from 'zod';

/**
 * Embeddings schemas for the reference and for clients. Objects are loose: unknown fields pass through to the provider and back. The
 * request path validates by hand to avoid the cost of a schema.
 */
const tokens = z.array(z.int().min(0).max(2_147_483_647)).min(1);

export const embeddingsRequest = z.looseObject({
  model: z.string().min(1).describe('A name of `GET /v1/models` of the kind `embedding`.'),
  input: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048), tokens, z.array(tokens).min(1).max(2048)])
    .describe('One input or up to 2,048, as text or token ids.'),
  dimensions: z.int().min(1).max(32_768).nullish().describe('Length of each embedding, if the model supports it.'),
  encoding_format: z
    .enum(['float', 'base64'])
    .nullish()
    .describe('`base64`: 32-bit little-endian numbers. Supported for all providers.'),
  user: z.string().nullish(),
});
export type EmbeddingsRequest = z.infer<typeof embeddingsRequest>;

export const embeddingsAnswer = z.looseObject({
  object: z.literal('list'),
  data: z
    .array(
      z.looseObject({
        object: z.string().describe('`embedding`'),
        index: z.int().min(0).describe('Index of the input.'),
        embedding: z.union([z.array(z.number()).min(1), z.string()]),
      }),
    )
    .min(1)
    .describe('One per input.'),
  model: z.string(),
  usage: z.looseObject({ prompt_tokens: z.int().min(0), total_tokens: z.int().min(0) }).optional(),
});
export type EmbeddingsAnswer = z.infer<typeof embeddingsAnswer>;
