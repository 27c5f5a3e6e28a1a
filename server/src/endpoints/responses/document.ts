import {
  compactedResponse,
  response,
  responseEvent,
  responsesCompactRequest,
  responsesRequest,
} from '@tollgate/contract/model-api/responses';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of Responses. */
export const document: ModelEndpointDocument = {
  summary: 'Responses',
  inShort: 'chat in the Responses protocol, for coding agents and SDKs that use it, with any chat model',
  description:
    'Returns a response, whole or streamed. Answers are not stored: send the whole conversation in `input`; `store: true` and ' +
    '`previous_response_id` are refused, and an answer to a request without `store` says `store: false`. Chat models of every provider answer: ' +
    'if a provider speaks another protocol, the request is translated, and the header `x-tollgate-dropped` names the fields that it cannot ' +
    'receive. With `x-tollgate-lossless: required`, such a request is refused instead. Charged like chat.',
  request: { name: 'ResponsesRequest', schema: responsesRequest },
  example: { model: 'sandbox/chat', input: 'Hello!' },
  answer: { name: 'Response', schema: response },
  event: { name: 'ResponseEvent', schema: responseEvent, last: 'event: response.completed' },
};

/** The reference's description of the operation that compacts a conversation. */
export const compactDocument: ModelEndpointDocument = {
  summary: 'Compact a conversation',
  inShort: 'a conversation in fewer tokens, in the Responses protocol, with models of providers that speak it',
  description:
    'Returns the conversation as fewer items, which you send as the `input` of later calls of the same model. The result is encrypted by the ' +
    'provider, so only models whose provider speaks Responses offer this; the others answer 400 with `unsupported_operation`. `input` has the ' +
    'whole conversation, because answers are not stored. Not streamed. Charged like chat.',
  request: { name: 'ResponsesCompactRequest', schema: responsesCompactRequest },
  example: { model: 'sandbox/chat', input: 'Hello!' },
  answer: { name: 'CompactedResponse', schema: compactedResponse },
  event: null,
};
