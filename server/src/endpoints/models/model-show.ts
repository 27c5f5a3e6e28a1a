import { ApiError } from '@tollgate/contract/errors';
import type { LocalEndpoint } from '../endpoint.ts';
import { cardFor, type Shelf } from './model-card.ts';

/** Ids may contain `/`, sent raw or percent-encoded. */
function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

/** `GET /v1/models/{id}`. */
export function createModelShow(shelf: Shelf): LocalEndpoint {
  return {
    name: 'models.show',
    method: 'GET',
    path: '/models/*',
    answer(call) {
      const name = decoded(call.rest);
      const model = shelf.catalog.current.models.get(name);
      const card = model && cardFor(shelf, call, model);
      if (card) return card;
      throw new ApiError('model_not_found', {
        param: 'model',
        message: `The model ${JSON.stringify(name.slice(0, 128))} does not exist or is not available to this key.`,
      });
    },
  };
}
