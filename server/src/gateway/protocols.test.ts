import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Dialect, Relay } from '../dialects/dialect.ts';
import { clientSide } from '../dialects/shared/client-side.ts';
import type { Provider } from '../domain/catalog/model.ts';
import type { ModelEndpoint } from '../endpoints/endpoint.ts';
import { Protocols } from './protocols.ts';

const clients = ['a', 'b', 'c'];
/** A relay marked with its pair of dialects. */
type Pair = Relay & { readonly pair: string };

function dialect(name: string, served: readonly string[]): Dialect {
  const serves = new Map(served.map((client) => [client, { pair: `${client} by ${name}` } as Pair]));
  return { name, kind: 'chat', client: clientSide, serves };
}

function provider(chatDialects: Provider['chatDialects']): Provider {
  const id = { id: 'prv_1', name: 'one', priority: 1, weight: 1, enabled: true };
  return { ...id, chatDialects, dialects: {}, mediaHosts: [], routes: [], models: [], quirks: {} };
}

const endpointOf = (client: string) => ({ kind: 'chat', dialect: client }) as ModelEndpoint;
const served = fc.record({ a: fc.subarray(clients), b: fc.subarray(clients), c: fc.subarray(clients) });
/** Includes protocols that only a newer program knows. */
const lists = fc
  .shuffledSubarray([...clients, 'later', 'latest'], { minLength: 1 })
  .map(([first = '', ...further]): Provider['chatDialects'] => [first, ...further]);

test('a provider serves clients in their own protocol if it can, else in the first of its list that can; else it is no candidate', () => {
  fc.assert(
    fc.property(served, lists, fc.constantFrom(...clients), (serves, listed, client) => {
      const protocols = new Protocols(
        Object.entries(serves).map(([name, whom]) => dialect(name, whom)),
        'a',
      );
      const able = listed.filter((name) => (serves as Record<string, string[] | undefined>)[name]?.includes(client) === true);
      const expected = able.includes(client) ? client : (able[0] ?? null);
      const [endpoint, one] = [endpointOf(client), provider(listed)];
      assert.equal(protocols.spoken(endpoint, one), expected);
      const relay = protocols.relay(endpoint, one) as Pair | null;
      assert.equal(relay?.pair ?? null, expected === null ? null : `${client} by ${expected}`);
      assert.deepEqual(protocols.serving([one], endpoint), expected === null ? [] : [one]);
    }),
  );
});

test('the protocol is chosen once for a provider and an endpoint, not for each call', () => {
  const protocols = new Protocols([dialect('a', ['a', 'b'])], 'a');
  let reads = 0;
  const counted: Provider = Object.defineProperty(provider(['later', 'a']), 'chatDialects', {
    get: () => {
      reads += 1;
      return ['later', 'a'];
    },
  });
  for (const endpoint of [endpointOf('a'), endpointOf('b')]) {
    const before = reads;
    assert.equal(protocols.spoken(endpoint, counted), 'a');
    const once = reads;
    assert.ok(once > before);
    for (let calls = 0; calls < 100; calls += 1) assert.notEqual(protocols.relay(endpoint, counted), null);
    assert.equal(reads, once);
  }
});
