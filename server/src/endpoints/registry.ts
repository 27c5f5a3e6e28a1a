import type { Catalog } from '../domain/catalog/catalog.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import type { LocalEndpoint, ModelEndpoint } from './endpoint.ts';
import { createKeyState, type KeyStateParts } from './key-state/key-state.ts';
import { createModelShow } from './models/model-show.ts';
import { createModelsList } from './models/models-list.ts';

/** Every operation that calls a model. */
export const modelEndpoints: readonly ModelEndpoint[] = [chatCompletions];

/** Every operation answered from our own state. */
export function localEndpoints(parts: KeyStateParts & { readonly catalog: Catalog }): readonly LocalEndpoint[] {
  return [createModelsList(parts.catalog), createModelShow(parts.catalog), createKeyState(parts)];
}
