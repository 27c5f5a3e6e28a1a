import type { ModelKind } from '@tollgate/contract/enumerations';
import type { Provider } from './model.ts';

/** The protocol in which a provider's models of a kind are called; `null` if it serves none of that kind. */
export function dialectFor({ dialect, dialects }: Provider, kind: ModelKind): string | null {
  return kind === 'chat' ? dialect : (dialects[kind] ?? null);
}
