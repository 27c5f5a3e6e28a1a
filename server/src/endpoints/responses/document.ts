import { response, responseEvent, responsesRequest } from '@tollgate/contract/model-api/responses';
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
