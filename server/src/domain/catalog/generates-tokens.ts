import type { ModelKind } from '@tollgate/contract/enumerations';

/** Kinds whose answers are computed from what was read, and have no output that could be counted. */
const readingKinds: ReadonlySet<ModelKind> = new Set<ModelKind>(['embedding', 'rerank']);

/** Whether answers of models of a kind count tokens of output. */
export function generatesTokens(kind: ModelKind): boolean {
  return !readingKinds.has(kind);
}
