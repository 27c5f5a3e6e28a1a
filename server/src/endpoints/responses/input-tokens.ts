import type { ScannedBody } from '../../json/scanned-body.ts';
import type { LocalEndpoint } from '../endpoint.ts';
import { countInput } from '../shared/count-input.ts';
import { findCard } from '../shared/find-card.ts';
import { estimateResponses } from './estimate.ts';
import { responses } from './responses.ts';

/** `POST /v1/responses/input_tokens`. */
export const responsesInputTokens: LocalEndpoint = {
  name: 'responses.input_tokens',
  method: 'POST',
  path: '/responses/input_tokens',
  hasBody: true,
  headers: [['x-tollgate-estimated', 'true']],
  document: {
    summary: 'Count the tokens of a Responses request',
    inShort: 'input tokens of a Responses request, estimated and free',
    description: 'The input tokens of a Responses request, estimated by the character rule. Free.',
  },
  answer(call, parts) {
    const body = call.body as ScannedBody;
    const { model } = responses.read(body);
    findCard(parts, call, model);
    return { object: 'response.input_tokens', input_tokens: countInput(estimateResponses, model, body) };
  },
};
