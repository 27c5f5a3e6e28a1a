/**
 * Goal: storage that hangs for less than the grace period causes no refusal and no loss, on both engines. If nothing can be written
 * anywhere, calls are refused in time, so that a kill loses no more than the stated limit. Method: the books under 200 calls per second
 * while another connection holds SQLite's write lock, or the database server is suspended; then the real program with every file sync
 * hanging.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createBooks } from '../../src/books/commit-queue.ts';
import { databaseServerLimits, defaultBooksLimits, type BooksLimits } from '../../src/books/books-options.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { notRun, reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { seedTenants } from '../storage/sample-books.ts';
import { waitFor } from '../wait-for.ts';
import { assertNoHarm, BooksLoad, harm, pollMs } from './books-load.ts';
import { DiskOrders } from './disk-orders.ts';
import { allRows, StorageWorld } from './storage-world.ts';
import { SystemCalls } from './system-calls.ts';

/** From half a second to ten seconds, the same in every run. */
function stallsMs(rounds: number): readonly number[] {
  if (!isFullProof) return Array.from({ length: rounds }, () => 1_500);
  return Array.from({ length: rounds }, (_, round) => 500 + Math.round((9_500 * round) / Math.max(1, rounds - 1)));
}

interface Still {
  readonly engine: Engine;
  readonly limits?: Partial<BooksLimits>;
  /**
   * A server that becomes silent again before anything is stored was silent all the time, so the next standstill waits for the end of the
   * previous one.
   */
  readonly isServer?: boolean;
  readonly stop: () => Promise<void> | void;
  readonly goOn: () => Promise<void> | void;
}

/** Lets storage hang repeatedly under load; returns the figures that must be 0. */
async function underLoad(
  { engine, limits = {}, isServer = false, stop, goOn }: Still,
  spillPath: string,
  rounds: number,
): Promise<Readonly<Record<string, number>>> {
  await seedTenants(engine);
  const books = createBooks({ engine, clock: systemClock, logger: silentLogger, incarnation: 'inc_now', spillPath, limits });
  await books.start();
  try {
    const load = new BooksLoad(books);
    for (const stallMs of stallsMs(rounds)) {
      await load.more(60);
      await stop();
      await pause(stallMs);
      await goOn();
      await load.more(60);
      if (isServer) await waitFor(() => books.stats().state === 'normal', { what: 'the end of the standstill', everyMs: pollMs });
    }
    await load.end();
    return { 'calls refused': load.refused, ...(await harm(engine, load)) };
  } finally {
    await books.stop();
  }
}

describe('storage that stands still for up to ten seconds', () => {
  const rounds = count('standstills');

  test('refuses no call and loses none: SQLite', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    const engine = await openSqlite({ folder, clock: systemClock, logger: silentLogger });
    const holder = new DatabaseSync(join(folder, 'tollgate.db'), { timeout: 10_000 });
    const still: Still = {
      engine,
      stop: () => {
        holder.exec('begin immediate');
      },
      goOn: () => {
        holder.exec('rollback');
      },
    };
    try {
      const figures = await underLoad(still, join(folder, 'spill'), rounds);
      reportFigures(context, 'F9', { 'standstills of 0.5 to 10 s': rounds, ...figures });
      assertNoHarm(figures);
    } finally {
      holder.close();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  withServer(postgres, 'with PostgreSQL', () => {
    test('refuses no call and loses none', async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
      const server = await PostgresServer.start();
      try {
        const url = await server.newDatabase();
        const engine = await openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: true });
        try {
          const still = {
            engine,
            limits: databaseServerLimits,
            isServer: true,
            stop: () => server.pause(),
            goOn: () => server.resume(),
          };
          const figures = await underLoad(still, join(folder, 'spill'), rounds);
          reportFigures(context, 'F26', { 'standstills of 0.5 to 10 s': rounds, ...figures });
          assertNoHarm(figures);
        } finally {
          await engine.close();
        }
      } finally {
        await server.remove();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
});

test('nothing can be written anywhere: calls are refused in time, and a kill loses no more than the bound', async (context) => {
  const world = await StorageWorld.start();
  const orders = new DiskOrders(join(world.folder, 'orders'));
  const folder = join(world.folder, 'data');
  let server = await ServerProcess.start(folder, orders.env);
  let calls: SystemCalls | null = null;
  try {
    const key = await world.paidKey(server, 64);
    calls = await SystemCalls.watch(server.pid, join(world.folder, 'calls'), 'delay_enter=600000000');
    if (calls === null) {
      notRun(context, 'F9', 'strace is not installed or not allowed');
      return;
    }
    await world.callUntil({ server, key, workers: 16 }, (answer) => answer === '503 storage_unavailable');
    const { accepting } = await acceptance(server);
    assert.equal(accepting, 0);
    // A process whose system calls strace delays is killed when strace detaches.
    server.signal('SIGKILL');
    await calls.letGo();
    calls = null;
    await server.ended();
    server = await ServerProcess.start(folder, orders.env);
    const stored = new Set((await allRows(server)).map(({ id }) => id));
    const lost = [...world.answered].filter((id) => !stored.has(id)).length;
    assert.ok(lost <= defaultBooksLimits.exposed.callsMax, `${String(lost)} of ${String(world.answered.size)} calls are lost`);
    assert.ok((await server.admin<{ ok: boolean }>('POST', '/audit')).ok);
    reportFigures(context, 'F9', {
      'calls answered while nothing could be written': world.answered.size,
      'of these lost by the kill': lost,
      'the most that may be': defaultBooksLimits.exposed.callsMax,
    });
  } finally {
    await calls?.letGo();
    await server.kill();
    await world.close();
  }
});

async function acceptance(server: ServerProcess): Promise<{ readonly accepting: number }> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return { accepting: Number(/^tollgate_storage_accepting (\d)/m.exec(text)?.[1]) };
}
