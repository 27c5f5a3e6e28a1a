/** `npm run bench`: measures the gateway against the reference proxy; see docs/benchmark.md. */
import { mkdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Bench } from './bench.ts';
import { isMet, type Figure } from './figure.ts';
import { OptionError, parseOptions, scenarioNames, usage, type Options, type ScenarioName } from './options.ts';
import { figureTable, profileText, writeResults, type Run } from './report.ts';
import { addedLatency } from './scenarios/added-latency.ts';
import { hotKeyCpu, manyTenantsCpu } from './scenarios/call-cpu.ts';
import { embeddingCpu } from './scenarios/embedding-cpu.ts';
import { largeBody } from './scenarios/large-body.ts';
import { manyStreams } from './scenarios/many-streams.ts';
import { manyNodes } from './scenarios/nodes.ts';
import { signInBesideStranger } from './scenarios/sign-in.ts';
import { startTime } from './scenarios/start-time.ts';
import { streamCpu } from './scenarios/stream-cpu.ts';
import { translatedCalls } from './scenarios/translated.ts';

const scenarios: Readonly<Record<ScenarioName, (bench: Bench) => Promise<Figure[]>>> = {
  start: startTime,
  cpu: hotKeyCpu,
  many: manyTenantsCpu,
  stream: streamCpu,
  latency: addedLatency,
  streams: manyStreams,
  translated: translatedCalls,
  body: largeBody,
  embed: embeddingCpu,
  nodes: manyNodes,
  signin: signInBesideStranger,
};

async function measureAll(bench: Bench): Promise<Run> {
  const figures: Figure[] = [];
  const faults: Record<string, string> = {};
  const startedAt = new Date();
  const loadBefore = loadavg()[0] ?? 0;
  if (loadBefore > availableParallelism() / 2) {
    bench.say(`The machine is busy (load average ${loadBefore.toFixed(1)}): ratios hold, times and tails do not.`);
  }
  for (const name of bench.options.only) {
    bench.say(`${name}:`);
    try {
      figures.push(...(await scenarios[name](bench)));
    } catch (fault) {
      // One scenario that cannot run must not cost the figures of the others.
      faults[name] = fault instanceof Error ? fault.message : String(fault);
      bench.say(`  could not be measured: ${faults[name]}`);
    }
  }
  return {
    candidate: bench.candidateName,
    startedAt,
    loadBefore,
    options: bench.options,
    figures,
    profiles: bench.profiles,
    faults,
  };
}

/** Only a full run of our gateway is a record. */
function resultFolder(options: Options): string | undefined {
  if (options.out !== undefined) {
    mkdirSync(options.out, { recursive: true });
    return options.out;
  }
  const full = options.only.length === scenarioNames.length && options.foreign === undefined && !options.selfCheck;
  return full ? fileURLToPath(new URL('.', import.meta.url)) : undefined;
}

async function measure(options: Options): ReturnType<typeof measureAll> {
  const bench = await Bench.start(options);
  try {
    return await measureAll(bench);
  } finally {
    await bench.end();
  }
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  const run = await measure(options);
  for (const profile of run.profiles) console.log(`\n${profileText(profile)}`);
  console.log(`\n${figureTable(run)}`);
  const folder = resultFolder(options);
  if (folder !== undefined) writeResults(folder, run);
  return Object.keys(run.faults).length > 0 || run.figures.some((figure) => isMet(figure) === false) ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (fault: unknown) => {
    console.error(fault instanceof Error ? fault.message : fault);
    if (fault instanceof OptionError) console.error(usage);
    process.exit(2);
  },
);
