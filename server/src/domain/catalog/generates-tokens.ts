import type { ModelKind } from '@tollgate/contract/enumerations';

/** Kinds whose answers have no output tokens. */
const readingKinds: ReadonlySet<ModelKind> = new Set<ModelKind>(['embedding', 'rerank']);

/** Whether models of a kind count output tokens. */
export function generatesTokens(kind: ModelKind): boolean {
  return !readingKinds.has(kind);
}
