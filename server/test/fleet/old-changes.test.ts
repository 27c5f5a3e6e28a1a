import { postgresMigrations } from '../../src/service/database/migrations.ts';
/**
 * Goal: change notifications between nodes do not accumulate, and no node misses a change because it was deleted. Method: the job's
 * deletion on a real database, whose rows the test makes old.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { followChanges } from '../../src/fleet/follow-changes.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { changed, createChangesStore, purgeChanges } from '../../src/storage/stores/changes-store.ts';
import { createNodesStore } from '../../src/storage/stores/nodes-store.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { inTempFolder } from '../storage/temp-folder.ts';
import { VirtualClock } from '../virtual-clock.ts';

const dayMs = 86_400_000;

withServer(postgres, 'changes that nodes told each other of', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(async () => {
    await server.remove();
  });

  /** The database of a fleet with live nodes of these names. */
  async function inFleet(
    names: readonly string[],
    body: (engine: Engine, query: (sql: string) => Promise<readonly Record<string, unknown>[]>) => Promise<void>,
  ): Promise<void> {
    const url = await server.newDatabase();
    const engine = await openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: false });
    try {
      for (const name of names) await createNodesStore(engine, postgresMigrations).register({ incarnation: name, name });
      await body(engine, (sql) => server.query(new URL(url).pathname.slice(1), sql));
    } finally {
      await engine.close();
    }
  }

  const change = (engine: Engine, accountId: string): Promise<unknown> => engine.write(changed(engine, 'account', accountId), []);
  const purge = (engine: Engine): Promise<number> => purgeChanges(engine, { keepMs: dayMs });
  const oneDayPasses = `update changes set at = at - ${String(dayMs)} - 1`;

  test('are deleted after a day, all but the last one: its number never falls', async () => {
    await inFleet(['a'], async (engine, query) => {
      const store = createChangesStore(engine);
      assert.equal(await purge(engine), 0, 'an empty database');
      // More than one transaction deletes.
      await query("insert into changes (kind, object_id, at) select 'account', 'old', 1 from generate_series(1, 1200)");
      await store.seen('a', 1200);
      assert.equal(await purge(engine), 1199);
      assert.deepEqual(await store.after(0), [{ seq: 1200, kind: 'account', objectId: 'old' }]);
      await change(engine, 'young');
      await change(engine, 'youngest');
      await store.seen('a', 1202);
      assert.equal(await purge(engine), 1, 'the one that was the last before');
      assert.equal(await purge(engine), 0, 'the others are young');
      await query(oneDayPasses);
      assert.equal(await purge(engine), 1);
      assert.equal(await purge(engine), 0);
      assert.equal(await store.latest(), 1202);
      await change(engine, 'next');
      assert.deepEqual(await store.after(1202), [{ seq: 1203, kind: 'account', objectId: 'next' }]);
    });
  });

  test('stay until every live node has taken them over, however old they are', async () => {
    await inFleet(['a', 'behind', 'gone'], async (engine, query) => {
      const store = createChangesStore(engine);
      const left = async (): Promise<readonly number[]> => (await store.after(0)).map(({ seq }) => seq);
      for (let made = 0; made < 6; made += 1) await change(engine, 'acc');
      await query(oneDayPasses);
      assert.equal(await purge(engine), 0, 'who has just started has not said from where on it follows');
      await store.seen('a', 6);
      await store.seen('behind', 4);
      await store.seen('gone', 2);
      await purge(engine);
      assert.deepEqual(await left(), [3, 4, 5, 6]);
      await createNodesStore(engine, postgresMigrations).declareDead('gone', 0);
      await purge(engine);
      assert.deepEqual(await left(), [5, 6], 'a dead node comes back only as a new start, which needs none of them');
      await store.seen('behind', 6);
      await purge(engine);
      assert.deepEqual(await left(), [6]);
    });
  });

  test('a node that hangs for days catches up with everything; one that was declared dead meanwhile starts at the last change', async () => {
    await inFleet(['a', 'b', 'c'], async (engine, query) => {
      const store = createChangesStore(engine);
      const nodes = createNodesStore(engine, postgresMigrations);
      /** The changes that a node receives. Its time stands still, so it polls on request. */
      const follow = async (incarnation: string) => {
        const heard: string[] = [];
        const hear = (what: string): Promise<void> => Promise.resolve(void heard.push(what));
        const followed = await followChanges({
          store,
          clock: new VirtualClock(),
          logger: silentLogger,
          incarnation,
          everyMs: 250,
          accountChanged: hear,
          planChanged: hear,
          catalogChanged: () => hear('catalogue'),
          newsChanged: () => hear('news'),
        });
        return { heard, catchUp: () => followed.catchUp() };
      };
      const [a, b, c] = [await follow('a'), await follow('b'), await follow('c')];
      for (const account of ['acc_1', 'acc_2', 'acc_3']) await change(engine, account);
      await Promise.all([a.catchUp(), c.catchUp()]);
      await query(oneDayPasses);
      await purge(engine);
      await b.catchUp();
      assert.deepEqual(b.heard, ['catalogue', 'news', 'acc_1', 'acc_2', 'acc_3'], 'it was hanging, but alive');

      await change(engine, 'acc_4');
      await change(engine, 'acc_5');
      await a.catchUp();
      await query(oneDayPasses);
      await nodes.declareDead('b', 0);
      await nodes.declareDead('c', 0);
      assert.equal(await purge(engine), 4);
      await nodes.register({ incarnation: 'b, started again', name: 'b' });
      const again = await follow('b, started again');
      await change(engine, 'acc_6');
      await again.catchUp();
      assert.deepEqual(again.heard, ['catalogue', 'news', 'acc_6'], 'all else it loads when it needs it');
    });
  });

  test('are none where one process has the database to itself', async () => {
    await inTempFolder(async (folder) => {
      const engine = await openSqlite({ folder, logger: silentLogger, clock: systemClock });
      try {
        assert.deepEqual(changed(engine, 'account', 'acc_one'), []);
        assert.equal(await purge(engine), 0);
      } finally {
        await engine.close();
      }
    });
  });
});
