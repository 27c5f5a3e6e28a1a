import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { ChatDialects, Provider } from '../../../src/domain/catalog/model.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createCatalogStore } from '../../../src/subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../../../src/subjects/catalogue/catalog-writer-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const box = createSecretBox('a-secret-of-32-characters-or-more');

async function put(engine: Engine, chatDialects: ChatDialects): Promise<void> {
  const provider: Provider = {
    id: 'prv_1',
    name: 'one',
    dialects: {},
    mediaHosts: [],
    priority: 1,
    weight: 1,
    enabled: true,
    chatDialects,
    routes: [],
    models: [],
    quirks: {},
  };
  await createCatalogWriter(engine, box).putProvider(provider, { source: 'admin', atMs: 1 }, auditDraft('provider.put'));
}

async function listIn(engine: Engine): Promise<ChatDialects | undefined> {
  const { providers } = await createCatalogStore(engine, box).load();
  return providers[0]?.chatDialects;
}

async function write(engine: Engine, text: string): Promise<void> {
  await engine.write([{ query: CompiledQuery.raw(text) }], []);
}

/** Tests of several chat protocols of a provider, with older versions that know one. */
export function chatDialectTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: chat protocols of providers`, () => {
    onBooks('are read as they were written, in their order', async ({ engine }) => {
      for (const list of [['one'], ['one', 'two', 'three'], ['three', 'one'], ['two']] as const) {
        await put(engine, list);
        assert.deepEqual(await listIn(engine), list);
      }
    });

    onBooks('a row from before there were several is a list of one', async ({ engine }) => {
      await write(
        engine,
        "insert into providers (id, name, dialect, created_at, updated_at) values ('prv_1', 'old', 'one', 1, 1)",
      );
      assert.deepEqual(await listIn(engine), ['one']);
    });

    onBooks('a program that knows one reads the first, and changes the first without dropping the others', async ({ engine }) => {
      await put(engine, ['one', 'two', 'three']);
      const [row] = await engine.read('hot', CompiledQuery.raw('select dialect from providers'));
      assert.equal(row?.dialect, 'one');
      for (const [first, list] of [
        ['other', ['other', 'two', 'three']],
        ['two', ['two', 'three']],
      ] as const) {
        await write(engine, `update providers set dialect = '${first}', updated_at = 2 where id = 'prv_1'`);
        assert.deepEqual(await listIn(engine), list);
      }
    });
  });
}
