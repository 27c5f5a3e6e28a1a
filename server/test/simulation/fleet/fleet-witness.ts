import type { AdmitRequest, MoneyLimit } from '../../../src/domain/limits/coordination.ts';
import { momentIn } from '../../../src/domain/limits/calendar.ts';
import { parseWindow } from '../../../src/domain/limits/window.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { deadAfterMs, type FleetNode } from './fleet-node.ts';
import type { SharedDatabase } from './shared-database.ts';

/** The tolerance between clocks, plus the duration of a query. */
const dayToleranceMs = 12_000;
/** A change applies at once. During a fault, it applies when a node has read the database again or admits nothing more. */
const lateChangeMs = deadAfterMs;

interface Open {
  readonly incarnation: string;
  readonly windows: readonly string[];
  readonly reserve: bigint;
  /** Continues when its node is gone. */
  readonly isTask?: true;
}

/** The lowest values between the request for a call and its result. */
export interface Asking {
  readonly request: AdmitRequest;
  readonly node: FleetNode;
  readonly startedMs: number;
  readonly spoken: Map<string, bigint>;
  /** Running calls of the account. */
  running: number;
  /** Whether every node could know the figures of all others the whole time. */
  isAllWell: boolean;
}

export interface FleetWitnessOptions {
  readonly clock: Clock;
  readonly timeZone: string;
  readonly database: SharedDatabase;
  readonly nodes: () => readonly FleetNode[];
  /** Number of nodes when all run. */
  readonly nodesMax: number;
  /** Maximum reservation of one call. */
  readonly reserveMax: bigint;
  readonly violation: (what: string) => void;
}

/**
 * Separately tracks what all nodes together have posted and reserved, and checks every admission against it. A strict cap is never
 * exceeded. Any other limit holds while there is no fault, and is never exceeded by more than the documented bound.
 */
export class FleetWitness {
  readonly counts = { admitted: 0, exact: 0, beyond: 0, beyondPercentMax: 0, lateChanges: 0 };
  readonly #options: FleetWitnessOptions;
  /** By incarnation and window. */
  readonly #posted = new Map<string, Map<string, bigint>>();
  /** The highest limit ever in force. */
  readonly #highest = new Map<string, bigint>();
  /** Windows that once had no limit, so that any amount may have been lent. */
  readonly #unbounded = new Set<string>();
  readonly #overspent = new Map<string, bigint>();
  readonly #open = new Map<string, Open>();
  /** Calls settled with more than was reserved, with the difference that other nodes do not know yet. */
  readonly #onItsWay = new Map<string, Open>();
  readonly #askings = new Set<Asking>();
  /** Incarnations that ended with figures only they knew, and are not settled yet. */
  readonly #lost = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #revisions = new Map<string, { revision: number; sinceMs: number }[]>();

  constructor(options: FleetWitnessOptions) {
    this.#options = options;
  }

  asks(node: FleetNode, request: AdmitRequest): Asking {
    const spoken = new Map(request.money.map(({ window }) => [window, this.#spoken(window)]));
    const startedMs = this.#options.clock.monotonicMs();
    const running = this.#running(request.accountId);
    const asking: Asking = { request, node, startedMs, spoken, running, isAllWell: this.#isAllWell() };
    this.#askings.add(asking);
    return asking;
  }

  refused(asking: Asking): void {
    this.#askings.delete(asking);
  }

  admitted(asking: Asking): void {
    const { request, node } = asking;
    const { callId, money, reserve } = request;
    this.#look();
    this.#askings.delete(asking);
    this.counts.admitted += 1;
    if (asking.isAllWell) this.counts.exact += 1;
    for (const limit of money) this.#checkLimit(asking, limit);
    this.#checkSlots(asking);
    this.#checkDay(request);
    this.#checkRevision(asking);
    if (this.#open.has(callId)) this.#violation(`${callId} was admitted twice`);
    const { incarnation } = node.surroundings;
    // A process that is gone delivers nothing.
    if (!this.#gone.has(incarnation))
      this.#open.set(callId, { incarnation, windows: money.map(({ window }) => window), reserve });
  }

  settled(callId: string, posted: bigint): void {
    const call = this.#open.get(callId);
    if (call === undefined) return;
    this.#open.delete(callId);
    if (posted > call.reserve) this.#onItsWay.set(callId, { ...call, reserve: posted - call.reserve });
    for (const window of call.windows) this.#add(call, window, posted);
    this.#look();
  }

  becameTask(callId: string): void {
    const call = this.#open.get(callId);
    if (call !== undefined) this.#open.set(callId, { ...call, isTask: true });
  }

  /** This process now commits the call's row. */
  owns(callId: string, incarnation: string): void {
    const call = this.#open.get(callId);
    if (call !== undefined) this.#open.set(callId, { ...call, incarnation });
  }

  /** The call has its row, and its money is neither reserved nor expected. */
  isOver(callId: string): void {
    this.#open.delete(callId);
    this.#look();
  }

  /** Other nodes can now know the settled amount of a call. */
  told(callId: string): void {
    this.#onItsWay.delete(callId);
  }

  /**
   * From now on only the database's figures of an incarnation count: its open calls are void, its uncommitted delivered ones are
   * uncollected.
   */
  ended(incarnation: string): void {
    if (this.#gone.has(incarnation)) return;
    this.#gone.add(incarnation);
    this.#lost.add(incarnation);
    for (const calls of [this.#open, this.#onItsWay]) {
      for (const [callId, call] of calls)
        if (call.incarnation === incarnation && !this.#goesOn(callId, call)) calls.delete(callId);
    }
    this.#look();
  }

  /** A change has its response: from now on no call may use the earlier state. */
  changed(accountId: string, revision: number): void {
    const known = this.#revisions.get(accountId) ?? [];
    known.push({ revision, sinceMs: this.#options.clock.monotonicMs() });
    this.#revisions.set(accountId, known);
  }

  used(window: string): bigint {
    const { database } = this.#options;
    let sum = 0n;
    for (const [incarnation, windows] of this.#posted)
      sum += this.#gone.has(incarnation) ? database.postedBy(incarnation, window) : (windows.get(window) ?? 0n);
    return sum;
  }

  get windows(): readonly string[] {
    return [...new Set([...this.#posted.values()].flatMap((windows) => [...windows.keys()]))];
  }

  get open(): number {
    return this.#open.size;
  }

  #checkLimit(asking: Asking, { window, limit }: MoneyLimit): void {
    if (limit === null) this.#unbounded.add(window);
    if (limit === null) return;
    if (limit > (this.#highest.get(window) ?? 0n)) this.#highest.set(window, limit);
    const { request, node } = asking;
    const { callId, reserve, strict } = request;
    const spoken = asking.spoken.get(window) ?? 0n;
    const whose = `[${this.#shares(window)}] ${callId} at ${node.surroundings.incarnation}`;
    const where = `${whose} to ${window}: ${String(spoken)} + ${String(reserve)} of ${String(limit)}`;
    if (strict && spoken + reserve > limit) this.#violation(`a strict cap is passed by ${where}`);
    if (!strict && spoken >= limit) this.#passed(asking, window, where);
  }

  /** An ordinary limit, which only a divided fleet may exceed. */
  #passed({ request, spoken, isAllWell }: Asking, window: string, where: string): void {
    this.counts.beyond += 1;
    if (isAllWell) this.#violation(`although all is well, ${where} was admitted`);
    // Amounts granted before the limit existed, or was lower, are not loans.
    if (this.#unbounded.has(window)) return;
    const [soFar, highest] = [spoken.get(window) ?? 0n, this.#highest.get(window) ?? 0n];
    const beyond = soFar + request.reserve - highest;
    if (highest > 0n) this.counts.beyondPercentMax = Math.max(this.counts.beyondPercentMax, Number((beyond * 100n) / highest));
    if (soFar >= this.#reachable(window)) this.#violation(`beyond the bound of a fleet in pieces, ${where} was admitted`);
  }

  /**
   * How far isolated nodes can go: amounts granted under the highest limit, their shares of it, one call each, and the cost of calls beyond
   * their reservations.
   */
  #reachable(window: string): bigint {
    const nodes = BigInt(this.#options.nodesMax);
    const highest = this.#highest.get(window) ?? 0n;
    const shares = (highest * (nodes - 1n)) / nodes;
    return highest + shares + nodes * this.#options.reserveMax + (this.#overspent.get(window) ?? 0n);
  }

  #checkSlots({ request, isAllWell, running }: Asking): void {
    const { concurrency = null } = request.rates[0] ?? {};
    if (concurrency === null || !isAllWell || running < concurrency) return;
    this.#violation(
      `${request.callId} is one more than the ${String(concurrency)} calls that ${request.accountId} may have at once`,
    );
  }

  #checkDay({ callId, money }: AdmitRequest): void {
    const { clock, timeZone } = this.#options;
    const nowMs = clock.nowMs();
    const days = [nowMs - dayToleranceMs, nowMs, nowMs + dayToleranceMs].map((atMs) => momentIn(atMs, timeZone).day);
    for (const { window } of money) {
      const { scope, period } = parseWindow(window);
      if (scope === 'key_day' && !days.includes(period))
        this.#violation(`${callId} counts in ${String(period)} although it is ${String(days[1])}`);
    }
  }

  #checkRevision({ request, startedMs, isAllWell }: Asking): void {
    const graceMs = isAllWell ? 0 : lateChangeMs;
    for (const { revision, sinceMs } of this.#revisions.get(request.accountId) ?? []) {
      if (revision <= request.revision || startedMs <= sinceMs) continue;
      this.counts.lateChanges += 1;
      if (startedMs > sinceMs + graceMs)
        this.#violation(`${request.callId} was admitted under ${String(request.revision)} after change ${String(revision)}`);
    }
  }

  /** Updates the values that running requests may rely on. */
  #look(): void {
    const isAllWell = this.#isAllWell();
    for (const asking of this.#askings) {
      asking.isAllWell &&= isAllWell;
      asking.running = Math.min(asking.running, this.#running(asking.request.accountId));
      for (const [window, spoken] of asking.spoken) {
        const now = this.#spoken(window);
        if (now < spoken) asking.spoken.set(window, now);
      }
    }
  }

  #isAllWell(): boolean {
    const { database, nodes } = this.#options;
    for (const incarnation of this.#lost) if (database.isRecovered(incarnation)) this.#lost.delete(incarnation);
    return (
      this.#lost.size === 0 &&
      nodes().every(({ coordination }) => {
        const { state, untold } = coordination.state();
        return state === 'ready' && untold === 0;
      })
    );
  }

  /** Work that the database knows as a task is never lost; it may have to be voided, and then says so. */
  #goesOn(callId: string, { isTask }: Open): boolean {
    return isTask === true && this.#options.database.tasks.has(callId);
  }

  /** For a task booked by a process that is gone, the books have its cost. */
  #isBooked(callId: string, { isTask, incarnation }: Open): boolean {
    return isTask === true && this.#gone.has(incarnation) && this.#options.database.chargeOf(callId) !== null;
  }

  #running(accountId: string): number {
    let running = 0;
    for (const { windows } of this.#open.values()) if (windows.includes(accountId)) running += 1;
    return running;
  }

  #spoken(window: string): bigint {
    let sum = this.used(window);
    for (const [callId, call] of this.#open)
      if (call.windows.includes(window) && !this.#isBooked(callId, call)) sum += call.reserve;
    for (const { windows, reserve } of this.#onItsWay.values()) if (windows.includes(window)) sum -= reserve;
    return sum;
  }

  /** The shares of all nodes, for debugging. */
  #shares(window: string): string {
    const posted = [...this.#posted].map(([incarnation, windows]) => {
      const end = this.#gone.has(incarnation)
        ? ` of which ${String(this.#options.database.postedBy(incarnation, window))} is booked`
        : '';
      return `${incarnation} ${String(windows.get(window) ?? 0n)}${end}`;
    });
    const open = [...this.#open].filter(([, { windows }]) => windows.includes(window));
    return [...posted, ...open.map(([callId, { incarnation, reserve }]) => `${incarnation} ${callId} ${String(reserve)}`)].join(
      ', ',
    );
  }

  #add({ incarnation, reserve }: Open, window: string, posted: bigint): void {
    if (posted > reserve) this.#overspent.set(window, (this.#overspent.get(window) ?? 0n) + posted - reserve);
    const windows = this.#posted.get(incarnation) ?? new Map<string, bigint>();
    windows.set(window, (windows.get(window) ?? 0n) + posted);
    this.#posted.set(incarnation, windows);
  }

  #violation(what: string): void {
    this.#options.violation(what);
  }
}
