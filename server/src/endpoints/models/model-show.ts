import { ApiError } from '@tollgate/contract/errors';
import { findNamed } from '../../domain/catalog/find-named.ts';
import type { LocalEndpoint } from '../endpoint.ts';
import { cardFor } from './model-card.ts';

/** IDs may contain `/`, either raw or percent-encoded. */
function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

/** `GET /v1/models/{id}`. */
export const modelShow: LocalEndpoint = {
  name: 'models.show',
  method: 'GET',
  path: '/models/*',
  document: {
    summary: 'Show a model',
    inShort: 'a single model',
    description: 'One model as this key sees it.',
    rest: { name: 'model', description: 'May contain `/`.' },
  },
  answer(call, parts) {
    const name = decoded(call.rest);
    const model = findNamed(parts.catalog.current, name);
    const card = model && cardFor(parts, call, model);
    if (card) return call.side.models?.one(card) ?? card;
    throw new ApiError('model_not_found', {
      param: 'model',
      message: `The model ${JSON.stringify(name.slice(0, 128))} does not exist or is not available to this key.`,
    });
  },
};
