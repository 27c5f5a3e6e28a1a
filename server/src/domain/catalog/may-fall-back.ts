import type { ModelKind } from '@tollgate/contract/enumerations';

/** Not images and music, whose requests are sent only once, and not embeddings: vectors of two models cannot be compared. */
const replaceable: ReadonlySet<ModelKind> = new Set<ModelKind>(['chat', 'rerank']);

/** Whether another model of this kind may answer in place of the requested one. */
export function mayFallBack(kind: ModelKind): boolean {
  return replaceable.has(kind);
}
