import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { modelKinds } from '@tollgate/contract/enumerations';
import { dialectsFor } from './dialects-for.ts';
import type { Provider } from './model.ts';

function speaking(chatDialects: Provider['chatDialects'], dialects: Provider['dialects'] = {}): Provider {
  const id = { id: 'prv_1', name: 'one', priority: 1, weight: 1, enabled: true };
  return { ...id, chatDialects, dialects, mediaHosts: [], routes: [], models: [], quirks: {} };
}

const names = ['a', 'b', 'c', 'd', 'e'];
const lists = fc
  .shuffledSubarray(names, { minLength: 1 })
  .map(([first = '', ...further]): Provider['chatDialects'] => [first, ...further]);

test("chat is spoken in all listed protocols, in their order, but for the client's own, which comes first", () => {
  fc.assert(
    fc.property(lists, fc.option(fc.constantFrom(...names), { nil: undefined }), (listed, client) => {
      const spoken = dialectsFor(speaking(listed), 'chat', client);
      const isListed = client !== undefined && listed.includes(client);
      assert.deepEqual(spoken, isListed ? [client, ...listed.filter((name) => name !== client)] : listed);
    }),
  );
});

test('models of other kinds have one protocol or none, whatever chat is spoken in', () => {
  const embeds = speaking(['a', 'b'], { embedding: 'vectors' });
  for (const kind of modelKinds.filter((one) => one !== 'chat'))
    for (const client of [undefined, 'a', 'vectors'])
      assert.deepEqual(dialectsFor(embeds, kind, client), kind === 'embedding' ? ['vectors'] : [], kind);
});
