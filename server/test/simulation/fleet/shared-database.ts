import type { Reservation } from '../../../src/domain/limits/coordination.ts';
import type { InheritedTask } from '../../../src/domain/tasks/task-ownership.ts';
import type { ChangeRow, NodeRow } from '../../../src/fleet/ports.ts';
import type { Clock } from '../../../src/platform/clock.ts';

const hourMs = 3_600_000;

/** A key as stored in the database. All keys of an account are strict, or none is. */
export interface StoredKey {
  readonly accountId: string;
  readonly keyId: string;
  readonly strict: boolean;
  /** Concurrent calls of the account. */
  readonly concurrency: number | null;
  /** Credits of the account. */
  credits: bigint | null;
  dailyCap: bigint | null;
  monthlyCap: bigint | null;
}

/** A committed call. */
export interface SettledCall {
  readonly callId: string;
  readonly windows: readonly string[];
  readonly posted: bigint;
  readonly hourStartMs: number;
}

type TaskState = 'submitting' | 'running' | 'completed' | 'failed';

/** A task as stored in the database. */
export interface StoredTask {
  readonly reservation: Reservation;
  readonly strict: boolean;
  state: TaskState;
  /** The owner. */
  incarnation: string;
  from: readonly string[];
  upstreamId: string | null;
}

interface Node extends Pick<NodeRow, 'incarnation' | 'name' | 'startedAtMs'> {
  state: 'live' | 'dead';
  heartbeatAtMs: number;
  deafSinceMs: number | null;
  recoveredAtMs: number | null;
  seen: number;
}

/** The database of a world. Every step is one transaction, and its time is always right. */
export class SharedDatabase {
  readonly settings = new Map<string, string>();
  readonly keys: StoredKey[] = [];
  readonly changes: ChangeRow[] = [];
  /** Called when a task failed because its node died. */
  onVoid: (callId: string) => void = () => undefined;
  /** Called when an incarnation was declared dead; the database's figures of it are now final. */
  onDead: (incarnation: string) => void = () => undefined;
  readonly #clock: Clock;
  readonly #nodes = new Map<string, Node>();
  /** By incarnation and window. */
  readonly #committed = new Map<string, Map<string, bigint>>();
  readonly #calls = new Map<string, bigint>();
  readonly tasks = new Map<string, StoredTask>();
  lastHourMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  register(incarnation: string, name: string): void {
    const nowMs = this.#clock.nowMs();
    const fresh = { startedAtMs: nowMs, heartbeatAtMs: nowMs, deafSinceMs: null, recoveredAtMs: null, seen: this.changes.length };
    this.#nodes.set(incarnation, { incarnation, name, state: 'live', ...fresh });
  }

  beat(incarnation: string, hears: boolean): boolean {
    const node = this.#nodes.get(incarnation);
    if (node?.state !== 'live') return false;
    node.heartbeatAtMs = this.#clock.nowMs();
    node.deafSinceMs = hears ? null : (node.deafSinceMs ?? node.heartbeatAtMs);
    return true;
  }

  list(): readonly NodeRow[] {
    const nowMs = this.#clock.nowMs();
    return [...this.#nodes.values()]
      .filter(({ state, recoveredAtMs }) => state === 'live' || recoveredAtMs === null || recoveredAtMs > nowMs - hourMs)
      .map(({ incarnation, name, state, startedAtMs, heartbeatAtMs, deafSinceMs, recoveredAtMs }) => ({
        incarnation,
        name,
        state,
        startedAtMs,
        heartbeatAtMs,
        isRecovered: recoveredAtMs !== null,
        silentMs: nowMs - heartbeatAtMs,
        deafMs: deafSinceMs === null ? null : nowMs - deafSinceMs,
      }));
  }

  declareDead(incarnation: string, silentMs: number): boolean {
    const node = this.#nodes.get(incarnation);
    if (node?.state !== 'live' || node.heartbeatAtMs > this.#clock.nowMs() - silentMs) return false;
    node.state = 'dead';
    this.onDead(incarnation);
    return true;
  }

  recovered(incarnation: string): void {
    const node = this.#nodes.get(incarnation);
    if (node?.state === 'dead') node.recoveredAtMs = this.#clock.nowMs();
  }

  isRecovered(incarnation: string): boolean {
    return (this.#nodes.get(incarnation)?.recoveredAtMs ?? null) !== null;
  }

  isLive(incarnation: string): boolean {
    return this.#nodes.get(incarnation)?.state === 'live';
  }

  /** `false`: the incarnation was declared dead and can commit nothing more. */
  commit(incarnation: string, calls: readonly SettledCall[]): boolean {
    if (!this.isLive(incarnation)) return false;
    const of = this.#committed.get(incarnation) ?? new Map<string, bigint>();
    this.#committed.set(incarnation, of);
    for (const { callId, windows, posted, hourStartMs } of calls) {
      // Repeated because the first response was lost.
      if (this.#calls.has(callId)) continue;
      this.#calls.set(callId, posted);
      for (const window of windows) of.set(window, (of.get(window) ?? 0n) + posted);
      this.lastHourMs = Math.max(this.lastHourMs, hourStartMs);
    }
    return true;
  }

  /** The charge in the first row of a call; `null` without a row. */
  chargeOf(callId: string): bigint | null {
    return this.#calls.get(callId) ?? null;
  }

  /** `false`: the process that starts it was declared dead. */
  beginTask(incarnation: string, reservation: Reservation, strict: boolean): boolean {
    if (!this.isLive(incarnation)) return false;
    const task: StoredTask = { reservation, strict, incarnation, state: 'submitting', from: [], upstreamId: null };
    this.tasks.set(reservation.callId, task);
    return true;
  }

  /** Updates a task if this incarnation owns it and it is in the expected state. */
  moveTask(incarnation: string, callId: string, from: TaskState, to: Partial<StoredTask>): boolean {
    const task = this.tasks.get(callId);
    if (task?.incarnation !== incarnation || task.state !== from) return false;
    Object.assign(task, to);
    return true;
  }

  /** Tasks that may have been submitted have failed and are void, like every other open call. */
  voidTasks(incarnation: string, by: string): void {
    for (const [callId, task] of this.tasks) {
      if (task.incarnation !== incarnation) continue;
      if (task.state === 'submitting') {
        task.state = 'failed';
        this.onVoid(callId);
      }
      if (task.state === 'failed') this.commit(by, [{ callId, windows: [], posted: 0n, hourStartMs: 0 }]);
    }
  }

  inherit(by: string, from: string): void {
    if (!this.isLive(by)) return;
    for (const task of this.tasks.values()) {
      if (task.incarnation !== from || task.state !== 'running') continue;
      task.incarnation = by;
      task.from = [...task.from, from];
    }
  }

  inherited(by: string): readonly InheritedTask[] {
    return [...this.tasks.values()]
      .filter(({ incarnation, from, state }) => incarnation === by && from.length > 0 && state === 'running')
      .map(({ reservation, strict, from }) => ({ reservation, strict, from, isBooked: this.#calls.has(reservation.callId) }));
  }

  held(by: string, callId: string): void {
    const task = this.tasks.get(callId);
    if (task?.incarnation === by) task.from = [];
  }

  owed(): readonly string[] {
    return [...this.tasks.values()]
      .filter(({ state }) => state === 'running')
      .flatMap(({ incarnation, from }) => (this.isLive(incarnation) ? from : [...from, incarnation]));
  }

  postedBy(incarnation: string, window: string): bigint {
    return this.#committed.get(incarnation)?.get(window) ?? 0n;
  }

  /** Windows by account. */
  postedIn(incarnation: string): ReadonlyMap<string, readonly string[]> {
    const windows = new Map<string, string[]>();
    for (const { accountId, keyId } of this.keys) {
      const names = [...(this.#committed.get(incarnation)?.keys() ?? [])];
      const own = names.filter((name) => name.startsWith(`${keyId}:`));
      if (own.length > 0) windows.set(accountId, [...(windows.get(accountId) ?? [accountId]), ...own]);
    }
    return windows;
  }

  posted(window: string, except: readonly string[]): bigint {
    let sum = 0n;
    for (const [incarnation, of] of this.#committed) if (!except.includes(incarnation)) sum += of.get(window) ?? 0n;
    return sum;
  }

  /** Records a change of an account, or of anything in it, for other nodes. Returns its number. */
  changed(accountId: string): number {
    const seq = this.changes.length + 1;
    this.changes.push({ seq, kind: 'account', objectId: accountId });
    return seq;
  }

  seen(incarnation: string, seq: number): void {
    const node = this.#nodes.get(incarnation);
    if (node !== undefined) node.seen = Math.max(node.seen, seq);
  }

  behind(seq: number): readonly string[] {
    return [...this.#nodes.values()].filter((node) => node.state === 'live' && node.seen < seq).map(({ name }) => name);
  }
}
