import assert from 'node:assert/strict';
import { copyFile, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import { StorageStartError } from '../../src/storage/storage-error.ts';
import { sqliteMigrations as migrations } from '../../src/service/database/migrations.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { group, markOf, sampleRecord, seedTenants } from './sample-books.ts';
import { inTempFolder } from './temp-folder.ts';

const clock = new VirtualClock();
const ids = createIds(clock);

function start(folder: string): Promise<Engine> {
  return openSqlite({ folder, clock, logger: silentLogger });
}

/** The start is refused with one sentence that names the place. */
function refusal(place: string, words: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof StorageStartError);
    assert.match(error.sentence, words);
    assert.ok(error.sentence.includes(place) && !error.sentence.includes('\n'), error.sentence);
    return true;
  };
}

void describe('the data folder', () => {
  void it('belongs to one process at a time, and is free again afterwards', async () => {
    await inTempFolder(async (folder) => {
      const engine = await start(folder);
      await assert.rejects(start(folder), refusal(folder, /in use by another running process/));
      await engine.close();
      await (await start(folder)).close();
    });
  });

  void it('is readable by its owner alone', async () => {
    await inTempFolder(async (parent) => {
      const folder = join(parent, 'deep', 'data');
      const engine = await start(folder);
      assert.equal((await stat(folder)).mode & 0o777, 0o700);
      for (const file of ['tollgate.db', 'tollgate.db-wal', 'lock.db'])
        assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file);
      await engine.close();
    });
  });

  void it('that cannot be a folder is refused with the remedy', async () => {
    await inTempFolder(async (parent) => {
      await writeFile(join(parent, 'file'), 'x');
      const folder = join(parent, 'file', 'data');
      await assert.rejects(start(folder), refusal(folder, /TOLLGATE_DATA_DIR/));
    });
  });

  void it('with a database of a newer program is refused, and left as it was', async () => {
    await inTempFolder(async (folder) => {
      await (await start(folder)).close();
      const db = new DatabaseSync(join(folder, 'tollgate.db'));
      db.exec("insert into schema_migrations values (999, 'from the future', 1)");
      db.close();
      await assert.rejects(start(folder), refusal(folder, /newer version/));
      await assert.rejects(start(folder), refusal(folder, /newer version/), 'the lock was released');
    });
  });

  void it('of the first schema takes payouts after its upgrade, and holds every entry as it was', async () => {
    await inTempFolder(async (folder) => {
      await mkdir(folder, { recursive: true });
      const db = new DatabaseSync(join(folder, 'tollgate.db'));
      const insert = (bucket: string): void => {
        db.exec(`insert into ledger_entries (id, account_id, kind, bucket, amount, reason, actor, created_at, credits_total, usage_total,
          trial_credits_total) values ('led_${bucket}', 'acc', 'credit', '${bucket}', 5, '', '', 1, 5, 0, 0)`);
      };
      db.exec('create table schema_migrations (id integer primary key, name text not null, applied_at integer not null) strict');
      db.exec(migrations.find(({ id }) => id === 1)?.sql ?? '');
      db.exec("insert into schema_migrations values (1, 'first schema', 1)");
      db.exec("insert into accounts (id, name, plan_id, created_at) values ('acc', 'One', 'standard', 1)");
      insert('paid');
      assert.throws(() => {
        insert('payout');
      }, /CHECK constraint/);
      const before = db.prepare('select * from ledger_entries').all();
      await (await start(folder)).close();
      assert.deepEqual(db.prepare('select * from ledger_entries').all(), before);
      insert('payout');
      assert.throws(() => {
        insert('nonsense');
      }, /CHECK constraint/);
      assert.deepEqual({ ...db.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
      db.close();
    });
  });

  void it('with a damaged database is refused with the way back', async () => {
    await inTempFolder(async (folder) => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'tollgate.db'), Buffer.alloc(8192, 7));
      await assert.rejects(start(folder), refusal(folder, /damaged.*restore a backup/));
    });
  });

  void it('with a write-ahead log torn at any place starts from a whole commit, and the books balance', async () => {
    await inTempFolder(async (folder) => {
      const engine = await start(folder);
      await seedTenants(engine);
      for (let round = 0; round < 12; round += 1) {
        await engine.commitGroup(
          group({ closed: [sampleRecord(ids, clock.nowMs()), sampleRecord(ids, clock.nowMs())] }),
          'inc_now',
        );
      }
      const wal = await readFile(join(folder, 'tollgate.db-wal'));
      for (const share of [0.2, 0.55, 0.8, 0.99]) {
        const torn = join(folder, `torn-${String(share)}`);
        await mkdir(torn);
        await copyFile(join(folder, 'tollgate.db'), join(torn, 'tollgate.db'));
        await writeFile(join(torn, 'tollgate.db-wal'), wal.subarray(0, Math.floor(wal.length * share)));
        const restarted = await start(torn);
        const report = await auditBooks(restarted, { incarnation: null });
        assert.equal(report.ok, true, JSON.stringify(report.findings));
        assert.equal(report.checked.calls % 2, 0, 'a commit is there whole or not at all');
        await restarted.close();
      }
      await engine.close();
    });
  });
});

void describe('a backup', () => {
  void it('taken while calls are committed starts in an empty folder, and its books add up', async () => {
    await inTempFolder(async (parent) => {
      const engine = await start(join(parent, 'live'));
      await seedTenants(engine);
      const before = sampleRecord(ids, clock.nowMs());
      await engine.commitGroup(group({ closed: [before], opened: [markOf(sampleRecord(ids, clock.nowMs()))] }), 'inc_live');
      const file = join(parent, 'backup.db');
      const copy = { isDone: false };
      const steps: (readonly [number, number])[] = [];
      const backup = engine.backup(file, (done, all) => steps.push([done, all])).then(() => (copy.isDone = true));
      let committed = 0;
      do {
        await engine.commitGroup(
          group({ closed: Array.from({ length: 20 }, () => sampleRecord(ids, clock.nowMs())) }),
          'inc_live',
        );
        committed += 20;
      } while (!copy.isDone && committed < 4000);
      await backup;
      await engine.close();
      assert.equal((await stat(file)).mode & 0o777, 0o600);

      await mkdir(join(parent, 'restored'));
      await copyFile(file, join(parent, 'restored', 'tollgate.db'));
      const restored = await start(join(parent, 'restored'));
      assert.equal(await recoverOpenCalls(restored, { clock, logger: silentLogger, incarnation: 'inc_new' }), 1);
      const report = await auditBooks(restored, { incarnation: 'inc_new' });
      assert.deepEqual(report.findings, []);
      assert.ok(report.checked.calls >= 2);
      assert.notEqual(await createCallsStore(restored).find(before.id), null);
      await restored.close();
    });
  });

  void it('never overwrites a file', async () => {
    await inTempFolder(async (folder) => {
      const engine = await start(folder);
      const file = join(folder, 'precious');
      await (await open(file, 'w')).close();
      await assert.rejects(engine.backup(file), /exists already/);
      await assert.rejects(engine.backup(join(folder, 'no', 'such', 'folder', 'b')), /failed/);
      await engine.close();
    });
  });
});
