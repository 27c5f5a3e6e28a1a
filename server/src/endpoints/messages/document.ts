import { message, messageEvent, messagesRequest } from '@tollgate/contract/model-api/messages';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of Messages. */
export const document: ModelEndpointDocument = {
  summary: 'Messages',
  inShort: 'chat in the Messages protocol, for coding agents and SDKs that use it, with any chat model',
  description:
    'Returns a message, whole or streamed. The key may be sent as `x-api-key`. Chat models of every provider answer: if a provider speaks another protocol, ' +
    'the request is translated, and the header `x-tollgate-dropped` names the fields that it cannot receive. ' +
    'With `x-tollgate-lossless: required`, such a request is refused instead. Charged like chat.',
  request: { name: 'MessagesRequest', schema: messagesRequest },
  example: { model: 'sandbox/chat', max_tokens: 1_024, messages: [{ role: 'user', content: 'Hello!' }] },
  answer: { name: 'Message', schema: message },
  event: { name: 'MessageEvent', schema: messageEvent, last: 'event: message_stop' },
};
