import { embeddingsAnswer, embeddingsRequest } from '@tollgate/contract/model-api/embeddings';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of embeddings. */
export const document: ModelEndpointDocument = {
  summary: 'Embeddings',
  inShort: 'embeddings of texts or token ids, as numbers or base64 for all providers',
  description:
    'Converts up to 2,048 inputs into one vector each. Unlisted fields are passed to the provider. ' +
    'Charged by input tokens, only if the whole response was delivered with status 200 and has a valid vector for every input.',
  request: { name: 'EmbeddingsRequest', schema: embeddingsRequest },
  example: { model: 'sandbox/embed', input: ['Hello!', '你好！'] },
  answer: { name: 'Embeddings', schema: embeddingsAnswer },
  event: null,
};
