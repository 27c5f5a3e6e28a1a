import { z } from 'zod';

const cacheControl = z.looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).nullish() }).nullish();
const block = z.looseObject({ type: z.string(), cache_control: cacheControl });
const content = z.union([z.string(), z.array(block)]);

/** Messages schemas for the reference and for clients. The request path validates by hand. */
export const messagesRequest = z.looseObject({
  model: z.string().min(1).describe('A chat model of `GET /v1/models`, of any provider.'),
  max_tokens: z.int().min(1).max(2_147_483_647).describe('Limit of the output. It is lowered to the limit of the model.'),
  messages: z
    .array(z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content }))
    .min(1)
    .max(10_000),
  system: content.nullish(),
  stream: z.boolean().nullish().describe('`true` streams the answer as named events.'),
  tools: z
    .array(z.looseObject({ name: z.string(), input_schema: z.looseObject({}).nullish(), type: z.string().nullish() }))
    .max(512)
    .nullish()
    .describe('Tools that the provider would run, such as web search, only work at a provider that speaks this protocol.'),
  tool_choice: z
    .looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']) })
    .nullish()
    .describe('`disable_parallel_tool_use: true` allows one call at a time.'),
  thinking: z.looseObject({ type: z.string() }).nullish().describe('`adaptive`, `enabled` with `budget_tokens`, or `disabled`.'),
  output_config: z.looseObject({}).nullish().describe('`effort`, and `format` for JSON by a schema.'),
  stop_sequences: z.array(z.string()).max(16).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().min(0).nullish(),
  metadata: z.looseObject({ user_id: z.string().nullish() }).nullish(),
});

const usage = z.looseObject({
  input_tokens: z.int().describe('Without the tokens that were read from a prompt cache or written to it.'),
  cache_creation_input_tokens: z.int(),
  cache_read_input_tokens: z.int(),
  output_tokens: z.int(),
});

export const message = z.looseObject({
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string(),
  content: z.array(z.looseObject({ type: z.string() })),
  stop_reason: z.string().nullable(),
  stop_sequence: z.string().nullable(),
  usage,
});

/** One event of a stream. The stream ends with the event `message_stop`. */
export const messageEvent = z.looseObject({ type: z.string() });
