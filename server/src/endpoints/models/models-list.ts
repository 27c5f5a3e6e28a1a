import type { Catalog } from '../../domain/catalog/catalog.ts';
import type { LocalEndpoint } from '../endpoint.ts';
import { cardFor } from './model-card.ts';

/** `GET /v1/models`: what this key may call right now. A list returned means that the key is valid. */
export function createModelsList(catalog: Catalog): LocalEndpoint {
  return {
    name: 'models.list',
    method: 'GET',
    path: '/models',
    answer(call) {
      const snapshot = catalog.current;
      const data = [...snapshot.models.values()].flatMap((model) => cardFor(snapshot, call, model) ?? []);
      return { object: 'list', data };
    },
  };
}
