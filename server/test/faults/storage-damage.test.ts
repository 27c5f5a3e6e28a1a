/**
 * Goal: torn files, or files with a flipped bit, never lead to a wrong balance without a report. Method: copies of real files, damaged at
 * positions drawn from a seed; compares the product's figures for each account with those before.
 */
import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom } from '../proofs/seed.ts';
import { runToEnd, ServerProcess } from '../scenarios/server-process.ts';
import { group, sampleRecord, seedTenants } from '../storage/sample-books.ts';
import { inTempFolder } from '../storage/temp-folder.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { balancesOf, judge, makeBooks, type Verdict } from './damaged-books.ts';

const damages = count('damages');
const pageBytes = 4096;
const random = seededRandom();

function below(limit: number): number {
  return Math.floor(random() * limit);
}

/** Flips one bit within `length` bytes starting at `from`. */
function flipped(bytes: Buffer, from: number, length: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = from + below(length);
  copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
  return copy;
}

/** Pages with money: the tables of the books and their indexes. */
function moneyPages(file: string): number[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const query = `select pageno from dbstat where name in (select name from sqlite_schema
      where tbl_name in ('calls', 'usage_hours', 'ledger_entries', 'frozen_days'))`;
    return db
      .prepare(query)
      .all()
      .map(({ pageno }) => Number(pageno));
  } finally {
    db.close();
  }
}

describe('a damaged database', () => {
  test(`is refused, or the audit finds it, or no balance is touched: ${String(damages)} bits turned over`, async (context) => {
    await inTempFolder(async (base) => {
      const good = join(base, 'good');
      await makeBooks(good);
      const file = join(good, 'tollgate.db');
      const engine = await openSqlite({ folder: good, clock: new VirtualClock(), logger: silentLogger });
      const right = await balancesOf(engine);
      await engine.close();
      const bytes = await readFile(file);
      const pages = moneyPages(file);
      const verdicts: Record<Verdict, number> = { refused: 0, found: 0, unharmed: 0, 'wrong and not found': 0 };
      for (let damage = 0; damage < damages; damage += 1) {
        const page = pages[below(pages.length)] ?? 1;
        const folder = join(base, String(damage));
        await mkdir(folder);
        await writeFile(join(folder, 'tollgate.db'), flipped(bytes, (page - 1) * pageBytes, pageBytes));
        verdicts[await judge(folder, right)] += 1;
      }
      assert.equal(verdicts['wrong and not found'], 0);
      assert.ok(verdicts.found > 0);
      reportFigures(context, 'F11', {
        'bits turned over in pages of money': damages,
        'refused at the start in one sentence': verdicts.refused,
        'found by the audit': verdicts.found,
        'without a trace in any balance': verdicts.unharmed,
        'wrong balances not found': verdicts['wrong and not found'],
      });
    });
  });

  test('that opens but cannot be read later during the start is refused in one sentence with the remedy', async () => {
    await inTempFolder(async (folder) => {
      await (await ServerProcess.start(folder)).stop();
      const file = join(folder, 'tollgate.db');
      const db = new DatabaseSync(file, { readOnly: true });
      const root = db.prepare("select rootpage from sqlite_schema where name = 'providers'").get();
      db.close();
      const bytes = await readFile(file);
      bytes.fill(0x77, (Number(root?.rootpage) - 1) * pageBytes, Number(root?.rootpage) * pageBytes);
      await writeFile(file, bytes);
      const { code, err } = await runToEnd('start.mjs', [], { TOLLGATE_DATA_DIR: folder });
      assert.equal(code, 1);
      assert.match(err, /^tollgate: [^\n]*malformed[^\n]*restore a backup[^\n]*\n$/);
    });
  });

  test('whose write-ahead log is torn or damaged anywhere starts from a whole commit before that place', async (context) => {
    await inTempFolder(async (base) => {
      const clock = new VirtualClock();
      const ids = createIds(clock);
      const live = join(base, 'live');
      const engine = await openSqlite({ folder: live, clock, logger: silentLogger });
      await seedTenants(engine);
      const commits: string[] = [];
      for (let commit = 0; commit < 12; commit += 1) {
        const closed = [sampleRecord(ids, clock.nowMs()), sampleRecord(ids, clock.nowMs())];
        await engine.commitGroup(group({ closed }), 'inc_now');
        commits.push(...closed.map(({ id }) => id));
      }
      const wal = await readFile(join(live, 'tollgate.db-wal'));
      let wrong = 0;
      for (let damage = 0; damage < damages; damage += 1) {
        const folder = join(base, String(damage));
        await mkdir(folder);
        await copyFile(join(live, 'tollgate.db'), join(folder, 'tollgate.db'));
        const cut = Buffer.from(wal.subarray(0, below(wal.length)));
        const torn = [cut, flipped(wal, 0, wal.length), Buffer.concat([cut, Buffer.alloc(wal.length - cut.length, 0xa5)])];
        await writeFile(join(folder, 'tollgate.db-wal'), torn[damage % torn.length] ?? wal);
        if (!(await isWholePrefix(folder, commits))) wrong += 1;
      }
      await engine.close();
      assert.equal(wrong, 0);
      reportFigures(context, 'F11', {
        'write-ahead logs torn or damaged': damages,
        'starts from anything but a whole commit': wrong,
      });
    });
  });
});

/** Whether the books balance and contain exactly the first of these calls, in pairs as committed. */
async function isWholePrefix(folder: string, commits: readonly string[]): Promise<boolean> {
  const engine = await openSqlite({ folder, clock: new VirtualClock(), logger: silentLogger });
  try {
    const { ok, checked } = await auditBooks(engine, { incarnation: null });
    const calls = createCallsStore(engine);
    const found = await Promise.all(commits.map(async (id) => (await calls.find(id)) !== null));
    return ok && checked.calls % 2 === 0 && found.lastIndexOf(true) === checked.calls - 1;
  } finally {
    await engine.close();
  }
}
