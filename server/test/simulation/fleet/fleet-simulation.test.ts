// Method: runs two to four nodes in one thread on a virtual clock. Membership, recovery and coordination are real, on a real Redis whose
// commands arrive in virtual time, and on a simulated database. Single keys are lost or corrupted, epochs become invalid, and Redis is
// emptied, rolled back or unavailable. Nodes reach one of both servers or none, have wrong clocks and time zones, are killed alone and
// together with Redis, leave and return. A witness knows what all of them together have spent. TOLLGATE_SIM_SEED=… replays one world,
// TOLLGATE_SIM_TRACE=<file> records it, TOLLGATE_TEST_FLEETWORLDS=… sets the number.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { count } from '../../proofs/counts.ts';
import { reportFigures } from '../../proofs/figures.ts';
import { testSeed } from '../../proofs/seed.ts';
import { withServer } from '../../servers/needed-server.ts';
import { redis, RedisServer } from '../../servers/redis-server.ts';
import { FleetWorld, type FleetWorldResult } from './fleet-world.ts';

const callsPerWorld = 250;
const { TOLLGATE_SIM_SEED: replayed, TOLLGATE_SIM_TRACE: traceFile = null } = process.env;

const words: Readonly<Record<string, string>> = {
  asked: 'calls',
  admitted: 'admitted',
  exact: 'admitted while every node could know what the others have',
  beyond: 'admitted beyond an ordinary limit in a fleet in pieces',
  changes: 'changes of caps and credits',
  tasks: 'tasks begun',
  carriedOn: 'tasks that another node carried on',
  starts: 'starts of nodes',
  refusedStarts: 'starts refused',
  declaredDead: 'nodes declared dead',
};
/** Counted individually under their own names. */
const leftOut = ['beyondPercentMax', 'lateChanges', 'kills', 'leaves'];

function inWords(sums: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const named = Object.entries(sums).filter(([name]) => !leftOut.includes(name));
  return Object.fromEntries(named.map(([name, value]) => [words[name] ?? `trouble: ${name}`, value]));
}

withServer(redis, 'simulated fleets', () => {
  let server: RedisServer;
  before(async () => {
    server = await RedisServer.start();
  });
  after(() => server.stop());

  function live(seed: number): Promise<FleetWorldResult> {
    return new FleetWorld({ seed, redisUrl: server.url, calls: callsPerWorld, traceFile }).run();
  }

  const seeds =
    replayed === undefined ? Array.from({ length: count('fleetWorlds') }, (_, index) => testSeed + index) : [Number(replayed)];

  test('in no simulated fleet is a strict cap passed, another limit beyond its bound, a wrong day booked, or money lost', async (context) => {
    const sums: Record<string, number> = {};
    let beyondPercentMax = 0;
    for (const seed of seeds) {
      const { violations, figures } = await live(seed);
      const replay = `replay it: TOLLGATE_SIM_SEED=${String(seed)} node server/test/simulation/fleet/fleet-simulation.test.ts`;
      assert.deepEqual(violations, [], replay);
      for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
      beyondPercentMax = Math.max(beyondPercentMax, figures.beyondPercentMax ?? 0);
    }
    reportFigures(context, 'L6', {
      'simulated fleets': seeds.length,
      ...inWords(sums),
      'most beyond an ordinary limit in a fleet in pieces, percent': beyondPercentMax,
      violations: 0,
    });
  });

  test('the same seed makes the same fleet, to the byte', async () => {
    for (const seed of seeds.slice(0, count('replays'))) {
      const [first, second] = [await live(seed), await live(seed)];
      assert.equal(first.digest, second.digest, `seed ${String(seed)}`);
    }
  });
});
