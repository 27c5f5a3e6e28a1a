import { embeddingsAnswer, embeddingsRequest } from '@tollgate/contract/model-api/embeddings';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** What the reference says of embeddings. */
export const document: ModelEndpointDocument = {
  summary: 'Embeddings',
  inShort: 'embeddings of texts or token ids, as numbers or base64 whatever the provider knows',
  description:
    'Turns up to 2,048 inputs into vectors, one for each. Fields that are not listed pass through to the provider. ' +
    'Charged by input tokens, only when the whole answer was delivered with status 200 and has a sound vector for every input.',
  request: { name: 'EmbeddingsRequest', schema: embeddingsRequest },
  example: { model: 'sandbox/embed', input: ['Hello!', '你好！'] },
  answer: { name: 'Embeddings', schema: embeddingsAnswer },
  event: null,
};
