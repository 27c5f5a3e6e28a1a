/**
 * Goal: the log pages on PostgreSQL, whose partitions need different queries, equal those of the embedded database, for any filters.
 * Method: the same books in both.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { testSeed } from '../proofs/seed.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { booksRows, dayMs, hourMs } from './books-rows.ts';
import { filtersOf, type LogRow } from './call-filters.ts';
import { makeBooks } from './make-books.ts';
import { fillPostgres } from './postgres-sink.ts';

const clock = new VirtualClock();
const books = { calls: 15_000, accounts: 200, days: 12, models: 12, untilMs: clock.nowMs(), seed: testSeed };
const span = { fromMs: books.untilMs - books.days * dayMs, toMs: books.untilMs + hourMs };

/** The newest rows and some of every partition. */
async function sampleOf(engine: Engine): Promise<readonly LogRow[]> {
  const { rows } = await createCallsStore(engine).page({ limit: books.calls });
  return rows
    .filter((_, place) => place % 10 === 0)
    .map(({ requestTimeMs, model, ...row }) => ({ ...row, model: model ?? '', atMs: requestTimeMs }));
}

withServer(postgres, 'pages of the log on PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-pages-'));
  let server: PostgresServer;
  let engines: { readonly embedded: Engine; readonly shared: Engine };

  before(async () => {
    server = await PostgresServer.start();
    const url = await server.newDatabase();
    const open = () => openPostgres({ url, logger: silentLogger, clock, soleNode: false });
    await (await open()).close();
    const tenants = await makeBooks({ folder, ...books });
    await fillPostgres(url, { stream: booksRows({ tenants, withTenants: true, ...books }), ...books }, () => undefined);
    engines = { embedded: await openSqlite({ folder, logger: silentLogger, clock }), shared: await open() };
  });
  after(async () => {
    try {
      await Promise.all([engines.embedded.close(), engines.shared.close()]);
    } finally {
      await server.remove();
      rmSync(folder, { recursive: true });
    }
  });

  void it('are those of the embedded database, for any combination of filters', async (context) => {
    const [embedded, shared] = [createCallsStore(engines.embedded), createCallsStore(engines.shared)];
    const filters = filtersOf(await sampleOf(engines.embedded), span);
    let rows = 0;
    const pages = fc.asyncProperty(filters, fc.integer({ min: 1, max: 200 }), async (filter, limit) => {
      let next: string | null | undefined;
      for (let page = 0; page < 3 && next !== null; page += 1) {
        const request = { ...filter, limit, cursor: next };
        const [expected, answer] = await Promise.all([embedded.page(request), shared.page(request)]);
        assert.deepEqual(answer, expected);
        rows += answer.rows.length;
        ({ next } = answer);
      }
    });
    await fc.assert(pages, { seed: testSeed, numRuns: count('filters') });
    reportFigures(context, 'size-postgres', {
      'combinations of filters tried on both databases': count('filters'),
      'pages that differ': 0,
      'rows compared': rows,
    });
  });
});
