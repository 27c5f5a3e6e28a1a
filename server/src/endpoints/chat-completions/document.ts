import { chatCompletion, chatCompletionChunk, chatCompletionRequest } from '@tollgate/contract/model-api/chat-completions';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of chat. */
export const document: ModelEndpointDocument = {
  summary: 'Chat',
  inShort: 'chat, streamed or not, with tools, images and any vendor field',
  description:
    'Returns a chat completion, whole or streamed (`stream: true`). Unlisted fields are passed to the provider. ' +
    'A call is charged only if the whole response was delivered with status 200.',
  request: { name: 'ChatCompletionRequest', schema: chatCompletionRequest },
  example: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello!' }] },
  answer: { name: 'ChatCompletion', schema: chatCompletion },
  event: { name: 'ChatCompletionChunk', schema: chatCompletionChunk, last: 'data: [DONE]' },
};
