import { z } from 'zod';

/** Reranking schemas for the reference and for clients. The request path validates by hand. */
export const rerankRequest = z.looseObject({
  model: z.string().min(1).describe('A name of `GET /v1/models`.'),
  query: z.string().min(1),
  documents: z
    .array(z.union([z.string().min(1), z.looseObject({ text: z.string().min(1) })]))
    .min(1)
    .max(1_000)
    .describe('Texts, or objects with `text`.'),
  top_n: z.int().min(1).nullish().describe('Number of best documents to return; all by default.'),
  return_documents: z.boolean().nullish().describe('`true` includes the text of each document in the response.'),
});

const count = z.int().min(0);

export const rerankAnswer = z.object({
  id: z.string(),
  object: z.literal('rerank'),
  model: z.string(),
  results: z
    .array(
      z.object({
        index: count.describe('Index of the document in the request, from 0.'),
        relevance_score: z.number().min(0).max(1),
        document: z.object({ text: z.string() }).optional(),
      }),
    )
    .describe('Best first.'),
  usage: z.object({ prompt_tokens: count, total_tokens: count }),
  meta: z.object({
    billed_units: z.object({ search_units: count.optional() }),
    tokens: z.object({ input_tokens: count, output_tokens: count }),
  }),
});
