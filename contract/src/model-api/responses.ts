import { z } from 'zod';

const part = z.looseObject({ type: z.string() });
const content = z.union([z.string(), z.array(part)]);
const item = z.looseObject({
  type: z.string().nullish().describe('`message` if absent.'),
  role: z.enum(['user', 'assistant', 'system', 'developer']).nullish(),
  content: content.nullish(),
});
const tool = z.looseObject({ type: z.string(), name: z.string().nullish() });

/** Responses schemas for the reference and for clients. The request path validates by hand. */
export const responsesRequest = z.looseObject({
  model: z.string().min(1).describe('A chat model of `GET /v1/models`, of any provider.'),
  input: z
    .union([z.string().min(1), z.array(item).min(1).max(10_000)])
    .describe('The whole conversation: a text, or messages, calls of tools, their results and reasoning.'),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish().describe('`true` streams the answer as numbered events.'),
  store: z.literal(false).nullish().describe('Answers are not stored.'),
  max_output_tokens: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .nullish()
    .describe('Limit of the output. It is lowered to the limit of the model.'),
  tools: z
    .array(tool)
    .max(512)
    .nullish()
    .describe('Functions, custom tools and namespaces. Tools that the provider would run, such as web search, are left out.'),
  tool_choice: z.union([z.enum(['auto', 'none', 'required']), z.looseObject({ type: z.string() })]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish(), summary: z.string().nullish() }).nullish(),
  text: z.looseObject({}).nullish().describe('`verbosity`, and `format` for JSON.'),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  include: z.array(z.string()).nullish().describe('Reasoning always has its `encrypted_content`.'),
  top_logprobs: z.int().min(0).max(20).nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  prompt_cache_key: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  service_tier: z.string().nullish(),
  metadata: z.looseObject({}).nullish(),
});

export const responsesCompactRequest = responsesRequest.pick({
  ...{ model: true, input: true, instructions: true, tools: true, parallel_tool_calls: true, reasoning: true, text: true },
  ...{ prompt_cache_key: true, service_tier: true },
});

const usage = z.looseObject({
  input_tokens: z.int(),
  input_tokens_details: z.looseObject({ cached_tokens: z.int() }),
  output_tokens: z.int(),
  output_tokens_details: z.looseObject({ reasoning_tokens: z.int() }),
  total_tokens: z.int(),
});

export const response = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int(),
  status: z.enum(['completed', 'incomplete', 'failed', 'in_progress']),
  model: z.string(),
  store: z.literal(false),
  output: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.looseObject({ reason: z.string() }).nullable(),
  usage: usage.nullable(),
});

/** A conversation in fewer items. Only the provider can read those of type `compaction`. */
export const compactedResponse = z.looseObject({
  id: z.string(),
  object: z.literal('response.compaction'),
  created_at: z.int(),
  model: z.string(),
  output: z.array(z.looseObject({ type: z.string() })).min(1),
  usage,
});

/** One event of a stream. The stream ends with `response.completed`, `response.incomplete` or `response.failed`. */
export const responseEvent = z.looseObject({ type: z.string(), sequence_number: z.int() });
