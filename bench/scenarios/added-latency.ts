import type { Bench, Rounds } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey } from '../gateway.ts';
import type { LoadPlan, LoadReport } from '../load-plan.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';
import { promptUpstream } from '../upstream-script.ts';

function plan(target: Target, calls: number, ratePerSecond?: number): LoadPlan {
  return {
    url: `${target.base}/chat/completions`,
    method: 'POST',
    credentials: target.credentials,
    streamed: false,
    imageBytes: 0,
    connections: 64,
    calls,
    maxSeconds: 60,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
  };
}

/** Calls per second of a target when 64 connections call as fast as they can. */
async function throughput(target: Target, calls: number): Promise<number> {
  await runLoad(plan(target, calls));
  const report = await runLoad(plan(target, calls));
  return report.calls / report.seconds;
}

function figure(rounds: Rounds<LoadReport>, percentile: 'p50' | 'p99', limit: number, rate: number): Figure {
  const pick = (reports: LoadReport[]): number[] => reports.map((report) => report.latency[percentile]);
  return toFigure({
    scenario: 'latency',
    what: `added latency at half load (${String(rate)} calls/s), ${percentile}`,
    unit: 'ms',
    comparison: 'difference',
    reference: pick(rounds.reference),
    candidate: pick(rounds.candidate),
    limit,
  });
}

/** Both sides at the same rate: half of what the candidate can do on this machine. */
export async function addedLatency(bench: Bench): Promise<Figure[]> {
  await bench.script(promptUpstream);
  return bench.withPair({ population: oneHotKey }, async (pair) => {
    const warm = bench.scaled(20_000);
    await throughput(pair.reference, warm);
    const rate = Math.max(1, Math.floor((await throughput(pair.candidate, warm)) / 2));
    const seconds = Math.max(2, 8 * bench.options.scale);
    const rounds = await bench.takeTurns(pair, bench.rounds(), async (target) => {
      const report = await runLoad(plan(target, Math.floor(rate * seconds), rate));
      const { p50, p99 } = report.latency;
      bench.say(`  ${target.name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms at ${String(rate)} calls/s`);
      return report;
    });
    return [figure(rounds, 'p50', 0.3, rate), figure(rounds, 'p99', 3, rate)];
  });
}
