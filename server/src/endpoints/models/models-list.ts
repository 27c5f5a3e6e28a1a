import type { LocalEndpoint } from '../endpoint.ts';
import { cardFor } from '../shared/model-card.ts';

/** `GET /v1/models`: what this key may call now. If a list is returned, the key is valid. */
export const modelsList: LocalEndpoint = {
  name: 'models.list',
  method: 'GET',
  path: '/models',
  document: {
    summary: 'List models',
    inShort: 'models this key can call',
    description: 'Models that this key can call now, with prices. If you get a list, the key is valid.',
  },
  answer(call, parts) {
    const { models } = parts.catalog.current;
    const data = [...models.values()].flatMap((model) => cardFor(parts, call, model) ?? []);
    return call.side.models?.list(data) ?? { object: 'list', data };
  },
};
