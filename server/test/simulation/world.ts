import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from '../../src/platform/logger.ts';
import { CallsWitness, type ProcessEnd } from './calls-witness.ts';
import { Chance } from './chance.ts';
import { Changes } from './changes.ts';
import { Clients } from './clients.ts';
import { LimitsWitness } from './limits-witness.ts';
import { MemoryDisk, mount, simulatedRoot } from './memory-disk.ts';
import { checkAudit, checkFigures, checkMarks, checkNotices } from './rest-checks.ts';
import { SimulatedDatabase } from './simulated-database.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { SimulatedUpstream } from './simulated-upstream.ts';
import { Tenants } from './tenants.ts';
import { Trace } from './trace.ts';
import { Trouble } from './trouble.ts';
import { WorldClock } from './world-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Evenings before a month ends, and nights in which an hour is repeated or skipped. */
const beginnings: readonly (readonly [zone: string, local: string])[] = [
  ['Asia/Shanghai', '2026-11-30T22:30'],
  ['Asia/Shanghai', '2026-11-21T12:00'],
  ['America/New_York', '2026-10-31T23:00'],
  ['America/New_York', '2027-03-13T23:00'],
  ['Europe/Berlin', '2026-10-24T23:00'],
  ['Australia/Lord_Howe', '2027-04-03T23:30'],
];

/** Alarms of the gateway itself that must never occur. */
const alarms = [
  'could not be settled or logged',
  'could not be metered',
  'unexpected error',
  'without an open reservation',
  'posted a negative amount',
  'kept in quarantine',
  'do not balance',
];

/** Records given to the ledger longer ago than this are safe while storage works. */
const commitIntervalMs = 250;
/** Longer than any time-out. */
const patienceMs = 120_000;
/** More violations would add no information. */
const violationsMax = 20;

export interface SimulationResult {
  readonly seed: number;
  /** Digest of the whole trace. */
  readonly digest: string;
  readonly traceLines: number;
  readonly violations: readonly string[];
  readonly figures: Readonly<Record<string, number>>;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly calls: number;
  readonly traceFile?: string | null;
}

/** One simulated world: a seed decides everything that happens in it. */
export class World {
  readonly #options: SimulationOptions;
  readonly #chance: Chance;
  readonly #clock: WorldClock;
  readonly #zone: string;
  readonly #trace: Trace;
  readonly #database: SimulatedDatabase;
  readonly #disk: MemoryDisk;
  readonly #upstream: SimulatedUpstream;
  readonly #tenants: Tenants;
  readonly #changes: Changes;
  readonly #trouble: Trouble;
  readonly #calls: CallsWitness;
  readonly #clients: Clients;
  readonly #violations: string[] = [];
  readonly #counts = { crashes: 0, restarts: 0, jumps: 0, leaps: 0, refusedStarts: 0, steps: 0 };
  readonly #report = (what: string): void => {
    this.#note('VIOLATION', what);
    if (this.#violations.length < violationsMax) this.#violations.push(what);
  };
  #limits: LimitsWitness | null = null;
  #admitted = 0;
  #process: SimulatedProcess | null = null;
  #processes = 0;
  /** Number of the living process; 0 if there is none. */
  #living = 0;
  #safeUntilMs = -Infinity;
  #bigJumps = 0;
  #isEnding = false;
  #arrived = 0;
  #restarting: Promise<void> | null = null;

  constructor(options: SimulationOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    const [zone, local] = this.#chance.pick(beginnings);
    this.#zone = zone;
    this.#clock = new WorldClock(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds);
    this.#clock.isQuiet = () => (this.#process?.gateway.state.running.size ?? 0) === 0;
    this.#trace = new Trace(options.traceFile ?? null);
    this.#database = new SimulatedDatabase(this.#chance.fork());
    this.#disk = new MemoryDisk(this.#chance.fork());
    this.#upstream = new SimulatedUpstream(this.#chance.fork(), this.#trace);
    this.#tenants = new Tenants(this.#database);
    this.#changes = new Changes(this.#chance.fork(), this.#tenants);
    this.#trouble = new Trouble({
      clock: this.#clock,
      chance: this.#chance.fork(),
      database: this.#database,
      disk: this.#disk,
      note: (kind, detail) => {
        this.#note(kind, detail);
      },
    });
    this.#calls = new CallsWitness(this.#database, this.#upstream, this.#report);
    this.#clients = new Clients({
      clock: this.#clock,
      chance: this.#chance,
      trace: this.#trace,
      tenants: this.#tenants,
      calls: this.#calls,
    });
  }

  async run(): Promise<SimulationResult> {
    mount(this.#spillPath(), this.#disk);
    try {
      await this.#until(this.#start());
      if (this.#process !== null) await this.#until(this.#changes.setUp(this.#process));
      this.#arrive();
      while (this.#arrived < this.#options.calls) await this.#step();
      await this.#comeToRest();
      await this.#endOrderly();
      await this.#until(this.#start());
      if (this.#process !== null) await this.#until(checkFigures(this.#database, this.#process, this.#calls, this.#report));
      await this.#endOrderly();
    } catch (error) {
      this.#report(`the world broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      this.#process?.kill();
      this.#database.close();
      mount(this.#spillPath(), null);
    }
    return this.#result();
  }

  #result(): SimulationResult {
    const { rows, charged, translated, lost, deliveredUncharged, interrupted } = this.#calls.counts;
    return {
      seed: this.#options.seed,
      digest: this.#trace.digest(),
      traceLines: this.#trace.lines,
      violations: this.#violations,
      figures: {
        ...this.#counts,
        storageFaults: this.#trouble.faults,
        calls: this.#arrived,
        admitted: this.#admitted,
        rows,
        charged,
        translated,
        lost,
        deliveredUncharged,
        interrupted,
        changes: this.#changes.made,
        faultsMet: this.#database.faultsMet,
        commits: this.#database.commits,
        virtualHours: this.#clock.monotonicMs() / hourMs,
      },
    };
  }

  async #step(): Promise<void> {
    this.#counts.steps += 1;
    this.#clock.step();
    await turn();
  }

  /** Advances the world until this has settled; nothing takes a day of it. */
  async #until<Value>(promise: Promise<Value>): Promise<Value> {
    const state = { isSettled: false };
    const settle = (): void => {
      state.isSettled = true;
    };
    promise.then(settle, settle);
    await turn();
    const giveUpAtMs = this.#clock.monotonicMs() + dayMs;
    while (!state.isSettled) {
      if (this.#clock.monotonicMs() > giveUpAtMs) throw new Error('what the world waited for never happened');
      await this.#step();
    }
    return promise;
  }

  async #start(): Promise<void> {
    this.#processes += 1;
    const number = this.#processes;
    this.#living = number;
    const limits = new LimitsWitness({
      clock: this.#clock,
      timeZone: this.#zone,
      tenants: this.#tenants,
      spentBefore: (window) => this.#calls.spent(window),
      violation: this.#report,
      onAdmitted: (callId) => {
        this.#admitted += 1;
        this.#calls.admitted(callId, this.#clock.monotonicMs());
        this.#note('admitted', callId);
      },
    });
    const process = await SimulatedProcess.start({
      clock: this.#clock,
      chance: this.#chance.fork(),
      timeZone: this.#zone,
      spillPath: this.#spillPath(),
      logger: this.#logger(number),
      incarnation: `process-${String(number)}`,
      engineFor: (clock) => this.#database.engineFor(clock),
      dispatcherFor: (clock) => this.#upstream.dispatcherFor(clock),
      watch: (coordination) => limits.watch(coordination),
      observe: (record) => {
        if (number !== this.#living) return;
        this.#calls.closed(record, this.#clock.monotonicMs());
        this.#note('closed', `${record.id} ${String(record.status)} ${record.ending} ${String(record.charge)}`);
        if (record.charge > 0n && this.#chance.happens(0.01)) this.#crashSoon(this.#chance.skewed(0, 15));
      },
      onParsed: (tag, callId) => {
        if (number !== this.#living) return;
        this.#calls.parsed(tag, callId, number, this.#clock.monotonicMs());
        this.#note('parsed', `${tag} ${callId}`);
      },
      onClock: (clock) => {
        this.#disk.attach(clock);
      },
    });
    this.#limits = limits;
    this.#process = process;
    this.#safeUntilMs = -Infinity;
    this.#bigJumps = 0;
  }

  // Arrivals and other events around them.

  #arrive(): void {
    const chance = this.#chance;
    if (this.#arrived >= this.#options.calls) return;
    this.#arrived += 1;
    if (this.#process !== null) this.#clients.call(`t${String(this.#arrived)}`, this.#process);
    this.#disturb();
    const isLeap = chance.happens(0.006);
    if (isLeap) this.#counts.leaps += 1;
    const gapMs = isLeap ? chance.whole(1, 4) * hourMs : chance.happens(0.3) ? 0 : chance.skewed(1, 2_500);
    this.#clock.after(gapMs, () => {
      this.#arrive();
    });
  }

  #disturb(): void {
    const process = this.#process;
    if (process === null) return;
    const chance = this.#chance;
    if (chance.happens(0.1)) this.#markSafe(process);
    if (chance.happens(0.04)) this.#changes.begin(process);
    if (chance.happens(0.01)) this.#jump();
    if (chance.happens(0.008)) this.#trouble.breakDatabase();
    if (chance.happens(0.004)) this.#trouble.breakDisk();
    if (chance.happens(0.005)) this.#crashSoon(chance.skewed(0, 3_000));
  }

  /** Records given to the ledger before a successful flush are permanently safe. */
  #markSafe(process: SimulatedProcess): void {
    const atMs = this.#clock.monotonicMs() - 0.01;
    const isSafe = (): void => {
      if (this.#process === process) this.#safeUntilMs = Math.max(this.#safeUntilMs, atMs);
    };
    // Fails while nothing can be written anywhere.
    process.books.flush().then(isSafe, () => undefined);
  }

  #jump(): void {
    const chance = this.#chance;
    const isBig = this.#bigJumps === 0 && chance.happens(0.1);
    if (isBig) this.#bigJumps += 1;
    const ms = isBig ? chance.pick([-40, 31, 40]) * dayMs : chance.pick([-dayMs, -hourMs, -1_000, 1_000, hourMs, dayMs]);
    this.#counts.jumps += 1;
    this.#note('jump', String(ms));
    this.#clock.jumpWall(ms);
  }

  /** Often directly after a response was sent, when none of it is stored yet. */
  #crashSoon(afterMs: number): void {
    const process = this.#process;
    this.#clock.after(afterMs, () => {
      if (process !== null && this.#process === process && !this.#isEnding) this.#crash(process);
    });
  }

  #bury(): void {
    this.#living = 0;
    this.#limits?.end();
    this.#clients.loseConnections();
  }

  #crash(process: SimulatedProcess): void {
    const nowMs = this.#clock.monotonicMs();
    this.#counts.crashes += 1;
    this.#note('crash', '');
    process.kill();
    this.#process = null;
    this.#database.forget();
    this.#disk.crash();
    this.#changes.forget();
    this.#tenants.reload();
    this.#bury();
    const safeUntilMs = Math.max(this.#safeUntilMs, this.#trouble.isOver ? nowMs - commitIntervalMs : -Infinity);
    const ended = this.#processes;
    this.#clock.after(this.#chance.skewed(100, 20_000), () => {
      this.#restarting = this.#restart(ended, { safeUntilMs });
    });
  }

  /** A supervisor restarts the process until it starts. */
  async #restart(ended: number, end: ProcessEnd): Promise<void> {
    try {
      await this.#start();
      this.#counts.restarts += 1;
      this.#checkCalls(ended, end);
      await this.#audit();
    } catch (error) {
      this.#counts.refusedStarts += 1;
      this.#note('start failed', String(error));
      this.#clock.after(1_000, () => {
        this.#restarting = this.#restart(ended, end);
      });
    }
  }

  // Lets the world come to rest.

  async #comeToRest(): Promise<void> {
    this.#trouble.end();
    const untilMs = this.#clock.monotonicMs() + patienceMs;
    // A write that was delayed before the repair still is; writes behind it would go to the spill file.
    const isBusy = (): boolean => {
      const process = this.#process;
      return process === null || process.gateway.state.running.size > 0 || !process.books.accepting || !this.#database.isIdle;
    };
    while (isBusy() && this.#clock.monotonicMs() < untilMs) await this.#step();
    this.#isEnding = true;
    if (this.#restarting !== null) await this.#until(this.#restarting);
    const running = this.#process?.gateway.state.running.size ?? -1;
    if (running !== 0) this.#report(`I10: ${String(running)} calls run on although every time-out has passed`);
    if (this.#limits?.open !== 0) this.#report(`I7: ${String(this.#limits?.open)} reservations are open at rest`);
  }

  async #endOrderly(): Promise<void> {
    const process = this.#process;
    if (process === null) throw new Error('no process is there to be ended');
    await this.#until(process.books.flush());
    await this.#audit();
    await this.#until(process.stop());
    this.#process = null;
    this.#database.forget();
    this.#changes.forget();
    this.#tenants.reload();
    this.#bury();
    this.#checkCalls(this.#processes, { safeUntilMs: Infinity });
    checkMarks(this.#database, this.#report);
    for (const keyId of this.#changes.untouched) checkNotices(this.#database, this.#calls, keyId, this.#report);
  }

  #checkCalls(process: number, end: ProcessEnd): void {
    for (const row of this.#database.rows('select model, version, input, cached_input, output from model_prices')) {
      const price = { input: row.input as bigint, cached: row.cached_input as bigint, output: row.output as bigint };
      this.#calls.prices.set(`${String(row.model)}@${String(row.version)}`, price);
    }
    this.#calls.check(process, end);
    for (const row of this.#database.rows(
      'select lower(hex(id)) as id, status, ending, charge, hour_start from calls order by id',
    ))
      this.#note('row', Object.values(row).map(String).join(' '));
  }

  async #audit(): Promise<void> {
    if (this.#process !== null) await checkAudit(this.#process, this.#report);
  }

  #logger(process: number): Logger {
    const tell = (fields: object, message: string): void => {
      if (process !== this.#living) return;
      this.#note('log', message);
      if (alarms.some((alarm) => message.includes(alarm))) this.#report(`alarm: ${message} ${JSON.stringify(fields)}`);
    };
    return { debug: () => undefined, info: tell, warn: tell, error: tell };
  }

  #note(kind: string, detail: string): void {
    this.#trace.add(this.#clock.monotonicMs(), kind, detail);
  }

  #spillPath(): string {
    return `${simulatedRoot}${String(this.#options.seed)}`;
  }
}
