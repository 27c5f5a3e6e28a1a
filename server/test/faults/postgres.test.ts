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
import { openPostgres } from '../../src/storage/postgres/open-postgres.ts';
import type { PostgresOptions } from '../../src/storage/postgres/open-postgres.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { group, markOf, sampleRecord, seedTenants } from '../storage/sample-books.ts';
import { waitFor } from '../wait-for.ts';

const ids = createIds(systemClock);
/** 200 calls per second. */
const callEveryMs = 5;
const pollMs = 5;

interface Bench {
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly url: string;
}

/** Calls as a node sees them: each is admitted, runs for a while and closes; while it may not be, it is refused. */
class Load {
  readonly closed: CallRecord[] = [];
  refused = 0;
  readonly #books: RunningBooks;
  readonly #open: CallRecord[] = [];
  readonly #stop: () => void;

  constructor(books: RunningBooks) {
    this.#books = books;
    this.#stop = systemClock.every(callEveryMs, () => {
      this.#call();
    });
  }

  /** Settles when so many more calls have come. */
  async more(calls: number): Promise<void> {
    const before = this.closed.length + this.refused;
    await waitFor(() => this.closed.length + this.refused >= before + calls, { what: 'more calls', everyMs: pollMs });
  }

  async end(): Promise<void> {
    this.#stop();
    for (const record of this.#open.splice(0)) this.#close(record);
    const isNormal = (): boolean => this.#books.accepting && this.#books.stats().state === 'normal';
    await waitFor(isNormal, { what: 'the outage is over', everyMs: pollMs });
    await this.#books.flush();
  }

  #call(): void {
    if (!this.#books.accepting) {
      this.refused += 1;
      return;
    }
    const record = sampleRecord(ids, systemClock.nowMs());
    this.#books.open(markOf(record));
    this.#open.push(record);
    const oldest = this.#open.length > 20 ? this.#open.shift() : undefined;
    if (oldest !== undefined) this.#close(oldest);
  }

  #close(record: CallRecord): void {
    this.closed.push(record);
    this.#books.close(record, []);
  }
}

async function rows(engine: Engine, from: string): Promise<number> {
  return Number((await engine.read('reports', CompiledQuery.raw(`select count(*) as rows from ${from}`)))[0]?.rows);
}

/** What went wrong with the calls of a load, as figures that have to be 0. */
async function harm(engine: Engine, load: Load) {
  const calls = await engine.read('reports', CompiledQuery.raw("select encode(id, 'hex') as id, charge from calls"));
  const stored = new Map(calls.map((row) => [row.id, row.charge]));
  const usage = await engine.read(
    'reports',
    CompiledQuery.raw('select sum(calls) as calls, sum(charge) as charge from usage_hours'),
  );
  const expected = load.closed.reduce((sum, record) => sum + record.charge, 0n);
  const report = await auditBooks(engine, { incarnation: null });
  return {
    'settled calls lost': load.closed.filter((record) => stored.get(record.id.replaceAll('-', '')) !== record.charge).length,
    'calls counted twice': Number((usage[0]?.calls as bigint) - BigInt(load.closed.length)),
    'money too much or too little, nano-CNY': Number((usage[0]?.charge as bigint) - expected),
    'audit difference, nano-CNY': Number(report.differenceNano),
    'audit findings': report.findingsCount,
    'marks of closed calls left': await rows(engine, 'open_calls'),
  };
}

function assertNoHarm(figures: Readonly<Record<string, number>>): void {
  assert.deepEqual(
    Object.entries(figures).filter(([, figure]) => figure !== 0),
    [],
  );
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
      const load = new Load(books);
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
      const load = new Load(books);
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
        const load = new Load(books);
        let broken = 0;
        const held = Promise.withResolvers<undefined>();
        const enough = isFullProof ? 400 : 40;
        try {
          // Every reader for snapshots is taken; commits need none.
          const holding = engine.snapshot(() => held.promise).catch(() => undefined);
          await waitFor(
            async () => {
              // What a statement timeout does to a statement, and a restart of a proxy to a session.
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
          // A reader that is held would hold up the end of its engine.
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

  void it('makes a reader wait for its turn when all are busy, and refuse after seconds instead of waiting for ever', async () => {
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
