import type { Bench, Rounds } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey } from '../gateway.ts';
import type { LoadPlan } from '../load-plan.ts';
import type { Blocks } from '../probe.ts';
import { runLoad, startLoad } from '../run-load.ts';
import type { Target } from '../target.ts';
import { promptUpstream } from '../upstream-script.ts';

const imageBytes = 10_000_000;

interface BodyResult {
  /** Seen from inside; null without a probe. */
  readonly blocks: Blocks | null;
  /** Slowest tiny call next to the large bodies. */
  readonly slowestMs: number;
  readonly postMs: number;
}

function posts(target: Target, calls: number): LoadPlan {
  const { base, credentials } = target;
  return {
    url: `${base}/chat/completions`,
    method: 'POST',
    credentials,
    streamed: false,
    imageBytes,
    connections: 2,
    calls,
    maxSeconds: 120,
  };
}

/** Tiny calls at a steady rate, which wait as long as the event loop is blocked. */
function tinyCalls(target: Target): LoadPlan {
  return {
    url: target.health,
    method: 'GET',
    credentials: target.credentials,
    streamed: false,
    imageBytes: 0,
    connections: 8,
    ratePerSecond: 200,
    calls: 1_000_000,
    maxSeconds: 120,
  };
}

async function measure(target: Target, calls: number): Promise<BodyResult> {
  const beside = startLoad(tinyCalls(target));
  await target.probe?.({ probe: 'watch-blocks' });
  const posted = await runLoad(posts(target, calls)).finally(() => {
    beside.stop();
  });
  const blocks = (await target.probe?.({ probe: 'read-blocks' })) ?? null;
  const tiny = await beside.report;
  return { blocks, slowestMs: tiny.latency.max, postMs: posted.latency.p50 };
}

function figures(rounds: Rounds<BodyResult>, probed: boolean): Figure[] {
  const scenario = 'body';
  const both = (pick: (result: BodyResult) => number) => ({
    reference: rounds.reference.map(pick),
    candidate: rounds.candidate.map(pick),
  });
  const what = '10 MB vision request: slowest health check at the same time';
  const outside = toFigure({ scenario, what, unit: 'ms', comparison: 'absolute', ...both(({ slowestMs }) => slowestMs) });
  const time = 'the same: time of one such request, p50';
  const duration = toFigure({ scenario, what: time, unit: 'ms', comparison: 'ratio', ...both(({ postMs }) => postMs) });
  if (!probed) return [outside, duration];
  const work = '10 MB vision request: longest block of the event loop, own work only';
  const wall = 'the same by the clock (includes the time of other processes)';
  return [
    toFigure({
      scenario,
      what: work,
      unit: 'ms',
      comparison: 'absolute',
      limit: 20,
      ...both((r) => r.blocks?.cpuMs ?? Number.NaN),
    }),
    toFigure({ scenario, what: wall, unit: 'ms', comparison: 'absolute', ...both((r) => r.blocks?.wallMs ?? Number.NaN) }),
    outside,
    duration,
  ];
}

/** The effect of one caller's large body on all others. */
export async function largeBody(bench: Bench): Promise<Figure[]> {
  await bench.script(promptUpstream);
  return bench.withPair({ population: oneHotKey }, async (pair) => {
    const calls = Math.max(6, bench.scaled(20));
    for (const target of [pair.reference, pair.candidate]) await measure(target, 6);
    const rounds = await bench.takeTurns(pair, bench.rounds(), async (target) => {
      const result = await measure(target, calls);
      const { blocks, slowestMs } = result;
      const inside = blocks === null ? '' : `blocked ${blocks.cpuMs.toFixed(1)} ms (${blocks.wallMs.toFixed(1)} by the clock), `;
      bench.say(`  ${target.name}: ${inside}slowest tiny call ${slowestMs.toFixed(1)} ms`);
      return result;
    });
    await bench.profileOnce('body', pair.candidate, () => runLoad(posts(pair.candidate, calls)));
    return figures(rounds, pair.candidate.probe !== undefined);
  });
}
