import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { Provider, RouteKey } from '../../../src/domain/catalog/model.ts';
import { plainKey, unlimitedKey } from '../../../src/domain/catalog/plain-key.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createCatalogStore } from '../../../src/subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../../../src/subjects/catalogue/catalog-writer-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const box = createSecretBox('a-secret-of-32-characters-or-more');

function providerWith(...keys: readonly RouteKey[]): Provider {
  return {
    id: 'prv_1',
    name: 'keyed',
    chatDialects: ['chat-completions'] as const,
    dialects: {},
    mediaHosts: [],
    priority: 1,
    weight: 1,
    enabled: true,
    models: [],
    quirks: {},
    routes: [{ id: 'rte_1', region: 'domestic', baseUrl: 'https://up.example', addresses: {}, keys }],
  };
}

async function put(engine: Engine, ...keys: readonly RouteKey[]): Promise<void> {
  const origin = { source: 'admin', atMs: 1 } as const;
  await createCatalogWriter(engine, box).putProvider(providerWith(...keys), origin, auditDraft('provider.put'));
}

async function keysIn(engine: Engine): Promise<readonly RouteKey[] | undefined> {
  const { providers } = await createCatalogStore(engine, box).load();
  return providers[0]?.routes[0]?.keys;
}

const several: readonly RouteKey[] = [
  { id: 'rky_off', apiKey: 'sealed-off', weight: 1, limits: { ...unlimitedKey, tokensPerMinute: 90_000 }, enabled: false },
  { id: 'rky_two', apiKey: 'sealed-two', weight: 7, limits: { ...unlimitedKey, requestsPerMinute: 60 }, enabled: true },
  { id: 'rky_none', apiKey: null, weight: 0, limits: { ...unlimitedKey, concurrency: 2 }, enabled: true },
];

/** Tests of several keys per route, with older versions that know one. */
export function routeKeyTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: keys of routes`, () => {
    onBooks('are read as they were written, in their order, and are sealed', async ({ engine }) => {
      await put(engine, ...several);
      assert.deepEqual(await keysIn(engine), several);
      const stored = await engine.read('hot', CompiledQuery.raw('select sealed_api_key from route_keys'));
      const routes = await engine.read('hot', CompiledQuery.raw('select sealed_api_key from provider_routes'));
      for (const { sealed_api_key: sealed } of [...stored, ...routes])
        assert.ok(sealed === null || !Buffer.from(sealed as Uint8Array).includes('sealed-'));
      await put(engine, plainKey('rky_one', 'one'));
      assert.deepEqual(await keysIn(engine), [plainKey('rky_one', 'one')]);
    });

    onBooks('a program that knows one key finds the first in use, and the one it writes holds', async ({ engine }) => {
      await put(engine, ...several);
      const [route] = await engine.read('hot', CompiledQuery.raw('select id, sealed_api_key from provider_routes'));
      assert.equal(box.open(route?.sealed_api_key as Uint8Array, String(route?.id)), 'sealed-two');
      // How such a version changes a provider.
      const place = engine.sql === 'sqlite' ? '?' : '$1';
      const insertion = `insert into provider_routes (id, provider_id, region, base_url, sealed_api_key, position)
        values ('rte_1', 'prv_1', 'domestic', 'https://up.example', ${place}, 0)`;
      await engine.write(
        [
          { query: CompiledQuery.raw("delete from provider_routes where provider_id = 'prv_1'") },
          { query: CompiledQuery.raw(insertion, [box.seal('of-the-older', 'rte_1')]) },
        ],
        [],
      );
      assert.deepEqual(await keysIn(engine), [plainKey('rte_1', 'of-the-older')]);
    });
  });
}
