/**
 * Goal: commits lost with a removed write-ahead log are noticed at the next start, and nothing else is mistaken for that. Method: folders
 * as left by a killed process: with the log, without it, with a log checkpointed by another tool, and with older copies.
 */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createSettingsStore } from '../../src/storage/stores/settings-store.ts';
import { StorageStartError } from '../../src/storage/storage-error.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { group, sampleRecord, seedTenants } from './sample-books.ts';
import { inTempFolder } from './temp-folder.ts';

const clock = new VirtualClock();
const ids = createIds(clock);
const files = ['tollgate.db', 'tollgate.db-wal', 'last-commit'] as const;

const open = (folder: string): Promise<Engine> => openSqlite({ folder, clock, logger: silentLogger });
const starts = async (folder: string): Promise<void> => (await open(folder)).close();

function refused(error: unknown): boolean {
  assert.ok(error instanceof StorageStartError);
  assert.match(error.sentence, /lacks the last commits.*tollgate\.db-wal.*restore a backup.*remove the file .*last-commit/);
  return true;
}

async function commitCall(engine: Engine): Promise<void> {
  await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
}

/** Copies the files of a running process, as a kill would leave them. */
function asKilled(folder: string, left: readonly string[] = files): string {
  const copy = join(folder, `killed-${String(readdirSync(folder).length)}`);
  mkdirSync(copy);
  for (const file of left) copyFileSync(join(folder, file), join(copy, file));
  return copy;
}

const commits = {
  'a group of calls': commitCall,
  'a change': async (engine: Engine) => {
    await createSettingsStore(engine).set('one', 'more');
  },
} as const;

describe('a write-ahead log that was removed after a kill', () => {
  for (const [what, commit] of Object.entries(commits))
    test(`is noticed when it held ${what}, every time, until the mark is removed on purpose`, async () => {
      await inTempFolder(async (folder) => {
        const engine = await open(folder);
        await seedTenants(engine);
        await commit(engine);
        const whole = asKilled(folder);
        const robbed = asKilled(folder, ['tollgate.db', 'last-commit']);
        await engine.close();
        await starts(whole);
        for (let start = 0; start < 2; start += 1) await assert.rejects(open(robbed), refused);
        rmSync(join(robbed, 'last-commit'));
        await starts(robbed);
      });
    });

  test('is no loss once another tool has folded it into the database', async () => {
    await inTempFolder(async (folder) => {
      const engine = await open(folder);
      await seedTenants(engine);
      const killed = asKilled(folder);
      await engine.close();
      const tool = new DatabaseSync(join(killed, 'tollgate.db'));
      tool.prepare('select count(*) from accounts').get();
      tool.close();
      assert.ok(!existsSync(join(killed, 'tollgate.db-wal')));
      await starts(killed);
    });
  });

  test('is noticed as well where the numbers of commits begin again', async () => {
    await inTempFolder(async (folder) => {
      await starts(folder);
      const db = new DatabaseSync(join(folder, 'tollgate.db'));
      db.exec('pragma user_version = -2');
      db.close();
      writeFileSync(join(folder, 'last-commit'), '4294967294\n');
      const engine = await open(folder);
      for (let commit = 0; commit < 4; commit += 1) await createSettingsStore(engine).set('one', String(commit));
      assert.equal(readFileSync(join(folder, 'last-commit'), 'latin1'), '0000000002\n');
      const robbed = asKilled(folder, ['tollgate.db', 'last-commit']);
      await engine.close();
      await assert.rejects(open(robbed), refused);
      await starts(folder);
    });
  });

  test('is not suspected after a power failure, which leaves an older mark, a torn one or none', async () => {
    await inTempFolder(async (folder) => {
      const engine = await open(folder);
      await seedTenants(engine);
      const early = readFileSync(join(folder, 'last-commit'));
      await commitCall(engine);
      const cut = asKilled(folder);
      await engine.close();
      for (const mark of [early, Buffer.alloc(0), Buffer.alloc(11), Buffer.from('00000')]) {
        writeFileSync(join(cut, 'last-commit'), mark);
        await starts(cut);
      }
    });
  });

  test('costs a unit that writes nothing no wait for the disk', async () => {
    await inTempFolder(async (folder) => {
      const engine = await open(folder);
      const settings = createSettingsStore(engine);
      await settings.add('one', 'first');
      const before = readFileSync(join(folder, 'tollgate.db-wal')).length;
      assert.equal(await settings.add('one', 'second'), false);
      assert.equal(readFileSync(join(folder, 'tollgate.db-wal')).length, before);
      await engine.close();
    });
  });
});

test('an older copy of the database laid over a newer one is refused: what came after it would be gone', async () => {
  await inTempFolder(async (folder) => {
    await starts(folder);
    const copy = readFileSync(join(folder, 'tollgate.db'));
    const engine = await open(folder);
    await seedTenants(engine);
    await engine.close();
    writeFileSync(join(folder, 'tollgate.db'), copy);
    await assert.rejects(open(folder), refused);
  });
});
