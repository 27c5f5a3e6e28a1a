import { z } from 'zod';
import { chatCompletionUsage } from './chat-completions.ts';

/** Completions schemas for the reference and for clients. The request path validates by hand. */
export const completionRequest = z.looseObject({
  model: z.string().min(1).describe('A chat model of `GET /v1/models`.'),
  prompt: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1).max(20)])
    .describe(
      'One text or up to 20. Choices of the text at position `p` have an `index` from `p × n`. Several texts cannot be streamed.',
    ),
  max_tokens: z.int().min(1).max(2_147_483_647).nullish(),
  n: z.int().min(1).max(128).nullish().describe('Number of choices; the output of all choices is charged.'),
  stream: z.boolean().nullish().describe('`true` streams the output.'),
  stream_options: z
    .looseObject({ include_usage: z.boolean().nullish() })
    .nullish()
    .describe('Only together with `stream: true`.'),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
});

function answerOf<FinishReason extends z.ZodType>(finishReason: FinishReason) {
  const choice = z.looseObject({ index: z.int(), text: z.string(), logprobs: z.null(), finish_reason: finishReason });
  return z.looseObject({
    id: z.string(),
    object: z.literal('text_completion'),
    created: z.int().describe('Unix seconds.'),
    model: z.string(),
    choices: z.array(choice),
    usage: chatCompletionUsage.nullish(),
  });
}

export const completion = answerOf(z.string());

/** One event of a stream. The stream ends with the event `[DONE]`. */
export const completionChunk = answerOf(z.string().nullable());
