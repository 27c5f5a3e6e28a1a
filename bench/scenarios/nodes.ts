import type { Bench } from '../bench.ts';
import { cpuOf } from '../bench.ts';
import { toFigure, type Figure } from '../figure.ts';
import { missingServers, withFleet, type BenchFleet } from '../fleet.ts';
import { startGateway } from '../gateway.ts';
import type { Credential, LoadPlan, LoadReport } from '../load-plan.ts';
import { cpuSeconds, residentMiB } from '../process-figures.ts';
import { runLoad } from '../run-load.ts';
import type { Target } from '../target.ts';
import { promptUpstream } from '../upstream-script.ts';

const scenario = 'nodes';
const accounts = 100_000;
/** Accounts that a process meets for the first time in each round; no account twice, or the shared state would know it. */
const newAccounts = 15_000;
const turnsPerRound = 2;
const warmUpCalls = 16_000;
const budget = 1.2;

interface Load {
  readonly calls: number;
  readonly connections: number;
  readonly credentials?: readonly Credential[];
}

/** Microseconds of CPU per call, those of the shared servers for the node's calls; and bytes per call of PostgreSQL's log. */
interface Costs {
  readonly reference: number[];
  readonly embedded: number[];
  readonly node: number[];
  readonly postgres: number[];
  readonly redis: number[];
  readonly logBytes: number[];
}

interface Sides {
  readonly reference: Target;
  readonly embedded: Target;
  readonly node: Target;
}

type Side = keyof Sides;

function noCosts(): Costs {
  return { reference: [], embedded: [], node: [], postgres: [], redis: [], logBytes: [] };
}

function plan(target: Target, load: Load): LoadPlan {
  return {
    url: `${target.base}/chat/completions`,
    method: 'POST',
    streamed: false,
    imageBytes: 0,
    maxSeconds: 120,
    credentials: target.credentials,
    ...load,
  };
}

/** In a random order that is the same in every run. */
function shuffled<T>(values: readonly T[]): T[] {
  const mixed = [...values];
  let state = 1;
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}

/** Takes one turn of every side, in another order each time, and adds what each call cost. */
class Turns {
  readonly costs = noCosts();
  readonly #bench: Bench;
  readonly #fleet: BenchFleet;
  #taken = 0;

  constructor(bench: Bench, fleet: BenchFleet) {
    this.#bench = bench;
    this.#fleet = fleet;
  }

  async take(sides: Sides, load: Load, among: readonly Side[] = ['reference', 'embedded', 'node']): Promise<void> {
    const order = this.#taken % 2 === 0 ? among : among.toReversed();
    this.#taken += 1;
    for (const side of order) await this.#one(side, sides[side], load);
  }

  async #one(side: Side, target: Target, load: Load): Promise<void> {
    const { postgresPid, redisPid } = this.#fleet;
    const before = [cpuSeconds(postgresPid), cpuSeconds(redisPid), await logBytes(this.#fleet)] as const;
    const { result, seconds } = await cpuOf(target, () => runLoad(plan(target, load)));
    const micros = (of: number): number => (of / result.calls) * 1e6;
    this.costs[side].push(micros(seconds));
    this.#bench.say(`  ${side}: ${micros(seconds).toFixed(1)} µs of CPU per call`);
    if (side !== 'node') return;
    this.costs.postgres.push(micros(cpuSeconds(postgresPid) - before[0]));
    this.costs.redis.push(micros(cpuSeconds(redisPid) - before[1]));
    this.costs.logBytes.push(((await logBytes(this.#fleet)) - before[2]) / result.calls);
  }
}

async function withSides(bench: Bench, fleet: BenchFleet, action: (sides: Sides) => Promise<void>): Promise<void> {
  const started: Target[] = [];
  const keep = async (starting: Promise<Target>): Promise<Target> => {
    const target = await starting;
    started.push(target);
    return target;
  };
  try {
    const reference = await keep(bench.startReference());
    const embedded = await keep(startGateway(fleet.embedded));
    await action({ reference, embedded, node: await keep(startGateway(fleet.nodes[0])) });
  } finally {
    for (const target of started) await target.end();
  }
}

/** Bytes of the write-ahead log so far. */
async function logBytes({ postgres }: BenchFleet): Promise<number> {
  const [row] = await postgres.query('postgres', "select (pg_current_wal_insert_lsn() - '0/0')::text as bytes");
  return Number(row?.bytes);
}

/** Bytes of Redis that a client's commands have filled. */
async function redisBytes({ redis }: BenchFleet): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(String(await redis.command('INFO', 'memory')))?.[1]);
}

class Measurement {
  readonly hot: Turns;
  readonly first: Turns;
  readonly many: Turns;
  readonly nodeBytes: number[] = [];
  readonly redisBytes: number[] = [];
  readonly #bench: Bench;
  readonly #fleet: BenchFleet;
  readonly #drawn: readonly Credential[];
  #met = 0;

  constructor(bench: Bench, fleet: BenchFleet) {
    this.#bench = bench;
    this.#fleet = fleet;
    [this.hot, this.first, this.many] = [new Turns(bench, fleet), new Turns(bench, fleet), new Turns(bench, fleet)];
    this.#drawn = shuffled(fleet.credentials);
  }

  async round(sides: Sides): Promise<void> {
    await this.#hotAccount(sides);
    await this.#manyAccounts(sides);
  }

  async #hotAccount(sides: Sides): Promise<void> {
    await this.#bench.script(promptUpstream);
    const load = { calls: 6000, connections: 64, credentials: this.#fleet.credentials.slice(0, 1) };
    for (const target of Object.values(sides) as Target[])
      await runLoad(plan(target, { ...load, calls: this.#bench.scaled(warmUpCalls) }));
    for (let turn = 0; turn < turnsPerRound; turn += 1) await this.hot.take(sides, load);
    const profiled = { ...load, calls: warmUpCalls };
    await this.#bench.profileOnce('nodes', sides.node, () => runLoad(plan(sides.node, profiled)));
  }

  /** The upstream takes its time, so that the marks of open calls are really written. */
  async #manyAccounts(sides: Sides): Promise<void> {
    await this.#bench.script({ ...promptUpstream, latencyMs: 60 });
    const count = this.#bench.scaled(newAccounts);
    const credentials = this.#drawn.slice(this.#met, this.#met + count);
    this.#met += count;
    const before = { node: residentMiB(sides.node.pid ?? 0), redis: await redisBytes(this.#fleet) };
    await this.first.take(sides, { calls: count, connections: 256, credentials }, ['embedded', 'node']);
    this.nodeBytes.push(((residentMiB(sides.node.pid ?? 0) - before.node) * 2 ** 20) / count);
    this.redisBytes.push(((await redisBytes(this.#fleet)) - before.redis) / count);
    const load = { calls: 6000, connections: 256, credentials };
    for (let turn = 0; turn < turnsPerRound; turn += 1) await this.many.take(sides, load);
    await this.#bench.profileOnce('nodes, many accounts', sides.node, () => runLoad(plan(sides.node, { ...load, calls: count })));
  }

  figures(): Figure[] {
    const hot = 'one hot account';
    const many = `${String(this.#bench.scaled(newAccounts))} of ${String(accounts)} accounts at random, upstream latency 60 ms`;
    const bytes = (what: string, candidate: readonly number[]): Figure =>
      toFigure({ scenario, what, unit: 'bytes', comparison: 'absolute', candidate });
    return [
      ...figuresOf(hot, this.hot.costs, budget),
      ...figuresOf(many, this.many.costs, budget),
      ...figuresOf(`${many}, first call of each`, this.first.costs),
      bytes('memory of a node per account (growth of its RSS)', this.nodeBytes),
      bytes('memory of Redis per account and key', this.redisBytes),
    ];
  }
}

function figuresOf(what: string, costs: Costs, limit?: number): Figure[] {
  const common = { scenario, unit: 'µs', candidate: costs.node };
  const ratio = { ...common, comparison: 'ratio' } as const;
  const shared = { scenario, unit: 'µs', comparison: 'absolute' } as const;
  return [
    toFigure({
      ...ratio,
      what: `CPU of a node per call beside the embedded gateway, ${what}`,
      reference: costs.embedded,
      ...(limit === undefined ? {} : { limit }),
    }),
    ...(costs.reference.length === 0
      ? []
      : [toFigure({ ...ratio, what: `CPU of a node per call beside the reference proxy, ${what}`, reference: costs.reference })]),
    toFigure({ ...shared, what: `CPU of PostgreSQL per call, ${what}`, candidate: costs.postgres }),
    toFigure({ ...shared, what: `CPU of Redis per call, ${what}`, candidate: costs.redis }),
    toFigure({ ...shared, unit: 'bytes', what: `write-ahead log of PostgreSQL per call, ${what}`, candidate: costs.logBytes }),
  ];
}

/** Two nodes on one database, both called at once with the same hot account. */
async function twoNodes(bench: Bench, fleet: BenchFleet): Promise<Figure[]> {
  await bench.script(promptUpstream);
  const nodes = [await startGateway(fleet.nodes[0])];
  try {
    nodes.push(await startGateway(fleet.nodes[1]));
    const load = { calls: 6000, connections: 32, credentials: fleet.credentials.slice(0, 1) };
    const both = (calls: number): Promise<{ result: LoadReport; seconds: number }[]> =>
      Promise.all(nodes.map((node) => cpuOf(node, () => runLoad(plan(node, { ...load, calls })))));
    await both(bench.scaled(warmUpCalls));
    const rates: number[] = [];
    const micros: number[] = [];
    for (let round = 0; round < bench.rounds(3); round += 1) {
      const done = await both(load.calls);
      rates.push(done.reduce((sum, { result }) => sum + result.calls / result.seconds, 0));
      micros.push(...done.map(({ result, seconds }) => (seconds / result.calls) * 1e6));
    }
    const absolute = { scenario, comparison: 'absolute' } as const;
    return [
      toFigure({ ...absolute, what: 'two nodes at once, one hot account: calls of both', unit: 'calls/s', candidate: rates }),
      toFigure({ ...absolute, what: 'two nodes at once, one hot account: CPU per call of each', unit: 'µs', candidate: micros }),
    ];
  } finally {
    for (const node of nodes) await node.end();
  }
}

/** The cost of being one of many nodes: the same load on the embedded gateway and on a node with PostgreSQL and Redis. */
export async function manyNodes(bench: Bench): Promise<Figure[]> {
  const missing =
    bench.options.foreign !== undefined || bench.options.selfCheck ? 'measured for this gateway alone' : missingServers();
  if (missing !== undefined) bench.say(`  left out: ${missing}`);
  if (missing !== undefined || !bench.canSeeProcesses) return [];
  bench.say(`  making ${String(accounts)} accounts in both databases …`);
  return withFleet({ accounts, upstreamPort: bench.upstreamPort }, async (fleet) => {
    const measurement = new Measurement(bench, fleet);
    for (let round = 0; round < bench.rounds(2); round += 1) await withSides(bench, fleet, (sides) => measurement.round(sides));
    return [...measurement.figures(), ...(await twoNodes(bench, fleet))];
  });
}
