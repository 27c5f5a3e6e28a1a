import { completion, completionChunk, completionRequest } from '@tollgate/contract/model-api/completions';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** What the reference says of completions. */
export const document: ModelEndpointDocument = {
  summary: 'Completion',
  inShort: 'text from a prompt, for clients from before chat; chat models answer',
  description:
    'Goes on with a prompt, whole or streamed. The prompt is sent to a chat model as the one message of a user. ' +
    'Up to 20 prompts in one request are answered together and not streamed: each costs what it would cost alone, and if one is not answered none is charged. ' +
    '`echo`, `suffix`, `best_of` and `logprobs` are not offered. Charged as chat is.',
  request: { name: 'CompletionRequest', schema: completionRequest },
  example: { model: 'sandbox/chat', prompt: 'Hello!' },
  answer: { name: 'Completion', schema: completion },
  event: { name: 'CompletionChunk', schema: completionChunk, last: 'data: [DONE]' },
};
