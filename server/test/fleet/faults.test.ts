/**
 * Goal: whatever fails in a fleet, nothing undelivered is charged, nothing is charged twice, nothing stays reserved, and the books balance.
 * Method: two nodes as processes under about 200 calls per second of every kind, real servers, real faults.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isFullProof } from '../proofs/counts.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { LoadedFleet } from './loaded-fleet.ts';
import { cutForAMoment, underLoad } from './under-load.ts';

const afterwards = isFullProof ? 600 : 60;
const awayMs = isFullProof ? 5000 : 1500;
/** Long enough for a busy machine, short enough for a test. */
const deadAfterMs = isFullProof ? 20_000 : 3000;
const silentMs = isFullProof ? 60_000 : 2 * deadAfterMs;

function serverFaults(): void {
  let fleet: LoadedFleet;
  before(async () => {
    fleet = await LoadedFleet.start();
  });
  after(() => fleet.end());

  test('PostgreSQL crashes and recovers: no call fails, and every delivered one is charged once', async (context) => {
    const { deliveredUncharged, failed, toldWhy } = await underLoad(context, 'F26', fleet, async () => {
      await fleet.servers.postgres.restart('immediate');
      await fleet.more(afterwards);
    });
    assert.deepEqual({ deliveredUncharged, failed }, { deliveredUncharged: 0, failed: 0 }, toldWhy);
  });

  test(`PostgreSQL is away for ${String(awayMs)} ms: no call fails, and every one is charged once`, async (context) => {
    const { deliveredUncharged, failed, toldWhy } = await underLoad(context, 'F26', fleet, async () => {
      await fleet.servers.postgres.end('immediate');
      await pause(awayMs);
      await fleet.servers.postgres.begin();
      await fleet.more(afterwards);
    });
    assert.deepEqual({ deliveredUncharged, failed }, { deliveredUncharged: 0, failed: 0 }, toldWhy);
  });

  test('Redis crashes and comes back empty: every delivered call is charged once', async (context) => {
    const { deliveredUncharged } = await underLoad(context, 'F29', fleet, async () => {
      await fleet.servers.redis.kill();
      await fleet.more(afterwards);
      await fleet.servers.redis.begin();
      await fleet.more(afterwards);
    });
    assert.equal(deliveredUncharged, 0);
  });

  test('PostgreSQL and Redis crash together and come back, Redis empty: every delivered call is charged once', async (context) => {
    const { deliveredUncharged } = await underLoad(context, 'F29', fleet, async () => {
      const { postgres: database, redis: coordination } = fleet.servers;
      await Promise.all([database.end('immediate'), coordination.kill()]);
      await pause(awayMs);
      await Promise.all([database.begin(), coordination.begin()]);
      await fleet.more(afterwards);
    });
    assert.equal(deliveredUncharged, 0);
  });

  test('Redis hangs for a while: every delivered call is charged once', async (context) => {
    const { deliveredUncharged } = await underLoad(context, 'F29', fleet, async () => {
      fleet.servers.redis.signal('SIGSTOP');
      await pause(awayMs);
      fleet.servers.redis.signal('SIGCONT');
      await fleet.more(afterwards);
    });
    assert.equal(deliveredUncharged, 0);
  });

  test('somebody empties Redis (FLUSHALL): every delivered call is charged once', async (context) => {
    const { deliveredUncharged } = await underLoad(context, 'F29', fleet, async () => {
      await fleet.servers.redis.command('FLUSHALL');
      await fleet.more(afterwards);
    });
    assert.equal(deliveredUncharged, 0);
  });
}

function nodeFaults(): void {
  let fleet: LoadedFleet;
  before(async () => {
    fleet = await LoadedFleet.start(deadAfterMs);
  });
  after(() => fleet.end());

  test('a node is cut off from the servers for a moment: it goes on, and every delivered call is charged once', async (context) => {
    const { deliveredUncharged } = await underLoad(context, 'F30', fleet, () => cutForAMoment(fleet, deadAfterMs, afterwards));
    assert.equal(deliveredUncharged, 0);
  });

  test('a node is killed: the other one makes its open calls void, and only what was not stored yet is uncharged', async (context) => {
    await underLoad(context, 'F1', fleet, async () => {
      await fleet.nodes[0].kill();
      await fleet.more(afterwards, [1]);
    });
  });

  test('a node stands still until it is declared dead: then it ends, and charges nothing that the others made void', async (context) => {
    const { deliveredUncharged, toldUncollected } = await underLoad(context, 'F31', fleet, async () => {
      fleet.nodes[0].signal('SIGSTOP');
      await pause(silentMs);
      fleet.nodes[0].signal('SIGCONT');
      const { code, err } = await fleet.nodes[0].ended();
      assert.equal(code, 1);
      assert.match(err, /declared it dead; start it again/);
      await fleet.more(afterwards, [1]);
    });
    assert.equal(toldUncollected, deliveredUncharged);
  });

  test('a node is cut off from the servers until it is declared dead: then it ends, and charges nothing that is void', async (context) => {
    const { deliveredUncharged, toldUncollected } = await underLoad(context, 'F30', fleet, async () => {
      fleet.cut(true);
      await pause(silentMs);
      fleet.cut(false);
      assert.equal((await fleet.nodes[0].ended()).code, 1);
      await fleet.more(afterwards, [1]);
    });
    assert.equal(toldUncollected, deliveredUncharged);
  });
}

withServer(postgres, 'a fleet under load', () => {
  withServer(redis, 'whatever breaks', () => {
    describe('at the servers', serverFaults);
    describe('at a node', nodeFaults);
  });
});
