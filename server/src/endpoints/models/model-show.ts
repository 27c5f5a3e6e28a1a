import { ApiError } from '@tollgate/contract/errors';
import type { Catalog } from '../../domain/catalog/catalog.ts';
import type { LocalEndpoint } from '../endpoint.ts';
import { cardFor } from './model-card.ts';

/** Ids may contain `/`, sent raw or percent-encoded. */
function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

/** `GET /v1/models/{id}`. */
export function createModelShow(catalog: Catalog): LocalEndpoint {
  return {
    name: 'models.show',
    method: 'GET',
    path: '/models/*',
    answer(call) {
      const snapshot = catalog.current;
      const name = decoded(call.rest);
      const model = snapshot.models.get(name);
      const card = model && cardFor(snapshot, call, model);
      if (card) return card;
      throw new ApiError('model_not_found', {
        param: 'model',
        message: `The model ${JSON.stringify(name.slice(0, 128))} does not exist or is not available to this key.`,
      });
    },
  };
}
