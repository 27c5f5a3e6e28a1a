import type { ScannedBody } from '../../json/scanned-body.ts';
import type { EstimateFacts, ModelEndpoint, ModelRequest } from '../endpoint.ts';

/** The input does not depend on them. */
const anyModel: EstimateFacts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 0 };
const anyRequest: Omit<ModelRequest, 'model'> = {
  stream: false,
  includeUsage: false,
  outputTokensMax: null,
  choices: 1,
  serviceTier: null,
};

/** The input tokens of a request by the character rule, because no provider is asked. */
export function countInput(estimate: ModelEndpoint['estimate'], model: string, body: ScannedBody): number {
  return estimate({ ...anyRequest, model }, body, anyModel).input.inputTokens;
}
