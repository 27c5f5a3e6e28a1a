/** Goal: the thread that reads reports uses memory only while reports are read. Method: real SQLite and real threads; virtual time. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, afterEach, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { openMigrated } from '../migrated-file.ts';

const one = sql`select 1 as one`.compile(compilerFor('sqlite'));
/** Counting them takes longer than ending the thread that does. */
const manyRows = sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select i from n)`;
const minuteMs = 60_000;

describe('the thread that reads reports', () => {
  const alive = new Set<Worker>();
  const onThread = (message: unknown): void => {
    const { worker } = message as { readonly worker: Worker };
    alive.add(worker);
    worker.on('exit', () => alive.delete(worker));
  };
  const untilAlive = (count: number): Promise<void> =>
    waitFor(() => alive.size === count, { what: `${String(count)} threads of the database` });
  before(() => {
    subscribe('worker_threads', onThread);
  });
  after(() => {
    unsubscribe('worker_threads', onThread);
  });

  let folder: string;
  let clock: VirtualClock;
  let engine: Engine;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollgate-'));
    clock = new VirtualClock();
    engine = await openMigrated(folder, clock);
  });
  afterEach(async () => {
    await engine.close();
    assert.equal(alive.size, 0, 'a closed database leaves no thread');
    await rm(folder, { recursive: true });
  });

  test('starts with the first report, ends when nobody has asked for a while, and starts again', async () => {
    assert.equal(alive.size, 2, 'one that writes and one for calls');
    for (const round of [1, 2, 3]) {
      assert.deepEqual(await engine.read('reports', one), [{ one: 1n }], `round ${String(round)}`);
      assert.equal(alive.size, 3);
      clock.advance(minuteMs);
      await untilAlive(2);
    }
    assert.deepEqual(await engine.read('hot', one), [{ one: 1n }]);
  });

  test('stays for as long as a report is open, however slowly it is read', async () => {
    await engine.snapshot(async (snapshot) => {
      const writes = sql`insert into settings (name, value) values ('later', '1')`.compile(compilerFor('sqlite'));
      await engine.write([{ query: writes }], []);
      for (let step = 0; step < 5; step += 1) {
        clock.advance(minuteMs);
        const later = sql`select name from settings where name = 'later'`.compile(compilerFor('sqlite'));
        assert.deepEqual(await snapshot.read(later), [], 'the moment is the one at which the report began');
        await engine.read('reports', one);
      }
      assert.equal(alive.size, 3);
    });
    clock.advance(minuteMs);
    await untilAlive(2);
  });

  test('asked while it goes to rest, it answers everything', async () => {
    for (let round = 0; round < 20; round += 1) {
      await engine.read('reports', one);
      clock.advance(minuteMs);
      const answers = await Promise.all([engine.read('reports', one), engine.snapshot((snapshot) => snapshot.read(one))]);
      assert.deepEqual(answers, [[{ one: 1n }], [{ one: 1n }]]);
    }
  });

  test('lost, it fails what it was asked as an outage, and the next question starts another', async () => {
    await engine.read('reports', one);
    const newest = [...alive].at(-1);
    const asked = engine.read('reports', sql`select count(*) as count from ${manyRows}`.compile(compilerFor('sqlite')));
    const failure = assert.rejects(asked, { name: 'StorageError', fault: 'outage' });
    await newest?.terminate();
    await failure;
    assert.deepEqual(await engine.read('reports', one), [{ one: 1n }]);
    assert.equal(alive.size, 3);
  });

  test('lost on its way to rest, it holds up neither the next question nor the closing', async () => {
    await engine.read('reports', one);
    const newest = [...alive].at(-1);
    clock.advance(minuteMs);
    await newest?.terminate();
    assert.deepEqual(await engine.read('reports', one), [{ one: 1n }]);
  });

  test('closing waits for one that goes to rest', async () => {
    await engine.read('reports', one);
    clock.advance(minuteMs);
    await engine.close();
    assert.equal(alive.size, 0);
  });
});
