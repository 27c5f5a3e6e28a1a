import type { Catalog } from '../domain/catalog/catalog.ts';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import type { LocalEndpoint, ModelEndpoint } from './endpoint.ts';
import { createKeyState, type KeyStateParts } from './key-state/key-state.ts';
import { createModelShow } from './models/model-show.ts';
import { createModelsList } from './models/models-list.ts';

/** Every operation that calls a model. */
export const modelEndpoints: readonly ModelEndpoint[] = [chatCompletions];

/** Kinds of models that some operation calls; the others are not for sale. */
export const servedKinds: ReadonlySet<ModelKind> = new Set(modelEndpoints.map(({ kind }) => kind));

/** Every operation answered from our own state. */
export function localEndpoints(parts: KeyStateParts & { readonly catalog: Catalog }): readonly LocalEndpoint[] {
  const shelf = { catalog: parts.catalog, kinds: servedKinds };
  return [createModelsList(shelf), createModelShow(shelf), createKeyState(parts)];
}
