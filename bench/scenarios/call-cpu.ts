import { cpuOf, type Bench, type Pair, type PairOptions, type Rounds } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { manyTenants, oneHotKey } from '../gateway.ts';
import type { LoadPlan } from '../load-plan.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';
import { promptUpstream } from '../upstream-script.ts';

const turnsPerRound = 4;
const warmUpCalls = 30_000;

interface CallLoad {
  readonly calls: number;
  readonly connections: number;
}

function plan(target: Target, load: CallLoad): LoadPlan {
  return {
    url: `${target.base}/chat/completions`,
    method: 'POST',
    credentials: target.credentials,
    streamed: false,
    imageBytes: 0,
    ...load,
    maxSeconds: 60,
  };
}

async function microsPerCall(target: Target, load: CallLoad): Promise<number> {
  const { result, seconds } = await cpuOf(target, () => runLoad(plan(target, load)));
  return (seconds / result.calls) * 1e6;
}

/** Many short turns meet the same mood of the machine more often than a few long ones do. */
async function measure(bench: Bench, pair: Pair, load: CallLoad): Promise<Rounds<number>> {
  // The compiler of the runtime needs some thousand calls to settle.
  for (const target of [pair.reference, pair.candidate])
    await runLoad(plan(target, { ...load, calls: bench.scaled(warmUpCalls) }));
  return bench.takeTurns(pair, turnsPerRound, async (target) => {
    const micros = await microsPerCall(target, load);
    bench.say(`  ${target.name}: ${micros.toFixed(1)} µs of CPU per call`);
    return micros;
  });
}

async function callCpu(
  bench: Bench,
  options: PairOptions,
  texts: { scenario: string; what: string; limit: number },
  load: CallLoad,
) {
  if (!bench.canSeeProcesses) return [];
  const rounds = await bench.withPairs(options, bench.options.rounds, async (pair) => {
    const round = await measure(bench, pair, load);
    await bench.profileOnce(texts.scenario, pair.candidate, () => runLoad(plan(pair.candidate, { ...load, calls: warmUpCalls })));
    return round;
  });
  return [toFigure({ ...texts, unit: 'µs', comparison: 'ratio', ...rounds })];
}

/** CPU per chat call with everything on: one key, empty database, as fast as 64 connections go. */
export async function hotKeyCpu(bench: Bench): Promise<Figure[]> {
  await bench.script(promptUpstream);
  const texts = { scenario: 'cpu', what: 'CPU per chat call, one hot key, database empty at first', limit: 2 };
  return callCpu(bench, { population: oneHotKey }, texts, { calls: 6000, connections: 64 });
}

/** The same with many tenants, a filled log, and an upstream slow enough that the marks of open calls are written. */
export async function manyTenantsCpu(bench: Bench): Promise<Figure[]> {
  await bench.script({ ...promptUpstream, latencyMs: 60 });
  const { logRows } = bench.options;
  const what = `CPU per chat call, 200 keys × 40 accounts × 30 models, upstream latency 60 ms, log of ${String(logRows)} rows`;
  const load = { calls: 6000, connections: 256 };
  return callCpu(bench, { population: manyTenants, logRows }, { scenario: 'many', what, limit: 3 }, load);
}
