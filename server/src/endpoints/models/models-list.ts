import type { LocalEndpoint } from '../endpoint.ts';
import { cardFor, type Shelf } from './model-card.ts';

/** `GET /v1/models`: what this key may call right now. A list returned means that the key is valid. */
export function createModelsList(shelf: Shelf): LocalEndpoint {
  return {
    name: 'models.list',
    method: 'GET',
    path: '/models',
    answer(call) {
      const { models } = shelf.catalog.current;
      const data = [...models.values()].flatMap((model) => cardFor(shelf, call, model) ?? []);
      return { object: 'list', data };
    },
  };
}
