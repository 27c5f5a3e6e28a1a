/**
 * Goal: a damaged page of any database in the data folder is found, with the file and SQLite's description, while calls are recorded.
 * Intact files give no finding, and the check ends in time. Method: pages of each kind, overwritten in copies of a real folder.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { openDatabase } from '../../src/identity/engine/database/open-database.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { checkFiles, type FileCheckOptions } from '../../src/storage/sqlite/file-check.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { makeBooks } from '../faults/damaged-books.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { group, sampleRecord } from './sample-books.ts';

const pageBytes = 4096;
let base = '';
let good = '';
let copies = 0;

before(async () => {
  base = mkdtempSync(join(tmpdir(), 'tollgate-pages-'));
  good = join(base, 'good');
  await makeBooks(good);
  const people = await openDatabase({ kind: 'sqlite', file: join(good, 'sign-in.sqlite'), owner: 1 });
  await people.close();
});
after(() => {
  rmSync(base, { recursive: true });
});

function copy(): string {
  copies += 1;
  const folder = join(base, String(copies));
  cpSync(good, folder, { recursive: true });
  return folder;
}

/** The number of a page: the first of a kind that `dbstat` finds, or one from the list of free pages. */
function pageOf(file: string, where: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const row = db.prepare(`select pageno from dbstat where ${where} limit 1`).get();
    return Number(row?.pageno);
  } finally {
    db.close();
  }
}

const firstFreePage = (file: string): number => readFileSync(file).readUInt32BE(32);

function overwrite(file: string, page: number): void {
  assert.ok(page > 0, `${file} has such a page`);
  const bytes = readFileSync(file);
  bytes.fill(0x77, (page - 1) * pageBytes, page * pageBytes);
  writeFileSync(file, bytes);
}

/** Replaces the last `old` of an index with words of equal length: every page stays well formed. */
function replaceIn(file: string, index: string, [old, other]: readonly [string, string]): void {
  const bytes = readFileSync(file);
  const page = pageOf(file, `name = '${index}' and pagetype = 'leaf'`);
  const at = bytes.subarray(0, page * pageBytes).lastIndexOf(old);
  assert.ok(at >= (page - 1) * pageBytes, `${index} holds ${old}`);
  bytes.write(other, at);
  writeFileSync(file, bytes);
}

type Damage = readonly [what: string, file: string, damage: (file: string) => void];

const damages: readonly Damage[] = [
  ...(['leaf', 'internal'] as const).map((kind): Damage => [
    `a page of the table of calls (${kind})`,
    'tollgate.db',
    (file) => {
      overwrite(file, pageOf(file, `name = 'calls' and pagetype = '${kind}'`));
    },
  ]),
  ...['notices_by_account', 'keys', 'settings', 'audit_log', 'ledger_by_account', 'mail_outbox'].map((name): Damage => [
    `a page of ${name}`,
    'tollgate.db',
    (file) => {
      overwrite(file, pageOf(file, `name = '${name}'`));
    },
  ]),
  [
    'a page of the list of free pages',
    'tollgate.db',
    (file) => {
      overwrite(file, firstFreePage(file));
    },
  ],
  [
    'an index with another value than its table',
    'tollgate.db',
    (file) => {
      replaceIn(file, 'ledger_by_account', ['acc_two', 'acc_twx']);
    },
  ],
  ...['user', 'session'].map((name): Damage => [
    `a page of the table ${name} of sign-in`,
    'sign-in.sqlite',
    (file) => {
      overwrite(file, pageOf(file, `name = '${name}'`));
    },
  ]),
  [
    'the schema of sign-in',
    'sign-in.sqlite',
    (file) => {
      overwrite(file, 1);
    },
  ],
];

const check = (folder: string, options: Partial<FileCheckOptions> = {}) =>
  checkFiles({ folder, logger: silentLogger, signal: new AbortController().signal, ...options });

describe('The audit, of the pages of the database files,', () => {
  for (const [what, name, damage] of damages) {
    test(`finds ${what}`, async () => {
      const folder = copy();
      damage(join(folder, name));
      const found = await check(folder);
      for (const each of found) assert.equal(each.found.length > 0, each.file === name, `${each.file}: ${each.found.join('; ')}`);
    });
  }

  test('finds nothing in whole files, and counts every page', async () => {
    const engine = await openSqlite({ folder: copy(), clock: new VirtualClock(), logger: silentLogger });
    try {
      const { ok, findings, checked } = await auditBooks(engine, { incarnation: null, checksFiles: true });
      assert.deepEqual([ok, findings], [true, []]);
      assert.ok((checked.pages ?? 0) > 100, String(checked.pages));
      const { checked: without } = await auditBooks(engine, { incarnation: null });
      assert.equal(without.pages, null);
    } finally {
      await engine.close();
    }
  });

  test('names the file and the remedy, is not ok, and goes on with what can be read', async () => {
    const folder = copy();
    overwrite(join(folder, 'tollgate.db'), pageOf(join(folder, 'tollgate.db'), "name = 'calls' and pagetype = 'leaf'"));
    overwrite(join(folder, 'sign-in.sqlite'), pageOf(join(folder, 'sign-in.sqlite'), "name = 'user'"));
    const engine = await openSqlite({ folder, clock: new VirtualClock(), logger: silentLogger });
    try {
      const { ok, findings, checked } = await auditBooks(engine, { incarnation: null, checksFiles: true });
      assert.equal(ok, false);
      for (const file of ['tollgate.db', 'sign-in.sqlite'])
        assert.ok(
          findings.some(
            ({ kind, detail }) =>
              kind === 'damage' && detail.startsWith(`${file} is damaged: `) && detail.includes('Restore a backup'),
          ),
          file,
        );
      assert.ok(checked.ledgerEntries > 0);
    } finally {
      await engine.close();
    }
  });

  test('lets calls be recorded meanwhile', async () => {
    const clock = new VirtualClock();
    clock.advance(1000 * 3_600_000);
    const engine = await openSqlite({ folder: copy(), clock, logger: silentLogger });
    try {
      const ids = createIds(clock);
      const work = { isDone: false, commits: 0 };
      const checking = check(join(base, String(copies))).finally(() => (work.isDone = true));
      while (!work.isDone) {
        await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
        work.commits += 1;
      }
      assert.deepEqual(
        (await checking).map(({ file, found }) => [file, found]),
        [
          ['tollgate.db', []],
          ['sign-in.sqlite', []],
        ],
      );
      assert.ok(work.commits > 1, String(work.commits));
    } finally {
      await engine.close();
    }
  });

  test('reads each page once where comparing indexes takes too long, and says so where that takes too long, too', async () => {
    const folder = copy();
    replaceIn(join(folder, 'tollgate.db'), 'ledger_by_account', ['acc_two', 'acc_twx']);
    const said: string[] = [];
    const logger = { ...silentLogger, warn: (fields: object) => said.push(JSON.stringify(fields)) };
    const [books] = await check(folder, { logger, limits: { integrity_check: 1, quick_check: 60_000 } });
    assert.ok((books?.pages ?? 0) > 100);
    assert.deepEqual(books?.found, [], 'a value is compared by nobody then');
    assert.match(said.join(), /"check":"integrity_check","reason":"not done in 0\.001 s"/);
    const [unchecked] = await check(folder, { limits: { integrity_check: 1, quick_check: 1 } });
    assert.deepEqual(unchecked, { file: 'tollgate.db', pages: null, found: [] });
  });

  test('runs once for all who ask at once', async () => {
    const engine = await openSqlite({ folder: copy(), clock: new VirtualClock(), logger: silentLogger });
    try {
      const ask = async () => engine.checkFiles?.();
      const all = await Promise.all(Array.from({ length: 20 }, ask));
      assert.equal(new Set(all).size, 1);
      assert.notEqual(await ask(), all[0], 'and again for who asks later');
    } finally {
      await engine.close();
    }
  });

  test('ends with the service', async () => {
    const engine = await openSqlite({ folder: copy(), clock: new VirtualClock(), logger: silentLogger });
    const checking = assert.rejects(auditBooks(engine, { incarnation: null, checksFiles: true }), /the database is closed/);
    await engine.close();
    await checking;
  });
});
