import { rerankAnswer, rerankRequest } from '@tollgate/contract/model-api/rerank';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** What the reference says of reranking. */
export const document: ModelEndpointDocument = {
  summary: 'Rerank',
  inShort: 'documents sorted by how well they answer a query',
  description:
    'Sorts up to 1,000 documents by how well they answer a query. Fields that are not listed pass through where the provider ' +
    'knows them. Charged by input tokens, which are those of the query once for each document and those of all documents, only ' +
    'when the whole answer was delivered with status 200 and ranks as many documents as were asked for. Answers at `/v2/rerank` too.',
  request: { name: 'RerankRequest', schema: rerankRequest },
  example: {
    model: 'sandbox/rerank',
    query: 'Where do penguins live?',
    documents: ['Penguins live on the coasts of Antarctica.', 'Bread is baked in an oven.'],
  },
  answer: { name: 'Rerank', schema: rerankAnswer },
  event: null,
};
