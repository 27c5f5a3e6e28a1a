import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { silentLogger } from '../../src/platform/logger.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { openMigrated, placeMigratedFile } from '../migrated-file.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { inTempFolder } from './temp-folder.ts';

const clock = new VirtualClock();

/** All content of a database in a data folder, except its creation time. */
function contentOf(folder: string): unknown {
  const db = new DatabaseSync(join(folder, 'tollgate.db'));
  try {
    const objects = db.prepare('select type, name, tbl_name, sql from sqlite_master order by type, name').all();
    const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => String(name));
    const rows = tables.map((table) => db.prepare(`select * from "${table}"`).all());
    const changes = rows.flat().map(({ applied_at: _, ...row }) => row);
    const pragmas = ['journal_mode', 'page_size', 'user_version', 'application_id', 'auto_vacuum', 'encoding'];
    return { objects, changes, pragmas: pragmas.map((name) => db.prepare(`pragma ${name}`).get()) };
  } finally {
    db.close();
  }
}

test('a copied database is the one that the program makes, for its owner only', async () => {
  await inTempFolder(async (base) => {
    const [made, copied] = [join(base, 'made'), join(base, 'copied')];
    for (const folder of [made, copied]) mkdirSync(folder);
    await (await openSqlite({ folder: made, clock, logger: silentLogger })).close();
    await (await openMigrated(copied, clock)).close();
    assert.deepEqual(contentOf(copied), contentOf(made));
    assert.deepEqual(readdirSync(copied), readdirSync(made));
    assert.equal(statSync(join(copied, 'tollgate.db')).mode, statSync(join(made, 'tollgate.db')).mode);
  });
});

test('a data folder that holds anything, or is missing, stays as it is', async () => {
  await inTempFolder((folder) => {
    placeMigratedFile(join(folder, 'missing'));
    assert.deepEqual(readdirSync(folder), []);
    writeFileSync(join(folder, 'spill'), '');
    placeMigratedFile(folder);
    assert.deepEqual(readdirSync(folder), ['spill']);
    return Promise.resolve();
  });
});

test('processes that make the kept database at the same time keep one whole file', async () => {
  await inTempFolder(async (folder) => {
    const module = JSON.stringify(new URL('../migrated-file.ts', import.meta.url).href);
    const program = `const { keptMigratedFile } = await import(${module}); process.stdout.write(keptMigratedFile(${JSON.stringify(folder)}));`;
    const run = async (): Promise<string> => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'close');
      const told = Buffer.concat(await Array.fromAsync(child.stdout as AsyncIterable<Buffer>)).toString();
      assert.deepEqual(await ended, [0, null]);
      return told;
    };
    const files = await Promise.all([run(), run(), run()]);
    assert.equal(new Set(files).size, 1);
    assert.deepEqual(
      readdirSync(folder).map((name) => join(folder, name)),
      [files[0]],
    );
    assert.ok(statSync(files[0]).size > 100_000);
  });
});
