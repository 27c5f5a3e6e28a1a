import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { createBooks } from '../../src/books/commit-queue.ts';
import type { RunningBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import type { PostgresOptions } from '../../src/storage/postgres/open-postgres.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { group, sampleRecord, seedTenants } from '../storage/sample-books.ts';
import { waitFor } from '../wait-for.ts';
import { assertNoHarm, BooksLoad, harm, pollMs } from './books-load.ts';

const ids = createIds(systemClock);

interface Bench {
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly url: string;
}

withServer(postgres, 'PostgreSQL that fails', () => {
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
  });

  after(async () => {
    await server.remove();
  });

  async function onBooks(test: (bench: Bench) => Promise<void>, options: Partial<PostgresOptions> = {}): Promise<void> {
    const url = await server.newDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    const engine = await openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: true, ...options });
    try {
      await seedTenants(engine);
      const books = createBooks({
        engine,
        clock: systemClock,
        logger: silentLogger,
        incarnation: 'inc_now',
        spillPath: join(folder, 'spill'),
        limits: { spillBytes: 4 * 1024 * 1024, refuseAfterMs: 10_000, refuseAfterFaultMs: 10_000, probeEveryMs: 100 },
      });
      await books.start();
      try {
        await test({ engine, books, url });
      } finally {
        await books.stop();
      }
    } finally {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  void it('loses nothing and counts nothing twice when it crashes under load, again and again', async (context) => {
    await onBooks(async ({ engine, books }) => {
      const load = new BooksLoad(books);
      let slowestMs = 0;
      for (let crash = 0; crash < count('databaseCrashes'); crash += 1) {
        await load.more(60);
        await server.restart('immediate');
        const backMs = systemClock.monotonicMs();
        const before = books.stats().committedGroups;
        await waitFor(() => books.stats().committedGroups > before, { what: 'a commit', everyMs: pollMs });
        slowestMs = Math.max(slowestMs, systemClock.monotonicMs() - backMs);
      }
      await load.more(60);
      await load.end();
      const figures = await harm(engine, load);
      reportFigures(context, 'F26', {
        'crashes of the database under 200 calls/s': count('databaseCrashes'),
        calls: load.closed.length,
        'calls refused': load.refused,
        ...figures,
        'longest from the server being back to the next commit, ms': Math.round(slowestMs),
      });
      assertNoHarm(figures);
      assert.equal(load.refused, 0);
    });
  });

  void it('refuses no call while it is away for seconds, and stores all of them when it is back', async (context) => {
    await onBooks(async ({ engine, books }) => {
      const load = new BooksLoad(books);
      await load.more(60);
      await server.end();
      await load.more(isFullProof ? 1000 : 300);
      assert.equal(books.stats().committedCalls < load.closed.length, true, 'it was away');
      await server.begin();
      await load.more(60);
      await load.end();
      const figures = await harm(engine, load);
      reportFigures(context, 'F26', {
        'seconds without a database at 200 calls/s': isFullProof ? 5 : 1.5,
        calls: load.closed.length,
        'calls refused meanwhile': load.refused,
        ...figures,
      });
      assertNoHarm(figures);
      assert.equal(load.refused, 0);
    });
  });

  void it('cancels statements, ends sessions and has no reader free, and no commit is lost or done twice', async (context) => {
    await onBooks(
      async ({ engine, books, url }) => {
        const saboteur = new Client(url);
        saboteur.on('error', () => undefined);
        await saboteur.connect();
        const load = new BooksLoad(books);
        let broken = 0;
        const held = Promise.withResolvers<undefined>();
        const enough = isFullProof ? 400 : 40;
        try {
          // Occupies all snapshot readers; commits do not need them.
          const holding = engine.snapshot(() => held.promise).catch(() => undefined);
          await waitFor(
            async () => {
              // The effects of a statement timeout on a statement, and of a proxy restart on a session.
              const fault = broken % 2 === 0 ? 'pg_cancel_backend' : 'pg_terminate_backend';
              const query = `select ${fault}(pid) from pg_stat_activity where application_name = 'tollgate' and state = 'active' and datname = current_database()`;
              broken += (await saboteur.query(query)).rowCount ?? 0;
              return broken >= enough;
            },
            { what: 'statements to cancel', everyMs: 1, withinMs: 180_000 },
          );
          held.resolve(undefined);
          await holding;
        } finally {
          // A blocked reader would delay the close of its engine.
          held.resolve(undefined);
          await load.end();
          await saboteur.end();
        }
        const figures = await harm(engine, load);
        reportFigures(context, 'F27', {
          'statements cancelled and sessions ended in the middle of their work': broken,
          calls: load.closed.length,
          ...figures,
        });
        assertNoHarm(figures);
      },
      { readersMax: 1 },
    );
  });

  void it('makes a reader wait for its turn when all are busy, and refuse after seconds instead of waiting permanently', async () => {
    await onBooks(
      async ({ engine }) => {
        const held = Promise.withResolvers<undefined>();
        const first = engine.snapshot(() => held.promise);
        const second = engine.snapshot((snapshot) => snapshot.read(CompiledQuery.raw('select 1 as one')));
        held.resolve(undefined);
        await first;
        assert.deepEqual(await second, [{ one: 1n }]);
      },
      { readersMax: 1 },
    );
  });

  void it('is noticed when a standby takes over that misses the last commits', async (context) => {
    const errors: string[] = [];
    const logger = { ...silentLogger, error: (_fields: object, message: string) => errors.push(message) };
    await onBooks(
      async ({ engine }) => {
        const record = (): CallRecord => sampleRecord(ids, systemClock.nowMs());
        await engine.commitGroup(group({ closed: [record()] }), 'inc_now');
        await server.followByStandby();
        await engine.commitGroup(group({ closed: [record()] }), 'inc_now');
        assert.equal(errors.length, 0);
        await engine.commitGroup(group({ closed: [record(), record()] }), 'inc_now');
        await server.failOver();
        await engine.commitGroup(group({ closed: [record()] }), 'inc_now');
        assert.equal(errors.filter((message) => message.includes('lost calls that it had confirmed')).length, 1);
        assert.equal((await auditBooks(engine, { incarnation: null })).differenceNano, '0', 'what is left adds up');
        reportFigures(context, 'F28', { 'commits after a failover until a missing tail is reported': 1 });
      },
      { logger },
    );
  });
});
