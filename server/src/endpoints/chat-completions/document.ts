import { chatCompletion, chatCompletionChunk, chatCompletionRequest } from '@tollgate/contract/model-api/chat-completions';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** What the reference says of chat. */
export const document: ModelEndpointDocument = {
  summary: 'Chat',
  inShort: 'chat, streamed or not, with tools, images and any vendor field',
  description:
    'Answers a conversation, whole or streamed (`stream: true`). Fields that are not listed pass through to the provider. ' +
    'Charged only when the whole answer was delivered with status 200; every other ending is free.',
  request: { name: 'ChatCompletionRequest', schema: chatCompletionRequest },
  example: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello!' }] },
  answer: { name: 'ChatCompletion', schema: chatCompletion },
  event: { name: 'ChatCompletionChunk', schema: chatCompletionChunk, last: 'data: [DONE]' },
};
