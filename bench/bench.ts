import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { freePort, nextMessage, removeFolder, startChild, temporaryFolder, type Child } from './children.ts';
import { fillLog } from './fill-log.ts';
import { prepareGateway, startGateway, type GatewayHome, type Population } from './gateway.ts';
import type { Options } from './options.ts';
import { cpuSeconds, processFiguresAvailable, threadSeconds } from './process-figures.ts';
import { selfTimes, type SelfTimes, type Share } from './profile.ts';
import { startReference, type Target } from './target.ts';
import type { UpstreamScript } from './upstream-script.ts';

/** The two sides of every measurement, freshly started. */
export interface Pair {
  readonly reference: Target;
  readonly candidate: Target;
}

export interface PairOptions {
  readonly population: Population;
  /** Call records made before the gateway starts. */
  readonly logRows?: number;
}

/** Measurements of each side, one entry per round. */
export interface Rounds<T> {
  readonly reference: T[];
  readonly candidate: T[];
}

export interface Profile {
  readonly scenario: string;
  /** CPU of all threads of the process, the busiest first. */
  readonly threads: readonly Share[];
  /** Self times of the main thread. */
  readonly selfTimes: SelfTimes;
}

const profiledFunctions = 25;
/** Longer than any batch of a log waits to be written. */
const settleMs = 500;

/** Holds the upstream, starts the two sides, and takes turns between them. */
export class Bench {
  readonly options: Options;
  readonly profiles: Profile[] = [];
  readonly #upstream: Child;
  readonly #upstreamPort: number;

  private constructor(options: Options, upstream: Child, upstreamPort: number) {
    this.options = options;
    this.#upstream = upstream;
    this.#upstreamPort = upstreamPort;
  }

  static async start(options: Options): Promise<Bench> {
    const port = options.upstreamPort === 0 ? await freePort() : options.upstreamPort;
    const upstream = startChild(fileURLToPath(new URL('upstream.ts', import.meta.url)), { args: [String(port)] });
    await nextMessage(upstream);
    return new Bench(options, upstream, port);
  }

  get candidateName(): string {
    if (this.options.selfCheck) return 'reference again';
    return this.options.foreign?.base ?? 'gateway';
  }

  get upstreamPort(): number {
    return this.#upstreamPort;
  }

  end(): Promise<void> {
    return this.#upstream.end();
  }

  /** As many as asked for, but never more than `most`. */
  rounds(most = this.options.rounds): number {
    return Math.min(this.options.rounds, most);
  }

  scaled(count: number): number {
    return Math.ceil(count * this.options.scale);
  }

  say(text: string): void {
    console.log(text);
  }

  async script(script: UpstreamScript): Promise<void> {
    const set = nextMessage(this.#upstream);
    this.#upstream.process.send(script);
    await set;
  }

  /** Makes a data folder with a population and perhaps a log, for `action`, and removes it. */
  async withHome<T>(options: PairOptions, action: (home: GatewayHome) => Promise<T>): Promise<T> {
    const folder = temporaryFolder();
    try {
      const home = await prepareGateway(join(folder, 'data'), this.#upstreamPort, options.population);
      if (options.logRows !== undefined && options.logRows > 0) {
        this.say(`  writing ${String(options.logRows)} call records …`);
        fillLog(home.dataFolder, options.logRows);
      }
      return await action(home);
    } finally {
      removeFolder(folder);
    }
  }

  async withPair<T>(options: PairOptions, action: (pair: Pair) => Promise<T>): Promise<T> {
    return this.#withCandidate(options, (start) => this.#run(start, action));
  }

  /**
   * Repeats `action` with newly started processes, on the same data: two processes of one program may differ by a fifth
   * in what a call costs them, by the luck of their compiler and memory, and only many of them average out.
   */
  async withPairs<T>(options: PairOptions, rounds: number, action: (pair: Pair) => Promise<Rounds<T>>): Promise<Rounds<T>> {
    return this.#withCandidate(options, async (start) => {
      const all: Rounds<T> = { reference: [], candidate: [] };
      for (let round = 0; round < rounds; round += 1) {
        const { reference, candidate } = await this.#run(start, action);
        all.reference.push(...reference);
        all.candidate.push(...candidate);
      }
      return all;
    });
  }

  startReference(name?: string): Promise<Target> {
    return startReference(this.#upstreamPort, name);
  }

  async #run<T>(startCandidate: () => Promise<Target>, action: (pair: Pair) => Promise<T>): Promise<T> {
    const reference = await this.startReference();
    try {
      const candidate = await startCandidate();
      try {
        return await action({ reference, candidate });
      } finally {
        await candidate.end();
      }
    } finally {
      await reference.end();
    }
  }

  async #withCandidate<T>(options: PairOptions, action: (start: () => Promise<Target>) => Promise<T>): Promise<T> {
    const { foreign, selfCheck } = this.options;
    if (selfCheck) return action(() => this.startReference(this.candidateName));
    if (foreign === undefined) return this.withHome(options, (home) => action(() => startGateway(home)));
    const { base, key, model, pid } = foreign;
    const target: Target = {
      name: base,
      base,
      health: await reachableHealth(base),
      credentials: [{ key, model }],
      ...(pid === undefined ? {} : { pid }),
      end: () => Promise.resolve(),
    };
    return action(() => Promise.resolve(target));
  }

  /** Takes turns, starting with either side alternately, so that a slow moment of the machine meets both. */
  async takeTurns<T>(pair: Pair, rounds: number, measure: (target: Target) => Promise<T>): Promise<Rounds<T>> {
    const results: Rounds<T> = { reference: [], candidate: [] };
    for (let round = 0; round < rounds; round += 1) {
      const order = round % 2 === 0 ? (['reference', 'candidate'] as const) : (['candidate', 'reference'] as const);
      for (const side of order) results[side].push(await measure(pair[side]));
    }
    return results;
  }

  /** Repeats a measurement under the profiler, once per scenario and only if asked for. */
  async profileOnce(scenario: string, target: Target, action: () => Promise<unknown>): Promise<void> {
    if (!this.options.profile || target.probe === undefined || !processFiguresAvailable) return;
    if (this.profiles.some((profile) => profile.scenario === scenario)) return;
    const folder = temporaryFolder();
    const file = join(folder, 'measured.cpuprofile');
    await target.probe({ probe: 'start-profile' });
    const before = threadSeconds(target.pid ?? 0);
    await action();
    const threads = threadShares(before, threadSeconds(target.pid ?? 0));
    await target.probe({ probe: 'write-profile', file });
    this.profiles.push({ scenario, threads, selfTimes: selfTimes(file, profiledFunctions) });
    removeFolder(folder);
  }

  /** Whether CPU and memory of both sides can be read; says so if not. */
  get canSeeProcesses(): boolean {
    const visible = processFiguresAvailable && (this.options.foreign === undefined || this.options.foreign.pid !== undefined);
    if (!visible)
      this.say(`  CPU and memory left out: needs Linux and the process of the target${this.options.foreign ? ' (--pid)' : ''}`);
    return visible;
  }
}

function threadShares(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Share[] {
  const used = [...after].map(([what, seconds]) => ({ what, seconds: seconds - (before.get(what) ?? 0) }));
  const total = used.reduce((sum, { seconds }) => sum + seconds, 0);
  const busy = used.filter(({ seconds }) => seconds > total / 200).toSorted((a, b) => b.seconds - a.seconds);
  return busy.map(({ what, seconds }) => ({ what, share: seconds / total }));
}

/** CPU seconds a target used while `action` ran and until its pending writes were done. */
export async function cpuOf<T>(target: Target, action: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const pid = target.pid ?? 0;
  const before = cpuSeconds(pid);
  const result = await action();
  // A log written in batches is paid for by the calls that caused it.
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return { result, seconds: cpuSeconds(pid) - before };
}

/** Other gateways name their health address otherwise; their root answers something in any case. */
async function reachableHealth(base: string): Promise<string> {
  const origin = new URL(base).origin;
  for (const path of ['/healthz', '/health', '/health/liveliness', '/']) {
    const response = await fetch(origin + path).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return origin + path;
  }
  throw new Error(`${origin} answers 200 on none of /healthz, /health and /`);
}
