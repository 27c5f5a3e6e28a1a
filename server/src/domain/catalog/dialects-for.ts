import type { ModelKind } from '@tollgate/contract/enumerations';
import type { Provider } from './model.ts';

const none: readonly string[] = [];

/**
 * The protocols with which a provider's models of a kind are called, best first; empty if it serves none of that kind. The client's own
 * protocol comes first, because it needs no translation.
 */
export function dialectsFor({ chatDialects, dialects }: Provider, kind: ModelKind, client?: string): readonly string[] {
  if (kind !== 'chat') {
    const only = dialects[kind];
    return only === undefined ? none : [only];
  }
  if (client === undefined || client === chatDialects[0] || !chatDialects.includes(client)) return chatDialects;
  return [client, ...chatDialects.filter((name) => name !== client)];
}
