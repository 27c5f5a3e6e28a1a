import type { Bench, Pair, Rounds } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey } from '../gateway.ts';
import { chatAddress, type ChatProtocol, type LoadPlan, type LoadReport } from '../load-plan.ts';
import { processFiguresAvailable, residentMiB } from '../process-figures.ts';
import { startLoad } from '../run-load.ts';
import { median } from '../statistics.ts';
import type { Target } from '../target.ts';
import type { UpstreamScript } from '../upstream-script.ts';

const chunkGapMs = 100;
const sampleMs = 250;
/** Streams are opened over some seconds: the rush of opening them is not measured. */
const openedPerSecond = 500;
/** The runtime's own heap swings by this much; streams kept in memory would add three times as much. */
const growthLimitMiB = 20;

interface StreamsResult {
  readonly report: LoadReport;
  readonly peakMiB: number;
  /** Median of the last quarter of the time minus that of the second quarter. */
  readonly growthMiB: number;
}

function plan(target: Target, streams: number, protocol: ChatProtocol): LoadPlan {
  return {
    url: target.base + chatAddress(protocol),
    protocol,
    method: 'POST',
    credentials: target.credentials,
    streamed: true,
    imageBytes: 0,
    connections: streams,
    ratePerSecond: openedPerSecond,
    calls: streams,
    maxSeconds: 300,
  };
}

export function streamsScript(bench: Bench): UpstreamScript {
  return { latencyMs: 0, chunks: Math.max(80, bench.scaled(250)), chunkGapMs };
}

/** Samples a figure until `report` is there. */
async function sampled<T>(report: Promise<T>, sample: () => number): Promise<{ result: T; samples: number[] }> {
  const samples: number[] = [];
  const sampler = setInterval(() => samples.push(sample()), sampleMs);
  try {
    return { result: await report, samples };
  } finally {
    clearInterval(sampler);
  }
}

function growth(samples: number[]): number {
  const quarter = Math.floor(samples.length / 4);
  return median(samples.slice(3 * quarter)) - median(samples.slice(quarter, 2 * quarter));
}

export async function measureStreams(target: Target, streams: number, protocol: ChatProtocol = 'chat'): Promise<StreamsResult> {
  const { pid } = target;
  const seen = processFiguresAvailable && pid !== undefined;
  const { result, samples } = await sampled(startLoad(plan(target, streams, protocol)).report, () =>
    seen ? residentMiB(pid) : 0,
  );
  return { report: result, peakMiB: Math.max(...samples), growthMiB: growth(samples) };
}

function figures(rounds: Rounds<StreamsResult>, memorySeen: boolean, streams: number): Figure[] {
  const scenario = 'streams';
  const both = (pick: (result: StreamsResult) => number) => ({
    reference: rounds.reference.map(pick),
    candidate: rounds.candidate.map(pick),
  });
  const gap = {
    scenario,
    what: `${String(streams)} streams at ${String(1000 / chunkGapMs)} chunks/s: stretch of a gap between chunks, p99`,
    unit: 'ms',
    comparison: 'difference',
    limit: 20,
    ...both(({ report }) => report.stretch.p99),
  } as const;
  const transit = {
    scenario,
    what: 'the same: time of a chunk from upstream to client, p99',
    unit: 'ms',
    comparison: 'difference',
    ...both(({ report }) => report.transit.p99),
  } as const;
  const memory = [
    { what: 'the same: highest RSS', limit: 300, ...both(({ peakMiB }) => peakMiB) },
    { what: 'the same: growth of RSS over the second half of the streams', limit: growthLimitMiB, ...both((r) => r.growthMiB) },
  ].map((figure) => toFigure({ ...figure, scenario, unit: 'MiB', comparison: 'absolute' }));
  return [toFigure(gap), toFigure(transit), ...(memorySeen ? memory : [])];
}

/** 1,000 streams at once: smoothness, memory, and whether memory follows the length of a stream. */
export async function manyStreams(bench: Bench): Promise<Figure[]> {
  const streams = 1000;
  await bench.script(streamsScript(bench));
  return bench.withPair({ population: oneHotKey }, async (pair: Pair) => {
    const rounds = await bench.takeTurns(pair, bench.rounds(2), async (target) => {
      const result = await measureStreams(target, streams);
      const { stretch, transit } = result.report;
      const memory = `RSS ${result.peakMiB.toFixed(0)} MiB, grew by ${result.growthMiB.toFixed(1)} MiB`;
      bench.say(
        `  ${target.name}: stretch p99 ${stretch.p99.toFixed(2)} ms, transit p99 ${transit.p99.toFixed(2)} ms, ${memory}`,
      );
      return result;
    });
    return figures(rounds, bench.canSeeProcesses, streams);
  });
}
