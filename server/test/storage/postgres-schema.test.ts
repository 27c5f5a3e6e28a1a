import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { postgresMigrations as migrations } from '../../src/service/database/migrations.ts';
import { valueTypes } from '../../src/storage/postgres/values.ts';
import { StorageStartError } from '../../src/storage/storage-error.ts';
import { purgeCalls } from '../../src/books/purge-calls.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { assertAddsUp, newRecord, openEngine, PostgresBooks, rows } from './postgres-books.ts';
import { dayOf, group, sampleRecord } from './sample-books.ts';

const dayMs = 86_400_000;

withServer(postgres, 'the tables in PostgreSQL', () => {
  let books: PostgresBooks;
  before(async () => {
    books = await PostgresBooks.start();
  });
  after(() => books.remove());

  void describe('the schema', () => {
    const step = (id: number, sql: string, worksFrom = id) => ({ id, name: `step ${String(id)}`, worksFrom, sql });
    const at = { nowMs: 1, place: 'here' };

    async function onEmpty(test: (client: Client) => Promise<void>): Promise<void> {
      const client = new Client({ connectionString: await books.server.newDatabase(), types: valueTypes });
      await client.connect();
      try {
        await test(client);
      } finally {
        await client.end();
      }
    }

    void it('is made once although several nodes start at once', async () => {
      const url = await books.server.newDatabase();
      const engines = await Promise.all([openEngine(url), openEngine(url), openEngine(url), openEngine(url)]);
      assert.equal(await rows(engines[0], 'schema_migrations'), migrations.length);
      for (const engine of engines) await engine.close();
    });

    void it('continues after an interrupted change, which leaves nothing behind', async () => {
      await onEmpty(async (client) => {
        const broken = [step(1, 'create table a ()'), step(2, 'create table b (); select 1 / 0')];
        await assert.rejects(migrate(client, broken, at));
        await migrate(client, [step(1, 'create table a ()'), step(2, 'create table b ()')], at);
        await migrate(client, [step(1, 'create table a ()'), step(2, 'create table b ()')], at);
      });
    });

    void it('of a newer version is used if it permits this one, and refused otherwise', async () => {
      await onEmpty(async (client) => {
        const old = [step(1, 'create table a ()')];
        await migrate(client, [...old, step(2, 'create table b ()', 1)], at);
        await migrate(client, old, at);
        await migrate(client, [...old, step(2, '', 1), step(3, 'drop table a', 2)], at);
        await assert.rejects(
          migrate(client, old, at),
          (error) => error instanceof StorageStartError && error.sentence.includes('newer'),
        );
      });
    });
  });

  void describe('the parts of the log', () => {
    void it('are made ahead; rows that came before their part move into it', async () => {
      await books.onBooks(async (engine) => {
        const laterMs = systemClock.nowMs() + 30 * dayMs;
        const later = sampleRecord(createIds({ ...systemClock, nowMs: () => laterMs }), laterMs);
        await engine.commitGroup(group({ closed: [newRecord(), later] }), 'inc_now');
        assert.equal(await rows(engine, 'calls_default'), 1);
        await engine.keepPartitions?.(systemClock.nowMs());
        // The hourly job that purges the log creates them as well.
        await purgeCalls(engine, { nowMs: laterMs - dayMs, keepMs: 90 * dayMs, logger: silentLogger });
        assert.equal(await rows(engine, 'calls_default'), 0);
        assert.equal(await rows(engine, 'calls'), 2);
        assert.equal((await createCallsStore(engine).find(later.id))?.charge, later.charge);
        await assertAddsUp(engine);
      });
    });

    void it('are dropped once every row of theirs is of a day that may go', async () => {
      await books.onBooks(async (engine) => {
        const noonMs = Math.floor(systemClock.nowMs() / dayMs) * dayMs + dayMs / 2;
        const at = (atMs: number): CallRecord => sampleRecord(createIds({ ...systemClock, nowMs: () => atMs }), atMs);
        // In Asia/Shanghai the second of these is already on the next day; in UTC it is not.
        const closed = [at(noonMs - dayMs), at(noonMs), at(noonMs + dayMs / 4), at(noonMs + dayMs)];
        await engine.commitGroup(group({ closed }), 'inc_now');
        assert.equal(await engine.dropCallsThrough?.(BigInt(dayOf(noonMs))), 1);
        assert.equal(await rows(engine, 'calls'), 3);
        assert.equal(await engine.dropCallsThrough?.(BigInt(dayOf(noonMs + dayMs))), 3);
        assert.equal(await rows(engine, 'calls'), 0);
        await engine.keepPartitions?.(noonMs);
        await engine.commitGroup(group({ closed: [newRecord()] }), 'inc_now');
      });
    });
  });
});
