import type { ModelKind } from '@tollgate/contract/enumerations';

/** Kinds whose work is expensive and billed once it has started, whether or not its result arrives. */
const sentOnce: ReadonlySet<ModelKind> = new Set<ModelKind>(['image', 'music']);

/** Whether a request of this kind must not be sent again once it may have arrived. */
export function isSentOnce(kind: ModelKind): boolean {
  return sentOnce.has(kind);
}
