import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CompiledQuery } from 'kysely';
import { maintenanceOf } from '../../../src/domain/catalog/maintenance.ts';
import type { Provider } from '../../../src/domain/catalog/model.ts';
import { plainKey } from '../../../src/domain/catalog/plain-key.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createCatalogStore } from '../../../src/subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../../../src/subjects/catalogue/catalog-writer-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const box = createSecretBox('a-secret-of-32-characters-or-more');

function providerWith(whole: boolean, routes: readonly boolean[]): Provider {
  return {
    id: 'prv_1',
    name: 'one',
    chatDialects: ['chat-completions'] as const,
    dialects: {},
    mediaHosts: [],
    priority: 1,
    weight: 1,
    enabled: true,
    ...maintenanceOf(whole),
    models: [],
    quirks: {},
    routes: routes.map((isOn, position) => ({
      id: `rte_${String(position)}`,
      region: 'domestic',
      baseUrl: 'https://up.example',
      addresses: {},
      ...maintenanceOf(isOn),
      keys: [plainKey(`rky_${String(position)}`, 'one')],
    })),
  };
}

async function stored(engine: Engine): Promise<Provider | undefined> {
  return (await createCatalogStore(engine, box).load()).providers[0];
}

/** Tests of maintenance of providers and routes. */
export function maintenanceTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: maintenance of providers and routes`, () => {
    onBooks('is read as it was written', async ({ engine }) => {
      const writer = createCatalogWriter(engine, box);
      for (const whole of [true, false])
        for (const routes of [[true, false], [false, true], [false]]) {
          const provider = providerWith(whole, routes);
          await writer.putProvider(provider, { source: 'admin', atMs: 1 }, auditDraft('provider.put'));
          assert.deepEqual(await stored(engine), provider);
        }
    });

    onBooks('is off in rows from before there was any', async ({ engine }) => {
      const insert = (text: string) => engine.write([{ query: CompiledQuery.raw(text) }], []);
      await insert("insert into providers (id, name, dialect, created_at, updated_at) values ('prv_1', 'old', 'one', 1, 1)");
      await insert(
        "insert into provider_routes (id, provider_id, region, base_url, position) values ('rte_1', 'prv_1', 'domestic', 'https://up.example', 0)",
      );
      const provider = await stored(engine);
      assert.deepEqual([provider?.maintenance, provider?.routes[0]?.maintenance], [undefined, undefined]);
    });
  });
}
