import { cpuOf, type Bench, type Pair, type Rounds } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey } from '../gateway.ts';
import { chatAddress, type ChatProtocol, type LoadPlan } from '../load-plan.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';

const streams = 100;
const chunkGapMs = 10;
const turnsPerRound = 3;

function plan(target: Target, protocol: ChatProtocol): LoadPlan {
  return {
    url: target.base + chatAddress(protocol),
    protocol,
    method: 'POST',
    credentials: target.credentials,
    streamed: true,
    imageBytes: 0,
    connections: streams,
    calls: streams,
    maxSeconds: 120,
  };
}

async function measure(bench: Bench, pair: Pair, protocol: ChatProtocol): Promise<Rounds<number>> {
  const sent = streams * chunksOf(bench);
  for (const target of [pair.reference, pair.candidate]) await runLoad(plan(target, protocol));
  return bench.takeTurns(pair, turnsPerRound, async (target) => {
    const { result, seconds } = await cpuOf(target, () => runLoad(plan(target, protocol)));
    const micros = (seconds / sent) * 1e6;
    const perRead = (sent / result.reads).toFixed(2);
    bench.say(`  ${target.name}: ${micros.toFixed(1)} µs of CPU per chunk (${perRead} chunks per read)`);
    return micros;
  });
}

function chunksOf(bench: Bench): number {
  return bench.scaled(250);
}

/**
 * CPU per relayed chunk: steady streams, each chunk written alone, so that none can be relayed in one go with the next.
 * @param client the protocol of the clients.
 * @param upstream the protocol of the upstream, to which the reference relays without a change.
 */
export async function chunkCpu(bench: Bench, client: ChatProtocol, upstream: ChatProtocol = 'chat'): Promise<Rounds<number>> {
  await bench.script({ latencyMs: 0, chunks: chunksOf(bench), chunkGapMs, protocol: upstream });
  const population = { ...oneHotKey, upstreamProtocol: upstream };
  return bench.withPairs({ population }, bench.options.rounds, async (pair) => {
    const round = await measure(bench, pair, client);
    await bench.profileOnce(`stream, ${client} at ${upstream}`, pair.candidate, () => runLoad(plan(pair.candidate, client)));
    return round;
  });
}

export async function streamCpu(bench: Bench): Promise<Figure[]> {
  if (!bench.canSeeProcesses) return [];
  const rounds = await chunkCpu(bench, 'chat');
  const what = `CPU per relayed stream chunk, ${String(streams)} streams × ${String(1000 / chunkGapMs)} chunks/s`;
  return [toFigure({ scenario: 'stream', what, unit: 'µs', comparison: 'ratio', ...rounds, limit: 1.3 })];
}
