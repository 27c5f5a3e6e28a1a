import { cpuOf, type Bench } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey, startGateway, type GatewayHome } from '../gateway.ts';
import { chatAddress, type ChatProtocol, type LoadPlan } from '../load-plan.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';
import { promptUpstream } from '../upstream-script.ts';
import { measureStreams, streamsScript } from './many-streams.ts';
import { chunkCpu } from './stream-cpu.ts';

/** Protocols of clients that are translated for an upstream of chat completions. */
const translated = ['messages', 'responses'] as const;
const names: Readonly<Record<ChatProtocol, string>> = { chat: 'chat', messages: 'Messages', responses: 'Responses' };
/** Every client at every upstream of another protocol. */
const pairs: readonly (readonly [client: ChatProtocol, upstream: ChatProtocol])[] = [
  ['messages', 'chat'],
  ['responses', 'chat'],
  ['chat', 'messages'],
  ['responses', 'messages'],
  ['chat', 'responses'],
  ['messages', 'responses'],
];
const streams = 1_000;
const memoryLimitMiB = 40;
const scenario = 'translated';

type ByProtocol = Readonly<Record<ChatProtocol, number>>;
type Measure = (target: Target, protocol: ChatProtocol) => Promise<number>;

async function atGateway<T>(home: GatewayHome, action: (target: Target) => Promise<T>): Promise<T> {
  const target = await startGateway(home);
  try {
    return await action(target);
  } finally {
    await target.end();
  }
}

/** At one process: two of them may differ by a fifth in what a call costs. */
function inTurns(home: GatewayHome, measure: Measure): Promise<ByProtocol> {
  return atGateway(home, async (target) => ({
    chat: await measure(target, 'chat'),
    messages: await measure(target, 'messages'),
    responses: await measure(target, 'responses'),
  }));
}

/** At a process each, because a process keeps its highest memory. */
async function apart(home: GatewayHome, measure: Measure): Promise<ByProtocol> {
  const at = (protocol: ChatProtocol): Promise<number> => atGateway(home, (target) => measure(target, protocol));
  return { chat: await at('chat'), messages: await at('messages'), responses: await at('responses') };
}

function bodyPlan(target: Target, protocol: ChatProtocol, calls: number): LoadPlan {
  const { base, credentials } = target;
  return {
    url: base + chatAddress(protocol),
    method: 'POST',
    credentials,
    streamed: false,
    imageBytes: 0,
    protocol,
    isOfAgent: true,
    connections: 8,
    calls,
    maxSeconds: 120,
  };
}

async function bodyCpu(bench: Bench, target: Target, protocol: ChatProtocol): Promise<number> {
  const calls = bench.scaled(2_000);
  await runLoad(bodyPlan(target, protocol, calls));
  const { seconds } = await cpuOf(target, () => runLoad(bodyPlan(target, protocol, calls)));
  const micros = (seconds / calls) * 1e6;
  bench.say(`  ${names[protocol]}: ${micros.toFixed(0)} µs of CPU per request of an agent`);
  return micros;
}

async function peakMemory(bench: Bench, target: Target, protocol: ChatProtocol): Promise<number> {
  const { peakMiB } = await measureStreams(target, streams, protocol);
  bench.say(`  ${names[protocol]}: RSS ${peakMiB.toFixed(0)} MiB with ${String(streams)} streams`);
  return peakMiB;
}

const ofChat = 'reference: the same gateway with clients of chat completions';

function figuresOf(
  rounds: readonly ByProtocol[],
  figure: Pick<Figure, 'unit' | 'comparison' | 'limit'> & { readonly what: string },
): Figure[] {
  return translated.map((protocol) =>
    toFigure({
      ...figure,
      what: `${names[protocol]} at chat: ${figure.what}`,
      scenario,
      reference: rounds.map(({ chat }) => chat),
      candidate: rounds.map((round) => round[protocol]),
      note: ofChat,
    }),
  );
}

/** CPU per chunk of translated streams. At an upstream of chat completions, also CPU per request of an agent, and memory of 1,000 streams. */
export async function translatedCalls(bench: Bench): Promise<Figure[]> {
  if (!bench.canSeeProcesses) return [];
  const chunks: Figure[] = [];
  for (const [client, upstream] of pairs)
    chunks.push(
      toFigure({
        scenario,
        what: `${names[client]} at ${names[upstream]}: CPU per stream chunk`,
        unit: 'µs',
        comparison: 'ratio',
        limit: 1.6,
        ...(await chunkCpu(bench, client, upstream)),
      }),
    );
  if (bench.options.foreign !== undefined || bench.options.selfCheck) return chunks;
  return bench.withHome({ population: oneHotKey }, async (home) => {
    const bodies: ByProtocol[] = [];
    const memory: ByProtocol[] = [];
    await bench.script(promptUpstream);
    for (let round = 0; round < bench.rounds(); round += 1)
      bodies.push(await inTurns(home, (target, protocol) => bodyCpu(bench, target, protocol)));
    await bench.script(streamsScript(bench));
    for (let round = 0; round < bench.rounds(2); round += 1)
      memory.push(await apart(home, (target, protocol) => peakMemory(bench, target, protocol)));
    return [
      ...chunks,
      ...figuresOf(bodies, { what: 'CPU per request of an agent, 80 kB', unit: 'µs', comparison: 'ratio', limit: 1.3 }),
      ...figuresOf(memory, {
        what: `highest RSS with ${String(streams)} streams`,
        unit: 'MiB',
        comparison: 'difference',
        limit: memoryLimitMiB,
      }),
    ];
  });
}
