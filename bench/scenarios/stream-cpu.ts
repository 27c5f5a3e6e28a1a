import { cpuOf, type Bench, type Pair, type Rounds } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey } from '../gateway.ts';
import type { LoadPlan } from '../load-plan.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';

const streams = 100;
const chunkGapMs = 10;
const turnsPerRound = 3;

function plan(target: Target): LoadPlan {
  return {
    url: `${target.base}/chat/completions`,
    method: 'POST',
    credentials: target.credentials,
    streamed: true,
    imageBytes: 0,
    connections: streams,
    calls: streams,
    maxSeconds: 120,
  };
}

async function measure(bench: Bench, pair: Pair): Promise<Rounds<number>> {
  for (const target of [pair.reference, pair.candidate]) await runLoad(plan(target));
  return bench.takeTurns(pair, turnsPerRound, async (target) => {
    const { result, seconds } = await cpuOf(target, () => runLoad(plan(target)));
    const micros = (seconds / result.chunks) * 1e6;
    const perRead = (result.chunks / result.reads).toFixed(2);
    bench.say(`  ${target.name}: ${micros.toFixed(1)} µs of CPU per chunk (${perRead} chunks per read)`);
    return micros;
  });
}

/** CPU per relayed chunk: steady streams, each chunk written alone, so that none can be relayed in one go with the next. */
export async function streamCpu(bench: Bench): Promise<Figure[]> {
  if (!bench.canSeeProcesses) return [];
  await bench.script({ latencyMs: 0, chunks: bench.scaled(250), chunkGapMs });
  const rounds = await bench.withPairs({ population: oneHotKey }, bench.options.rounds, async (pair) => {
    const round = await measure(bench, pair);
    await bench.profileOnce('stream', pair.candidate, () => runLoad(plan(pair.candidate)));
    return round;
  });
  const what = `CPU per relayed stream chunk, ${String(streams)} streams × ${String(1000 / chunkGapMs)} chunks/s`;
  return [toFigure({ scenario: 'stream', what, unit: 'µs', comparison: 'ratio', ...rounds, limit: 1.3 })];
}
