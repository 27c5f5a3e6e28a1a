import { postgresMigrations } from '../../src/service/database/migrations.ts';
/**
 * Goal: queued work outlives the node that started it, and restarts only once that node can write nothing more. Method: two engines on one
 * database act as two nodes, and the database lists the live ones.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { runQueues } from '../../src/jobs/run-queues.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { QueueItems } from '../../src/platform/queue-items.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { createNodesStore } from '../../src/storage/stores/nodes-store.ts';
import { createQueueItemsStore } from '../../src/storage/stores/queue-items-store.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { HeardAlarms } from '../heard-alarms.ts';

withServer(postgres, 'queues of a fleet', () => {
  let server: PostgresServer;
  let nodes: readonly [Engine, Engine];
  before(async () => {
    server = await PostgresServer.start();
    const url = await server.newDatabase();
    const open = (): Promise<Engine> => openPostgres({ url, clock: systemClock, logger: silentLogger, soleNode: false });
    nodes = [await open(), await open()];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await server.remove();
  });

  async function joined(at: 0 | 1, incarnation: string): Promise<QueueItems> {
    await createNodesStore(nodes[at], postgresMigrations).register({ incarnation, name: `node of ${incarnation}` });
    const ids = createIds(systemClock);
    return createQueueItemsStore(nodes[at], { ids, clock: systemClock, incarnation, isFleet: true });
  }

  test('a node that is silent keeps its work until it is declared dead; then it can neither end it nor begin more', async () => {
    const [silent, other] = [await joined(0, 'inc_silent'), await joined(1, 'inc_other')];
    await silent.put({ queue: 'mail', payload: 1 });
    await silent.claim([{ queue: 'mail', count: 1 }]);
    const [held] = await silent.held(['mail']);
    assert.ok(held !== undefined);
    assert.deepEqual(await other.orphaned(['mail']), []);
    assert.equal(await createNodesStore(nodes[1], postgresMigrations).declareDead('inc_silent', 0), true);
    await silent.put({ queue: 'mail', payload: 2 });
    assert.equal(await silent.claim([{ queue: 'mail', count: 1 }]), 0, 'the dead begin nothing');
    assert.deepEqual(await other.orphaned(['mail']), [held]);
    assert.equal(await other.retry(held, { afterMs: 0, reason: 'taken over' }), true);
    assert.equal(await silent.done(held, '"late"'), false);
    assert.equal(await other.claim([{ queue: 'mail', count: 2 }]), 2);
  });

  test('work that a node had started when it died is done once by another', async () => {
    const done: string[] = [];
    const start = async (at: 0 | 1, incarnation: string, run: () => Promise<string>) => {
      const clock = new VirtualClock();
      const items = await joined(at, incarnation);
      const job = {
        queue: 'export',
        concurrency: 2,
        attemptsMax: 3,
        timeLimitMs: 3_600_000,
        payload: { parse: (value: unknown) => value },
        backOff: { firstMs: 0, factor: 1, maxMs: 0 },
        run,
      };
      return {
        clock,
        items,
        running: runQueues([job], { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() }),
      };
    };
    const never = Promise.withResolvers<string>();
    const dying = await start(0, 'inc_dying', () => never.promise);
    for (let at = 0; at < 2; at += 1) await dying.items.put({ queue: 'export', payload: at });
    dying.clock.advance(1000);
    await waitFor(async () => (await dying.items.held(['export'])).length === 2, { everyMs: 5 });
    const living = await start(1, 'inc_living', () => {
      done.push('by the living');
      return Promise.resolve('file');
    });
    await createNodesStore(nodes[1], postgresMigrations).declareDead('inc_dying', 0);
    await waitFor(
      async () => {
        living.clock.advance(1000);
        return done.length === 2 && (await living.items.held(['export'])).length === 0;
      },
      { what: 'the living node does both', everyMs: 5 },
    );
    // The dead node wakes up, and its work ends after all.
    never.resolve('late file');
    await dying.running.stop();
    await living.running.stop();
    const query = sql`select state, attempts, result from queue_items where queue = 'export'`;
    const rows = await nodes[1].read('hot', query.compile(compilerFor('postgres')));
    assert.deepEqual(
      rows.map((row) => [row.state, Number(row.attempts), row.result]),
      [
        ['done', 2, '"file"'],
        ['done', 2, '"file"'],
      ],
    );
  });
});
