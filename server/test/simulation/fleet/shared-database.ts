import type { ChangeRow, NodeRow } from '../../../src/fleet/ports.ts';
import type { Clock } from '../../../src/platform/clock.ts';

const hourMs = 3_600_000;

/** A key as the database has it. All keys of an account are strict or none is. */
export interface StoredKey {
  readonly accountId: string;
  readonly keyId: string;
  readonly strict: boolean;
  /** Calls of the account at once. */
  readonly concurrency: number | null;
  /** Of the account. */
  credits: bigint | null;
  dailyCap: bigint | null;
  monthlyCap: bigint | null;
}

/** A call as it is committed. */
export interface SettledCall {
  readonly callId: string;
  readonly windows: readonly string[];
  readonly posted: bigint;
  readonly hourStartMs: number;
}

interface Node extends Pick<NodeRow, 'incarnation' | 'name' | 'startedAtMs'> {
  state: 'live' | 'dead';
  heartbeatAtMs: number;
  deafSinceMs: number | null;
  recoveredAtMs: number | null;
  seen: number;
}

/** What a world's database holds. Every step is one transaction; it is never wrong about the time. */
export class SharedDatabase {
  readonly settings = new Map<string, string>();
  readonly keys: StoredKey[] = [];
  readonly changes: ChangeRow[] = [];
  /** An incarnation was declared dead: what the database has of it now is all that will ever be. */
  onDead: (incarnation: string) => void = () => undefined;
  readonly #clock: Clock;
  readonly #nodes = new Map<string, Node>();
  /** By incarnation and window. */
  readonly #committed = new Map<string, Map<string, bigint>>();
  readonly #calls = new Set<string>();
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
        ...{ incarnation, name, state, startedAtMs, heartbeatAtMs },
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

  /** `false`: the incarnation was declared dead, and commits nothing more. */
  commit(incarnation: string, calls: readonly SettledCall[]): boolean {
    if (!this.isLive(incarnation)) return false;
    const of = this.#committed.get(incarnation) ?? new Map<string, bigint>();
    this.#committed.set(incarnation, of);
    for (const { callId, windows, posted, hourStartMs } of calls) {
      // Said twice where the first answer was lost.
      if (this.#calls.has(callId)) continue;
      this.#calls.add(callId);
      for (const window of windows) of.set(window, (of.get(window) ?? 0n) + posted);
      this.lastHourMs = Math.max(this.lastHourMs, hourStartMs);
    }
    return true;
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

  /** An account, or anything of it, was changed: notes it for the others. Answers its number. */
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
