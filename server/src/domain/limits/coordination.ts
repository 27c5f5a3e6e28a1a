import type { CapScope, ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type { NanoCny } from '@tollgate/contract/money';

/** Money limit that a call is admitted against: an account's credits, or the cap of a key or sub-account in one calendar window. */
export interface MoneyLimit {
  readonly scope: 'account' | CapScope;
  /** Names the counter: `acc_…`, `key_…:20261121`, `key_…:202611`, `sub_…:20261121`. */
  readonly window: string;
  /** `null` if spending is counted but not limited. For an account, its total credits. */
  readonly limit: NanoCny | null;
  /** Alert levels of an earlier arming do not silence a later one. */
  readonly arming: number;
}

export interface RateLimits {
  /** Name of the ring and the slots: the id of an account or a key. */
  readonly id: string;
  readonly scope: 'account' | 'key';
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly concurrency: number | null;
}

export interface AdmitRequest {
  readonly callId: string;
  readonly accountId: string;
  readonly keyId: string;
  /** Revision of the account's entry whose limits this request carries; 0 if only one process changes accounts. */
  readonly revision: number;
  /** Wall time of admission, milliseconds. */
  readonly atMs: number;
  /** Checked in order: the account first, then the key. */
  readonly rates: readonly RateLimits[];
  readonly money: readonly MoneyLimit[];
  /** Reserved until the call is settled; the worst case if `strict`. */
  readonly reserve: NanoCny;
  readonly strict: boolean;
  /** Expected tokens, held against `tokensPerMinute`. */
  readonly expectedTokens: number;
  /** Maximum reservation of the account's calls in flight, this one included; one call alone always may. `null`: no limit. */
  readonly heldMax: NanoCny | null;
}

export interface RateState {
  readonly limitRequests: number | null;
  readonly remainingRequests: number | null;
  /** Time until one more request is allowed. */
  readonly resetMs: number;
}

export type AdmitRefusal =
  | { readonly reason: 'rate' | 'tokens' | 'concurrency'; readonly scope: 'account' | 'key'; readonly retryAfterMs: number }
  /** Settled spending alone has reached the limit. */
  | { readonly reason: 'money_spent'; readonly scope: MoneyLimit['scope'] }
  /**
   * Only reservations of running calls block it; `waitingHelps` is `false` if a strict call's own worst case would not fit with nothing else
   * running.
   */
  | { readonly reason: 'money_reserved'; readonly scope: MoneyLimit['scope']; readonly waitingHelps: boolean }
  /** The account's calls in flight would reserve more than `heldMax`. */
  | { readonly reason: 'held' }
  /** The account has changed since its entries were read: read those of `revision` or later, and ask again. */
  | { readonly reason: 'stale'; readonly revision: number }
  /** It is unknown now whether the money is there: coordination is unavailable, and a local share may not decide the call. */
  | { readonly reason: 'unavailable' };

/** An amount reserved for one call. Remembers its windows: a charge after midnight belongs to the day that admitted it. */
export interface Reservation {
  readonly callId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly amount: NanoCny;
  readonly windows: readonly string[];
}

export type Admission =
  | { readonly admitted: true; readonly reservation: Reservation; readonly rate: RateState }
  | { readonly admitted: false; readonly refusal: AdmitRefusal; readonly rate: RateState };

/** A call that a process start which is over has admitted, and that this one carries on. */
export interface InheritedCall {
  readonly reservation: Reservation;
  readonly strict: boolean;
  /** The process starts under whose names it may be recorded. */
  readonly from: readonly string[];
}

export interface Settlement {
  readonly reservation: Reservation;
  /** 0 voids the reservation. Never negative. */
  readonly posted: NanoCny;
  readonly tokens: number;
}

export interface WindowFigures {
  readonly used: NanoCny;
  readonly held: NanoCny;
}

/** A request that costs nothing: the model list, a key's own state, how far a task is. */
export interface FreeRequest {
  readonly accountId: string;
  /** Its counter: the id of its key, and for some kinds of requests a suffix. */
  readonly bucket: string;
  readonly revision: number;
  readonly atMs: number;
  readonly perMinute: number;
}

/** `null`: counted. A number: how long to wait, in ms. `stale`: as for a call. */
export type FreeAnswer = number | null | 'stale';

/**
 * Decides who may spend. `admit` is one atomic step over every limit: a refusal consumes nothing. Exactly one `settle`
 * follows each admission; reservations never expire by themselves.
 */
export interface Coordination {
  /** Loads what `admit` needs for this account, key and sub-account on first use. Single-flight; instant afterwards. */
  prepare(accountId: string, keyId: string, subAccountId?: string | null): Promise<void> | undefined;
  admit(request: AdmitRequest): Admission | Promise<Admission>;
  /**
   * Holds the reservation and the slots of an inherited call under this start's name. Checks no limit: the call was admitted. Idempotent by its
   * id.
   * @throws while coordination is unreachable; to be repeated.
   */
  adopt(call: InheritedCall): Promise<void>;
  /**
   * The answer is sent, and only its delivery is still to be shown: releases the slots of an admitted call, while the money stays reserved until
   * it is settled. A second call, or one after the settlement, changes nothing.
   */
  freeSlots(reservation: Reservation): void | Promise<void>;
  /** Posts or voids, releases the remaining slots, and returns the alert levels this posting reached for the first time. */
  settle(settlement: Settlement): readonly ReachedLevel[] | Promise<readonly ReachedLevel[]>;
  /** Own bucket for free requests. */
  admitFree(request: FreeRequest): FreeAnswer | Promise<FreeAnswer>;
  /**
   * An account or part of it was changed in the database and has this revision now: once this has settled, no admission uses an older one. Never
   * lowers a revision.
   */
  accountChanged(accountId: string, revision: number): void | Promise<void>;
  /** Levels already reached under an account's limit that was just changed (a cap lowered below use pauses at once). */
  reachedLevels(accountId: string, limits: readonly MoneyLimit[]): readonly ReachedLevel[] | Promise<readonly ReachedLevel[]>;
  /** Posted and reserved amounts of a window; loads the account or key on first use. */
  figures(accountId: string, keyId: string | null, windows: readonly string[]): Promise<readonly WindowFigures[]>;
  /** Slots in use by an account. */
  running(accountId: string): number | Promise<number>;
}

/** A call that an incarnation has admitted and not settled. */
export interface OpenReservation extends Reservation {
  readonly incarnation: string;
}

export interface FleetState {
  /**
   * `joining`: connected, but this node has not reported all its figures yet. `waiting`: it has, but other live nodes have not, and local shares
   * decide what was lost with the last epoch. `away`: local shares decide all calls. `fenced`: this incarnation was declared dead and folded, so
   * it admits nothing any more; only a new start helps.
   */
  readonly state: 'ready' | 'joining' | 'waiting' | 'away' | 'fenced';
  /** Live incarnations that have not reported their figures. */
  readonly waitingFor: readonly string[];
  /** Epoch of the state that all nodes share; a different one means that it was lost and reported again. */
  readonly epoch: string | null;
  /** Accounts whose figures this node still has to report. */
  readonly untold: number;
  /** Calls decided by a local share, and losses of the shared state, since the start. */
  readonly decidedLocally: number;
  readonly epochs: number;
}

/** The database's figures of an incarnation. */
export interface BookedFigures {
  /** Posted charges in a window. */
  used(window: string, accountId: string): Promise<NanoCny>;
  /** Windows, by account, in which it has posted since it may have stopped reporting. */
  windows(): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Coordination over many nodes. A node is known by its incarnation: a new name at every process start. */
export interface FleetCoordination extends Coordination {
  /**
   * Checks the server and joins. Until this has settled nothing is admitted. The database must list the incarnation as
   * live before, and not long before: others wait with what they use for the first time until it has joined.
   * @throws a sentence for the operator when the server cannot be used.
   */
  start(): Promise<void>;
  state(): FleetState;
  /** Calls that an incarnation has left open. */
  openCallsOf(incarnation: string): Promise<readonly OpenReservation[]>;
  /**
   * Ends a dead incarnation: nothing more is admitted or posted in its name, its reservations are dropped, and its postings become the
   * database's figures. Call it after the database refuses its commits and holds the void rows of its calls. Idempotent; safe to interrupt
   * anywhere and run again.
   */
  foldIncarnation(incarnation: string, booked: BookedFigures): Promise<void>;
  /** Leaves; calls still open stay open, for recovery. */
  stop(): Promise<void>;
}

/** The nodes that share the state, from the database. */
export interface FleetMembers {
  /** Incarnations that may admit and commit. */
  readonly live: readonly string[];
  /** Declared dead and not yet folded, or dead for less than an hour. */
  readonly dead: readonly string[];
  /** Dead nodes whose calls a live node still has to continue: until then nothing reports their reservations. */
  readonly owed: readonly string[];
}

/** The initial figures of counters: the committed ones, without those of the incarnations in `except`. */
export interface FiguresStore {
  /** Posted charges of an account over all time. */
  accountUsed(accountId: string, except?: readonly string[]): Promise<NanoCny>;
  /** Posted charges of a key or a sub-account in the calendar day and month given, by window name's last part. */
  keyUsed(ownerId: string, day: number, month: number, except?: readonly string[]): Promise<{ day: NanoCny; month: NanoCny }>;
}
