import type { LocalEndpoint } from '../endpoint.ts';
import { findCard } from '../shared/find-card.ts';

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
    const card = findCard(parts, call, decoded(call.rest));
    return call.side.models?.one(card) ?? card;
  },
};
