import { zeroFields } from '../../json/leave-out-zeros.ts';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { checkFields, type CheckedFields } from '../shared/check-fields.ts';
import { check, invalid, isAbsent, missing, refuseMistakable } from '../shared/checks.ts';
import { readModel } from '../shared/read-model.ts';
import { checkDocuments } from './check-documents.ts';
import { document } from './document.ts';
import { estimateRerank } from './estimate.ts';

/** All other fields are passed on unchanged. */
const fields: CheckedFields = [
  ['top_n', check.integer(1, 2 ** 31 - 1)],
  ['return_documents', check.boolean],
  ['stream', (value) => (value === false ? null : 'must be omitted: the response is not streamed')],
];

const requestNames = new KnownNames(['model', 'query', 'documents', ...fields.map(([name]) => name), ...routingFields]);

function checkQuery(query: unknown): void {
  if (isAbsent(query)) throw missing('query', 'send the text that the documents are compared with');
  if (typeof query !== 'string') throw invalid('query', 'must be a text');
  if (query === '') throw invalid('query', 'must not be empty');
}

function read({ value }: ScannedBody): ModelRequest {
  refuseMistakable(value, requestNames);
  const model = readModel(value);
  checkQuery(value.query);
  checkDocuments(value.documents);
  checkFields(value, fields);
  return { model, stream: false, includeUsage: false, outputTokensMax: null, choices: 1, serviceTier: null };
}

/** Sorts documents by how well they answer a query. */
export const rerank: ModelEndpoint = {
  name: 'rerank',
  kind: 'rerank',
  method: 'POST',
  path: '/rerank',
  alsoAt: ['/v2/rerank'],
  dialect: 'rerank',
  form: null,
  zeroMeansUnset: zeroFields([
    ['top_n', 'number'],
    ['max_chunks_per_doc', 'number'],
    ['max_chunk_per_doc', 'number'],
    ['max_tokens_per_doc', 'number'],
    ['rank_fields', 'list'],
  ]),
  document,
  read,
  estimate: (_request, body) => estimateRerank(body),
};
