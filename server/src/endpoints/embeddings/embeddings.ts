import { zeroFields } from '../../json/leave-out-zeros.ts';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { readServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, refuseMistakable } from '../shared/checks.ts';
import { readModel } from '../shared/read-model.ts';
import { checkInput, holdsTokenIds, tokenIdsRefused } from './check-input.ts';
import { document } from './document.ts';
import { estimateEmbeddings } from './estimate.ts';

/** More than any model supports. */
const dimensionsMax = 32_768;

/** All other fields are passed on unchanged. */
const fields: CheckedFields = [
  ['dimensions', check.integer(1, dimensionsMax)],
  ['encoding_format', (value) => (value === 'float' || value === 'base64' ? null : 'must be "float" or "base64"')],
  ['user', check.string],
  ['stream', (value) => (value === false ? null : 'must be omitted: embeddings are not streamed')],
];

const requestNames = new KnownNames(['model', 'input', 'service_tier', ...fields.map(([name]) => name), ...routingFields]);

function read({ value }: ScannedBody): ModelRequest {
  refuseMistakable(value, requestNames);
  const model = readModel(value);
  checkInput(value.input);
  checkFields(value, fields);
  const serviceTier = readServiceTier(value.service_tier);
  const request = { model, stream: false, includeUsage: false, outputTokensMax: null, choices: 1, serviceTier };
  return holdsTokenIds(value.input) ? { ...request, needs: { quirk: 'tokenIds', refusal: tokenIdsRefused } } : request;
}

/** Converts texts and token IDs to vectors. */
export const embeddings: ModelEndpoint = {
  name: 'embeddings',
  kind: 'embedding',
  method: 'POST',
  path: '/embeddings',
  dialect: 'embeddings',
  form: null,
  zeroMeansUnset: zeroFields([
    ['dimensions', 'number'],
    ['encoding_format', 'text'],
    ['user', 'text'],
    ['service_tier', 'text'],
  ]),
  document,
  read,
  estimate: (_request, body) => estimateEmbeddings(body),
};
