import { rerankAnswer, rerankRequest } from '@tollgate/contract/model-api/rerank';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of reranking. */
export const document: ModelEndpointDocument = {
  summary: 'Rerank',
  inShort: 'documents sorted by relevance to a query',
  description:
    'Sorts up to 1,000 documents by relevance to a query. Unlisted fields are passed to providers that support them. ' +
    'Charged by input tokens: the query once per document, plus all documents. A call is charged only if the whole response ' +
    'was delivered with status 200 and ranks all requested documents. Also available at `/v2/rerank`.',
  request: { name: 'RerankRequest', schema: rerankRequest },
  example: {
    model: 'sandbox/rerank',
    query: 'Where do penguins live?',
    documents: ['Penguins live on the coasts of Antarctica.', 'Bread is baked in an oven.'],
  },
  answer: { name: 'Rerank', schema: rerankAnswer },
  event: null,
};
