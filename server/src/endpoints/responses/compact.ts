import { zeroFields } from '../../json/leave-out-zeros.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { invalid } from '../shared/checks.ts';
import { compactDocument as document } from './document.ts';
import { estimateResponses } from './estimate.ts';
import { responses } from './responses.ts';

/** No field limits the output of this operation. */
function unlimited(request: ModelRequest): ModelRequest {
  return { ...request, outputTokensMax: null };
}

function read(body: ScannedBody): ModelRequest {
  const request = responses.read(body);
  if (request.stream) throw invalid('stream', 'must be false or left out, because a compacted conversation is returned whole');
  return unlimited(request);
}

/** `POST /v1/responses/compact`: a conversation in fewer tokens, which only the provider that compacted it can read. */
export const responsesCompact: ModelEndpoint = {
  name: 'responses.compact',
  kind: 'chat',
  method: 'POST',
  path: '/responses/compact',
  dialect: 'responses-compact',
  form: null,
  isReplaceable: false,
  zeroMeansUnset: zeroFields([]),
  document,
  read,
  estimate: (request, body, facts) => estimateResponses(unlimited(request), body, facts),
};
