/** Goal: dialect and admin API share one list of quirks, so that neither can miss a new one. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { quirkCatalogue, quirkNames, showQuirks } from '@tollgate/contract/catalogue/quirks';
import { at, startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

test('every quirk a dialect reads can be set, shown and removed by the administrator interface', async () => {
  const provider = { name: 'quirky', dialect: 'chat-completions', routes: [], models: [] };
  const made = await bench.ask('POST', '/api/admin/providers', provider);
  assert.deepEqual(made.body.quirks, showQuirks({}));
  const { id } = made.body;
  for (const name of quirkNames) {
    for (const value of [true, false]) {
      const { status, body } = await bench.ask('PATCH', at`/api/admin/providers/${id}`, { quirks: { [name]: value } });
      assert.equal(status, 200, name);
      assert.deepEqual(body.quirks, { ...showQuirks({}), [name]: value });
      const kept = bench.control.catalog.current.providers.find((one) => one.id === id);
      assert.equal(kept?.quirks[quirkCatalogue[name].field], value);
    }
  }
});

test('every quirk of the list is one that some dialect really reads, or some endpoint needs', () => {
  const folders = ['dialects', 'endpoints'].map((name) => new URL(`../../../src/${name}/`, import.meta.url));
  const code = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(new URL(name, folder), 'utf8')),
    )
    .join('\n');
  for (const name of quirkNames) {
    const { field } = quirkCatalogue[name];
    assert.match(code, new RegExp(`quirks\\.${field}\\b|needs: \\{ quirk: '${field}'`), name);
  }
});
