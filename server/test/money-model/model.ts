/** What must be true of money, in plain bigints: one account, its keys, every admitted call. */
export interface ModelCaps {
  readonly id: string;
  dayCap: bigint | null;
  monthCap: bigint | null;
  arming: number;
}

export interface ModelKey extends ModelCaps {
  /** The sub-account of both keys. */
  readonly team: ModelCaps;
  readonly strict: boolean;
  deleted: boolean;
}

interface Bound {
  readonly scope: 'key_day' | 'key_month' | 'sub_account_day' | 'sub_account_month';
  readonly window: string;
  readonly cap: bigint | null;
  readonly arming: number;
}

/** The limits of a key, in the order in which they are checked. */
export function boundsOf(key: ModelKey, { day, month }: { readonly day: number; readonly month: number }): readonly Bound[] {
  const { team } = key;
  return [
    { scope: 'key_day', window: `${key.id}:${String(day)}`, cap: key.dayCap, arming: key.arming },
    { scope: 'key_month', window: `${key.id}:${String(month)}`, cap: key.monthCap, arming: key.arming },
    { scope: 'sub_account_day', window: `${team.id}:${String(day)}`, cap: team.dayCap, arming: team.arming },
    { scope: 'sub_account_month', window: `${team.id}:${String(month)}`, cap: team.monthCap, arming: team.arming },
  ];
}

export interface ModelCall {
  readonly id: string;
  readonly key: ModelKey;
  readonly reserve: bigint;
  /** `key_…:20261121`, `key_…:202611`, `sub_…:20261121`, `sub_…:202611`. */
  readonly windows: readonly string[];
  readonly day: number;
  readonly hourStartMs: number;
  isOpen: boolean;
  /** Certainly in the database; anything else can be lost in a crash, without charge. */
  isDurable: boolean;
  /** Lost in a crash before any of it was committed. */
  isLost: boolean;
  charge: bigint;
  /** Alerts in its record: window, level and arming. */
  notices: readonly string[];
  /** Its cost if it is made; `null` for calls that end with their response. */
  readonly song: SongTask | null;
}

/** A call that continues without its client, and outlives its process. */
export interface SongTask {
  readonly price: bigint;
  readonly deadlineMs: number;
  isCancelAsked: boolean;
}

export type Decision = 'admitted' | 'rate' | 'concurrency' | `spent:${string}` | `reserved:${string}`;

const hourMs = 3_600_000;
const levels = [80n, 90n, 100n];

export class MoneyModel {
  credits = 0n;
  readonly calls = new Map<string, ModelCall>();
  readonly #accountId: string;
  readonly #requestsPerMinute: number;
  readonly #concurrency: number;
  /** Belongs to this process only; a crash loses it. */
  #admittedAtMs: number[] = [];
  #watched = new Map<string, { limit: bigint | null; arming: number; told: Set<bigint> }>();
  #hourSeenMs: number;

  constructor(accountId: string, requestsPerMinute: number, concurrency: number, nowMs: number) {
    this.#accountId = accountId;
    this.#requestsPerMinute = requestsPerMinute;
    this.#concurrency = concurrency;
    this.#hourSeenMs = nowMs;
  }

  /** Windows never reopen: the hour only moves forward. */
  windowsAt(nowMs: number): { readonly day: number; readonly month: number; readonly hourStartMs: number } {
    this.#hourSeenMs = Math.max(this.#hourSeenMs, nowMs);
    const hourStartMs = Math.floor(this.#hourSeenMs / hourMs) * hourMs;
    const date = Temporal.Instant.fromEpochMilliseconds(hourStartMs).toZonedDateTimeISO('+08:00').toPlainDate();
    const month = date.year * 100 + date.month;
    return { day: month * 100 + date.day, month, hourStartMs };
  }

  used(window: string): bigint {
    return this.#sum(window, (call) => (call.isOpen ? 0n : call.charge));
  }

  held(window: string): bigint {
    return this.#sum(window, (call) => (call.isOpen ? call.reserve : 0n));
  }

  open(): ModelCall[] {
    return [...this.calls.values()].filter((call) => call.isOpen);
  }

  decide(key: ModelKey, reserve: bigint, nowMs: number, monotonicMs: number): Decision {
    const bounds = boundsOf(key, this.windowsAt(nowMs));
    if (this.#admittedAtMs.filter((atMs) => monotonicMs - atMs < 60_000).length >= this.#requestsPerMinute) return 'rate';
    if (this.open().length >= this.#concurrency) return 'concurrency';
    const limits = [
      ['account', this.#accountId, this.credits],
      ...bounds.map(({ scope, window, cap }) => [scope, window, cap] as const),
    ] as const;
    const blocked = (does: (used: bigint, held: bigint, limit: bigint) => boolean): string | undefined =>
      limits.find(([, window, limit]) => limit !== null && does(this.used(window), this.held(window), limit))?.[0];
    const spent = blocked((used, _held, limit) => used >= limit);
    if (spent !== undefined) return `spent:${spent}`;
    const reserved = blocked((used, held, limit) => (key.strict ? used + held + reserve > limit : used + held >= limit));
    return reserved === undefined ? 'admitted' : `reserved:${reserved}`;
  }

  /** Calls that end with their response. */
  openCalls(): ModelCall[] {
    return this.open().filter(({ song }) => song === null);
  }

  openSongs(): (ModelCall & { readonly song: SongTask })[] {
    return this.open().flatMap((call) => (call.song === null ? [] : [call as ModelCall & { readonly song: SongTask }]));
  }

  admit(draft: Pick<ModelCall, 'id' | 'key' | 'reserve' | 'song'>, [nowMs, monotonicMs]: readonly [number, number]): ModelCall {
    const { key } = draft;
    const { day, month, hourStartMs } = this.windowsAt(nowMs);
    const bounds = boundsOf(key, { day, month });
    const windows = bounds.map(({ window }) => window);
    const call: ModelCall = {
      ...draft,
      windows,
      day,
      hourStartMs,
      isOpen: true,
      isDurable: false,
      isLost: false,
      charge: 0n,
      notices: [],
    };
    this.calls.set(draft.id, call);
    this.#admittedAtMs.push(monotonicMs);
    for (const { window, cap, arming } of bounds) this.#watch(window, cap, arming);
    return call;
  }

  /** Posts or voids; returns the alerts that are due. */
  settle(call: ModelCall, charge: bigint): void {
    call.isOpen = false;
    call.charge = charge;
    call.notices = charge > 0n ? call.windows.flatMap((window) => this.#due(window)) : [];
  }

  /** After a change of caps, the current windows are compared with the new ones at once. */
  capsChanged(key: ModelKey, nowMs: number): readonly string[] {
    const bounds = boundsOf(key, this.windowsAt(nowMs));
    for (const { window, cap, arming } of bounds) this.#watch(window, cap, arming);
    return bounds.flatMap(({ window }) => this.#due(window));
  }

  /** A new process knows only the database, with its latest hour. */
  restart(nowMs: number, lastBookedMs: number): void {
    this.#admittedAtMs = [];
    this.#watched.clear();
    this.#hourSeenMs = Math.max(nowMs, lastBookedMs);
  }

  #sum(window: string, amountOf: (call: ModelCall) => bigint): bigint {
    let sum = 0n;
    for (const call of this.calls.values()) {
      if (window === this.#accountId || call.windows.includes(window)) sum += amountOf(call);
    }
    return sum;
  }

  #watch(window: string, limit: bigint | null, arming: number): void {
    const known = this.#watched.get(window);
    const told = known?.arming === arming ? known.told : new Set<bigint>();
    this.#watched.set(window, { limit, arming, told });
  }

  #due(window: string): string[] {
    const watched = this.#watched.get(window);
    const limit = watched?.limit ?? null;
    if (watched === undefined || limit === null) return [];
    const { arming, told } = watched;
    const due = levels.filter((level) => !told.has(level) && this.used(window) * 100n >= limit * level);
    for (const level of due) told.add(level);
    return due.filter((level) => limit > 0n || level === 100n).map((level) => `${window} ${String(level)} ${String(arming)}`);
  }
}
