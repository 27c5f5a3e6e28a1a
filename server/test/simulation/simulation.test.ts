// Method: runs the whole gateway in one thread on a virtual clock. Its clients, upstreams, database, disk and operator are simulated from a
// seed: calls of several keys in every chat protocol, at upstreams of the same protocol and of others, broken connections, false usage
// reports, changed caps, keys, credits and prices, storage faults, a drifting wall clock, crashes. Witnesses on every side record what
// really happened and compare it with the gateway's decisions and books.
// TOLLGATE_SIM_SEED=… replays one world exactly, TOLLGATE_SIM_TRACE=<file> records it, TOLLGATE_TEST_SIMULATIONS=… sets the number of
// worlds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { testSeed } from '../proofs/seed.ts';
import { World, type SimulationResult } from './world.ts';

const callsPerWorld = 300;
const { TOLLGATE_SIM_SEED: replayed, TOLLGATE_SIM_TRACE: traceFile = null } = process.env;
const seeds =
  replayed === undefined ? Array.from({ length: count('simulations') }, (_, index) => testSeed + index) : [Number(replayed)];

function live(seed: number): Promise<SimulationResult> {
  return new World({ seed, calls: callsPerWorld, traceFile }).run();
}

test('in no simulated world is money lost, invented or misplaced, a limit overrun, a call unlogged, or an unfinished answer charged', async (context) => {
  const sums: Record<string, number> = {};
  const cpu = process.cpuUsage();
  for (const seed of seeds) {
    const { violations, figures } = await live(seed);
    assert.deepEqual(
      violations,
      [],
      `replay it: TOLLGATE_SIM_SEED=${String(seed)} node server/test/simulation/simulation.test.ts`,
    );
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
  }
  assert.ok((sums.translated ?? 0) > seeds.length, 'calls between protocols are charged in every world');
  const { user, system } = process.cpuUsage(cpu);
  const sum = (name: string): number => Math.round(sums[name] ?? 0);
  reportFigures(context, 'L4', {
    'simulated worlds': seeds.length,
    'simulated calls': sum('calls'),
    'admitted by the limits': sum('admitted'),
    'answered and charged': sum('charged'),
    'of these, between protocols': sum('translated'),
    crashes: sum('crashes'),
    'storage faults': sum('storageFaults'),
    'jumps of the wall clock': sum('jumps'),
    'changes of keys, caps, credits and prices': sum('changes'),
    'simulated hours': sum('virtualHours'),
    'calls younger than a commit that a crash lost, uncharged': sum('lost'),
    'calls delivered and not charged because of a crash': sum('deliveredUncharged'),
    'simulated calls per hour of one processor': Math.round((sum('calls') * 3.6e9) / (user + system)),
    violations: 0,
  });
});

test('the same seed makes the same world, to the byte', async (context) => {
  const repeated = seeds.slice(0, count('replays'));
  const differing: number[] = [];
  let lines = 0;
  for (const seed of repeated) {
    const [first, second] = [await live(seed), await live(seed)];
    lines += first.traceLines;
    if (first.digest !== second.digest) differing.push(seed);
  }
  reportFigures(context, 'L4', {
    'worlds lived twice': repeated.length,
    'lines of their traces': lines,
    'traces that differ': differing.length,
  });
  assert.deepEqual(differing, []);
});
