import { completion, completionChunk, completionRequest } from '@tollgate/contract/model-api/completions';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of completions. */
export const document: ModelEndpointDocument = {
  summary: 'Completion',
  inShort: 'text from a prompt, for clients older than chat; uses chat models',
  description:
    'Completes a prompt, whole or streamed. A chat model receives the prompt as a user message. ' +
    'A request can have up to 20 prompts without streaming; each costs the same as alone, and if one fails, none is charged. ' +
    '`echo`, `suffix`, `best_of` and `logprobs` are not supported. Charged like chat.',
  request: { name: 'CompletionRequest', schema: completionRequest },
  example: { model: 'sandbox/chat', prompt: 'Hello!' },
  answer: { name: 'Completion', schema: completion },
  event: { name: 'CompletionChunk', schema: completionChunk, last: 'data: [DONE]' },
};
