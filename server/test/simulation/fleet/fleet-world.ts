import { Chance } from '../chance.ts';
import { checkFleetAtRest } from './check-fleet-at-rest.ts';
import { FleetCalls, reserveMax } from './fleet-calls.ts';
import { deadAfterMs } from './fleet-node.ts';
import { FleetStage, zone } from './fleet-stage.ts';
import { FleetTasks } from './fleet-tasks.ts';
import { FleetTrouble } from './fleet-trouble.ts';
import { FleetWitness } from './fleet-witness.ts';
import { ReadinessWitness } from './readiness-witness.ts';
import { Supervisor } from './supervisor.ts';

/** By then everything must work again after the end of all faults. */
const patienceMs = 60_000;

export interface FleetWorldOptions {
  readonly seed: number;
  /** Of an empty server. */
  readonly redisUrl: string;
  readonly calls: number;
  readonly traceFile?: string | null;
}

export interface FleetWorldResult {
  readonly seed: number;
  readonly digest: string;
  readonly violations: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

/** One simulated fleet: a seed decides who joins, what is requested, and what fails. */
export class FleetWorld {
  readonly #options: FleetWorldOptions;
  readonly #stage: FleetStage;
  readonly #supervisor: Supervisor;
  readonly #witness: FleetWitness;
  readonly #calls: FleetCalls;
  readonly #tasks: FleetTasks;
  readonly #trouble: FleetTrouble;

  constructor(options: FleetWorldOptions) {
    this.#options = options;
    const { seed, redisUrl, traceFile = null } = options;
    const chance = new Chance(seed);
    const stage = new FleetStage({ chance, redisUrl, traceFile });
    const supervisor = new Supervisor(stage);
    this.#stage = stage;
    this.#supervisor = supervisor;
    const { clock, database, redis, note, report } = stage;
    this.#witness = new FleetWitness({
      clock,
      timeZone: zone,
      database,
      violation: report,
      reserveMax: BigInt(reserveMax),
      nodesMax: supervisor.names.length,
      nodes: () => supervisor.spending,
    });
    const gone = (incarnation: string): void => {
      this.#witness.ended(incarnation);
    };
    database.onDead = gone;
    supervisor.onGone = gone;
    this.#tasks = new FleetTasks(stage, this.#witness);
    database.onVoid = (callId) => {
      this.#witness.isOver(callId);
    };
    supervisor.onStarted = (node) => {
      this.#tasks.watch(node);
    };
    this.#calls = new FleetCalls(stage, this.#witness, this.#tasks);
    this.#trouble = new FleetTrouble({ clock, redis, note, chance: chance.fork(), supervisor });
  }

  async run(): Promise<FleetWorldResult> {
    const stage = this.#stage;
    const { clock, redis, report } = stage;
    await redis.open();
    const readiness = new ReadinessWitness({ clock, redis, violation: report, nodes: () => this.#supervisor.nodes });
    try {
      this.#calls.addKeys();
      for (const name of this.#supervisor.names) await stage.until(this.#supervisor.start(name), 'the first start of a node');
      await this.#live();
      await this.#comeToRest();
      this.#tasks.check();
      if (stage.violations.length === 0) await checkFleetAtRest(stage, this.#witness, this.#supervisor.nodes);
    } catch (error) {
      report(`the world broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      readiness.stop();
      for (const node of this.#supervisor.spending) node.kill();
      await redis.settled();
      redis.close();
    }
    const { asked, changes } = this.#calls;
    const { begun: tasks, carriedOn } = this.#tasks;
    const figures = {
      asked,
      changes,
      tasks,
      carriedOn,
      ...this.#supervisor.counts,
      ...this.#witness.counts,
      ...this.#trouble.counts,
    };
    return { seed: this.#options.seed, digest: stage.digest, violations: stage.violations, figures };
  }

  async #live(): Promise<void> {
    const { chance } = this.#stage;
    for (let call = 0; call < this.#options.calls; call += 1) {
      const node = this.#supervisor.anyNode();
      if (node !== null) this.#calls.call(node);
      if (node !== null && chance.happens(0.03)) this.#calls.change(node);
      if (chance.happens(0.05)) await this.#stage.until(this.#trouble.begin(), 'a trouble to begin');
      const gapMs = chance.happens(0.4) ? 0 : chance.skewed(1, 1_500);
      await this.#stage.until(this.#stage.pause(gapMs), 'time to pass');
    }
  }

  async #comeToRest(): Promise<void> {
    const stage = this.#stage;
    await stage.until(this.#trouble.end(), 'the end of trouble');
    // By then, a node that was silent for too long is declared dead.
    await stage.until(stage.pause(2 * deadAfterMs), 'time to pass');
    const untilMs = stage.clock.monotonicMs() + patienceMs;
    while (this.#isBusy() && stage.clock.monotonicMs() < untilMs) await stage.step();
    if (!this.#isBusy()) return;
    const states = this.#supervisor.nodes.map(
      ({ surroundings, running, coordination }) =>
        `${surroundings.incarnation} with ${String(running)} calls ${JSON.stringify(coordination.state())}`,
    );
    stage.report(`a minute after all troubles not everything works again: ${states.join('; ')}`);
  }

  #isBusy(): boolean {
    const { database } = this.#stage;
    if (!this.#supervisor.isComplete || this.#tasks.unfinished.length > 0) return true;
    if (database.list().some(({ state, isRecovered }) => state === 'dead' && !isRecovered)) return true;
    return this.#supervisor.nodes.some(({ surroundings, running, unsaved, coordination }) => {
      const { state, untold } = coordination.state();
      return !database.isLive(surroundings.incarnation) || running > 0 || unsaved > 0 || untold > 0 || state !== 'ready';
    });
  }
}
