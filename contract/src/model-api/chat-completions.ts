import { z } from 'zod';

/**
 * Chat-completions schemas for the reference and for clients. Objects are loose: unknown fields pass through to the provider and back. The
 * request path validates by hand to avoid the cost of a schema.
 */
const text = z.looseObject({ type: z.literal('text'), text: z.string() });
const image = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({
    url: z.string().describe('An https address or a data: URL.'),
    detail: z.enum(['auto', 'low', 'high', 'original']).optional(),
  }),
});
const otherPart = z.looseObject({ type: z.string() });

const toolCall = z.looseObject({
  id: z.string(),
  type: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
});

export const chatMessage = z.looseObject({
  role: z.enum(['developer', 'system', 'user', 'assistant', 'tool', 'function']),
  content: z
    .union([z.string(), z.array(z.union([text, image, otherPart]))])
    .nullish()
    .describe('Required, except for an assistant message with tool calls or a refusal.'),
  name: z.string().optional(),
  tool_calls: z.array(toolCall).nullish(),
  tool_call_id: z.string().optional().describe('Required for the role `tool`.'),
});

const tool = z.looseObject({
  type: z.string().describe('`function`, or a type of the provider.'),
  function: z
    .looseObject({
      name: z.string().min(1).max(256),
      description: z.string().nullish(),
      parameters: z.looseObject({}).nullish().describe('A JSON schema.'),
      strict: z.boolean().nullish(),
    })
    .optional(),
});

const tokenCount = z.int().min(1).max(2_147_483_647);

export const chatCompletionRequest = z.looseObject({
  model: z.string().min(1).describe('A name of `GET /v1/models`.'),
  messages: z.array(chatMessage).min(1).max(10_000),
  stream: z.boolean().nullish().describe('`true` streams the output.'),
  stream_options: z
    .looseObject({ include_usage: z.boolean().nullish() })
    .nullish()
    .describe('Only together with `stream: true`.'),
  max_tokens: tokenCount.nullish(),
  max_completion_tokens: tokenCount.nullish(),
  n: z.int().min(1).max(128).nullish().describe('Number of choices; the output of all choices is charged.'),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  logit_bias: z.record(z.string(), z.number().min(-100).max(100)).nullish(),
  tools: z.array(tool).max(512).nullish(),
  tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
  reasoning_effort: z.string().nullish().describe('`none`, `low`, `medium`, `high` and others, as the model takes them.'),
  seed: z.int().nullish(),
  verbosity: z.string().nullish(),
  service_tier: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  metadata: z.looseObject({}).nullish(),
});
export type ChatCompletionRequest = z.infer<typeof chatCompletionRequest>;

export const chatCompletionUsage = z.looseObject({
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.int().min(0).optional() }).nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: z.int().min(0).optional() }).nullish(),
});
export type ChatCompletionUsage = z.infer<typeof chatCompletionUsage>;

const finishReason = z.string().describe('`stop`, `length`, `tool_calls`, `content_filter` or `function_call`.');

export const chatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int().describe('Unix seconds.'),
  model: z.string(),
  choices: z
    .array(
      z.looseObject({
        index: z.int(),
        message: z.looseObject({
          role: z.string(),
          content: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(toolCall).nullish(),
        }),
        finish_reason: finishReason,
      }),
    )
    .min(1),
  usage: chatCompletionUsage.optional(),
});
export type ChatCompletion = z.infer<typeof chatCompletion>;

/** One event of a stream. The stream ends with the event `[DONE]`. */
export const chatCompletionChunk = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int().describe('Unix seconds.'),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.int(),
      delta: z
        .looseObject({
          role: z.string().nullish(),
          content: z.string().nullish(),
          reasoning_content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                index: z.int().optional(),
                id: z.string().optional(),
                type: z.string().optional(),
                function: z.looseObject({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
              }),
            )
            .nullish(),
        })
        .nullish(),
      finish_reason: finishReason.nullish(),
    }),
  ),
  usage: chatCompletionUsage
    .nullish()
    .describe('Only with `stream_options.include_usage`, in one chunk without choices at the end.'),
});
export type ChatCompletionChunk = z.infer<typeof chatCompletionChunk>;
