import type { AdminAnswer } from '../ask-admin.ts';
import type { Fixture } from '../gateway/fixture.ts';
import type { ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { must, passTime } from './scenario.ts';

export interface RoutedNode {
  readonly port: number;
  /** The number of calls that are not over. */
  running(): number;
  /** A request to its admin API that must succeed. */
  readonly must: (method: string, path: string, body?: object) => Promise<AdminAnswer['body']>;
}

/** The nodes of one installation, for tests that are the same on one node and in a fleet. */
export interface RoutedNodes {
  readonly upstream: ScriptedUpstream;
  readonly all: readonly [RoutedNode, ...RoutedNode[]];
  monotonicMs(): number;
  /** Lets time pass at all of them. */
  pass(ms: number): Promise<void>;
  /** Everything that is over is in the log. */
  flush(): Promise<void>;
}

/** The service of a fixture as the only node. */
export function oneNode(fixture: Fixture): RoutedNodes {
  const { clock, port, service, upstream } = fixture;
  const running = (): number => service.gateway.state.running.size;
  return {
    upstream,
    all: [{ port, running, must: (method, path, body) => must(fixture, method, path, body) }],
    monotonicMs: () => clock.monotonicMs(),
    pass: (ms) => passTime(fixture, ms),
    flush: () => service.storage.books.flush(),
  };
}

/** An account without limits. */
export async function newRoutedAccount(
  nodes: RoutedNodes,
): Promise<{ readonly id: string; newKey(settings?: object): Promise<{ readonly id: string; readonly key: string }> }> {
  const [{ must: ask }] = nodes.all;
  const limits = { requests_per_minute: null, concurrency: null };
  const { id }: { readonly id: string } = await ask('POST', '/accounts', { name: 'Somebody', plan: 'dedicated', limits });
  await ask('POST', `/accounts/${id}/credits`, { amount: '100000', reason: 'test', bucket: 'adjustment' });
  return { id, newKey: (settings = {}) => ask('POST', `/accounts/${id}/keys`, settings) };
}

/** One chat call at a node. */
export function askNode({ port }: RoutedNode, key: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
