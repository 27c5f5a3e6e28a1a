/**
 * Goal: reads and deletions cost only as much as their result, however long the log is. Method: books from a seed, created with the first
 * schema and then upgraded; every combination of filters against a plain search through all rows; and the database's plan of every
 * statement, which must not scan rows that it does not need.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { purgeCalls } from '../../src/books/purge-calls.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { createLedgerStore } from '../../src/subjects/ledger/ledger-store.ts';
import { createReportsStore } from '../../src/subjects/calls/usage/reports-store.ts';
import { notifyLowBalances } from '../../src/subjects/notices/low-balance-notices-store.ts';
import { uuidText } from '../../src/storage/uuid-bytes.ts';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { testSeed } from '../proofs/seed.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { dayMs, dayOf, hourMs } from './books-rows.ts';
import type { BooksTenants } from './books-tenants.ts';
import { filtersOf, matches, type LogRow } from './call-filters.ts';
import { makeFirstSchemaBooks } from './first-schema-books.ts';
import { WatchedEngine } from './watched-engine.ts';

const clock = new VirtualClock();
const books = { calls: 40_000, accounts: 300, days: 12, untilMs: clock.nowMs(), seed: testSeed };
const span = { fromMs: books.untilMs - books.days * dayMs, toMs: books.untilMs + hourMs };

/** The whole log, newest first. */
function readLog(file: string): readonly LogRow[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare(
    'select id, request_time, account_id, sub_account_id, key_id, model, status from calls order by id desc',
  );
  const log = rows.all().map((row) => ({
    id: uuidText(row.id as Uint8Array),
    atMs: Number(row.request_time),
    accountId: String(row.account_id),
    subAccountId: row.sub_account_id === null ? null : String(row.sub_account_id),
    keyId: String(row.key_id),
    model: String(row.model),
    status: Number(row.status),
  }));
  db.close();
  return log;
}

void describe('a large log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-size-'));
  const file = join(folder, 'tollgate.db');
  const told: string[] = [];
  let engine: Engine;
  let tenants: BooksTenants;

  before(async () => {
    tenants = makeFirstSchemaBooks(folder, books);
    const logger = { ...silentLogger, info: (_: object, message: string) => told.push(message) };
    engine = await openSqlite({ folder, logger, clock });
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  void it('of an older version is upgraded to this one with everything in it, and waiting clients get the reason', async () => {
    assert.ok(told.some((message) => message.includes('upgrading the database to this version')));
    const report = await auditBooks(engine, { incarnation: null });
    assert.deepEqual(report.findings, []);
    assert.equal(report.checked.calls, books.calls);
  });

  void it('answers any combination of filters exactly, in full pages without a gap or a repeat', async (context) => {
    const log = readLog(file);
    const calls = createCallsStore(engine);
    let rows = 0;
    const pages = fc.asyncProperty(filtersOf(log, span), fc.integer({ min: 1, max: 200 }), async (filter, limit) => {
      const expected = log.filter((row) => matches(row, filter)).map(({ id }) => id);
      const seen: string[] = [];
      let next: string | null | undefined;
      // The start, and the end of the matches or their first few pages.
      for (let page = 0; page < 4 && next !== null; page += 1) {
        const answer = await calls.page({ ...filter, limit, cursor: next });
        if (answer.next !== null) assert.equal(answer.rows.length, limit);
        seen.push(...answer.rows.map(({ id }) => id));
        ({ next } = answer);
      }
      assert.deepEqual(seen, next === null ? expected : expected.slice(0, seen.length));
      rows += seen.length;
    });
    await fc.assert(pages, { seed: testSeed, numRuns: count('filters') });
    reportFigures(context, 'size', {
      'combinations of filters tried': count('filters'),
      'rows that were wrong, missing or twice': 0,
      'rows compared': rows,
    });
  });

  void it('costs what is shown of it: no page, sum, audit or purge passes over rows of others', async (context) => {
    const watched = new WatchedEngine(engine);
    const calls = createCallsStore(watched.engine);
    const sample = fc.sample(filtersOf(readLog(file), span), { numRuns: 300, seed: testSeed });
    for (const filter of sample) await calls.page({ ...filter, limit: 20 });
    await readReports(watched.engine, tenants);
    await auditBooks(watched.engine, { incarnation: null });
    await auditBooks(watched.engine, { incarnation: null, sinceMs: books.untilMs - 2 * dayMs });
    await closeUsageHours(watched.engine, { nowMs: books.untilMs + dayMs, closeAfterMs: hourMs });
    // Runs every minute, over every active account.
    await notifyLowBalances(watched.engine, books.untilMs);
    const deleted = await purgeCalls(watched.engine, { nowMs: books.untilMs, keepMs: 9 * dayMs, logger: silentLogger });
    assert.ok(deleted > 0);
    const plans = watched.plans(file);
    const scans = plans.filter(({ steps }) =>
      steps.some((step) => /^SCAN (calls|c|usage_hours|ledger_entries|l|e|p|k)\b/.test(step)),
    );
    // In the order of a table with a limit, such as the first page without any filter.
    const endless = scans.filter(
      ({ sql, steps }) => !(/ limit (\?|1)$/.test(sql) && steps.every((step) => !step.includes('TEMP B-TREE'))),
    );
    assert.deepEqual(
      endless.map(({ sql, steps }) => [sql, ...steps]),
      [],
    );
    // The index must contain every condition of a page; otherwise it would scan rows that do not match.
    const narrowed = plans.filter(({ sql }) => sql.includes('status_class" = ?') || sql.includes('c.status_class ='));
    const steps = narrowed.flatMap((plan) => plan.steps).filter((step) => /^SEARCH (calls|c) /.test(step));
    for (const step of steps)
      assert.match(step, /INDEX calls_by.*\((key_id=\? AND )?(model=\? AND )?status_class=\?( AND id[<>]\?)*\)$/);
    assert.ok(steps.length > 20);
    const ofBalances = plans.flatMap(({ sql, steps: each }) => (sql.includes('balance_low') ? each : []));
    // By hour, by order up to the first row, or only credits: never everything that an account has paid.
    const ofLedger = ofBalances.filter((step) => step.includes('ledger_entries'));
    assert.ok(
      ofLedger.some((step) => step.includes('ledger_credits')) && ofLedger.some((step) => step.includes('ledger_usage_hour')),
    );
    assert.deepEqual((await auditBooks(engine, { incarnation: null })).findings, []);
    reportFigures(context, 'size', {
      'statements whose plan was judged': plans.length,
      'of them passing over rows of others': 0,
    });
  });
});

/** The other pages, and the data that the first call of an account and a key loads. */
async function readReports(engine: Engine, { accountIds, keys, subAccounts, models }: BooksTenants): Promise<void> {
  const [accountId = '', subAccountId, keyId = ''] = [accountIds[0], subAccounts[0]?.id, keys[0]?.id];
  const reports = createReportsStore(engine);
  const groupings = [['day'], ['account_id'], ['account_id', 'model'], ['key_id', 'day'], ['sub_account_id'], ['model']] as const;
  const day = dayOf(books.untilMs - dayMs);
  for (const groups of groupings) {
    for (const filter of [{}, { fromDay: day, toDay: day }, { accountId }, { subAccountId }, { keyId }, { model: models[0] }])
      await reports.usage({ ...filter, groups }, { limit: 20, after: null });
  }
  await createLedgerStore(engine).list(accountId, { limit: 20, after: null });
  const figures = createFiguresStore(engine);
  await figures.accountUsed(accountId);
  await figures.keyUsed(keyId, day, Math.floor(day / 100));
}
