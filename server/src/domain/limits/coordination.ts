import type { CapScope, ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type { NanoCny } from '@tollgate/contract/money';

/** A money limit that a call is checked against: an account's credits, or the cap of a key or sub-account in one calendar window. */
export interface MoneyLimit {
  readonly scope: 'account' | CapScope;
  /** The counter's name: `acc_…`, `key_…:20261121`, `key_…:202611`, `sub_…:20261121`. */
  readonly window: string;
  /** `null` if spending is counted but not limited. For an account, its total credits. */
  readonly limit: NanoCny | null;
  /** Alert levels announced under an earlier arming are announced again under a later one. */
  readonly arming: number;
}

export interface RateLimits {
  /** Identifies the rate window and the slots: the ID of an account or a key. */
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
  /** Revision of the account whose limits this request contains; 0 if only one process changes accounts. */
  readonly revision: number;
  /** Wall-clock time of admission in milliseconds. */
  readonly atMs: number;
  /** Checked in order: the account first, then the key. */
  readonly rates: readonly RateLimits[];
  readonly money: readonly MoneyLimit[];
  /** Reserved until the call is settled; the worst case if `strict`. */
  readonly reserve: NanoCny;
  readonly strict: boolean;
  /** Expected tokens, counted against `tokensPerMinute`. */
  readonly expectedTokens: number;
  /** Maximum total reservation of the account's running calls, including this one. A single call is always allowed. `null` for no limit. */
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
  /** Posted spending alone has reached the limit. */
  | { readonly reason: 'money_spent'; readonly scope: MoneyLimit['scope'] }
  /**
   * Reservations of running calls block the call. `waitingHelps` is `false` if a strict call's own worst case would not fit even with no
   * other call running.
   */
  | { readonly reason: 'money_reserved'; readonly scope: MoneyLimit['scope']; readonly waitingHelps: boolean }
  /** The account's running calls would reserve more than `heldMax`. */
  | { readonly reason: 'held' }
  /** The account changed after its entries were read. Read those of `revision` or later, and ask again. */
  | { readonly reason: 'stale'; readonly revision: number }
  /** It cannot be determined now whether there is enough money: coordination is unavailable, and a local share may not decide this call. */
  | { readonly reason: 'unavailable' };

/** An amount reserved for one call. It includes the call's windows: a charge after midnight belongs to the day of admission. */
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

/** A call that an ended process start admitted, and that this one continues. */
export interface InheritedCall {
  readonly reservation: Reservation;
  readonly strict: boolean;
  /** The process starts under whose names the call may be recorded. */
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

/** A free request: the model list, a key's own state, the state of a task. */
export interface FreeRequest {
  readonly accountId: string;
  /** The counter of the request: the ID of its key, with a suffix for some kinds of requests. */
  readonly bucket: string;
  readonly revision: number;
  readonly atMs: number;
  readonly perMinute: number;
}

/** `null` if the request was counted, a number for the wait in ms, `stale` as for a call. */
export type FreeAnswer = number | null | 'stale';

/**
 * Decides which calls may spend money. `admit` checks every limit in one atomic step; a refusal consumes nothing. Exactly one `settle`
 * follows each admission. Reservations never expire by themselves.
 */
export interface Coordination {
  /** Loads what `admit` needs for this account, key and sub-account on first use. Single-flight, and immediate afterwards. */
  prepare(accountId: string, keyId: string, subAccountId?: string | null): Promise<void> | undefined;
  admit(request: AdmitRequest): Admission | Promise<Admission>;
  /**
   * Takes over the reservation and the slots of an inherited call under the name of this process start. Checks no limit, because the call
   * was already admitted. Idempotent by call ID.
   * @throws while coordination is unreachable; repeat the call.
   */
  adopt(call: InheritedCall): Promise<void>;
  /**
   * Releases the slots of an admitted call whose answer was sent and whose delivery is not yet confirmed. The money stays reserved until
   * the call is settled. A second call, or one after the settlement, has no effect.
   */
  freeSlots(reservation: Reservation): void | Promise<void>;
  /** Posts or voids the amount, releases the remaining slots, and returns the alert levels that this posting reached for the first time. */
  settle(settlement: Settlement): readonly ReachedLevel[] | Promise<readonly ReachedLevel[]>;
  /** Counts a free request in its own bucket. */
  admitFree(request: FreeRequest): FreeAnswer | Promise<FreeAnswer>;
  /**
   * An account, or a part of it, was changed in the database and now has this revision. Once this has resolved, no admission uses an older
   * one. Never lowers a revision.
   */
  accountChanged(accountId: string, revision: number): void | Promise<void>;
  /** Levels already reached under a limit that was just changed. A cap lowered below the current spending pauses the key at once. */
  reachedLevels(accountId: string, limits: readonly MoneyLimit[]): readonly ReachedLevel[] | Promise<readonly ReachedLevel[]>;
  /** Posted and reserved amounts of windows; loads the account or key on first use. */
  figures(accountId: string, keyId: string | null, windows: readonly string[]): Promise<readonly WindowFigures[]>;
  /** Number of slots that an account uses. */
  running(accountId: string): number | Promise<number>;
}

/** A call that an incarnation has admitted and not settled. */
export interface OpenReservation extends Reservation {
  readonly incarnation: string;
}

export interface FleetState {
  /**
   * `joining`: connected, but this node has not reported all its figures yet. `waiting`: this node has, but other live nodes have not, and
   * local shares decide what was lost with the last epoch. `away`: local shares decide all calls. `fenced`: this incarnation was declared
   * dead and folded. It admits nothing more, and only a new start helps.
   */
  readonly state: 'ready' | 'joining' | 'waiting' | 'away' | 'fenced';
  /** Live incarnations that have not reported their figures. */
  readonly waitingFor: readonly string[];
  /** Epoch of the shared state. A different one means that the state was lost and reported again. */
  readonly epoch: string | null;
  /** Accounts whose figures this node still has to report. */
  readonly untold: number;
  /** Calls decided by a local share, and losses of the shared state, since start. */
  readonly decidedLocally: number;
  readonly epochs: number;
}

/** The database's figures of an incarnation. */
export interface BookedFigures {
  /** Posted charges in a window. */
  used(window: string, accountId: string): Promise<NanoCny>;
  /** Windows, by account, in which the incarnation has posted since it may have stopped reporting. */
  windows(): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Coordination across many nodes. A node is identified by its incarnation, a new name for every process start. */
export interface FleetCoordination extends Coordination {
  /**
   * Checks the server and joins. Nothing is admitted until this has resolved. The database must list the incarnation as live before this
   * call, but not long before: until it has joined, other nodes cannot start new windows.
   * @throws a sentence for the operator if the server cannot be used.
   */
  start(): Promise<void>;
  state(): FleetState;
  /** Calls that an incarnation has left open. */
  openCallsOf(incarnation: string): Promise<readonly OpenReservation[]>;
  /**
   * Ends a dead incarnation. Nothing more is admitted or posted in its name, its reservations are dropped, and its postings become the
   * database's figures. Call this once the database refuses its commits and contains the void rows of its calls. Idempotent; safe to
   * interrupt anywhere and run again.
   */
  foldIncarnation(incarnation: string, booked: BookedFigures): Promise<void>;
  /** Leaves the fleet. Open calls stay open, for recovery. */
  stop(): Promise<void>;
}

/** The nodes that share the state, from the database. */
export interface FleetMembers {
  /** Incarnations that may admit and commit. */
  readonly live: readonly string[];
  /** Incarnations that are declared dead and not yet folded, or were folded less than an hour ago. */
  readonly dead: readonly string[];
  /** Dead incarnations whose calls a live node still has to continue. Until then, nothing reports their reservations. */
  readonly owed: readonly string[];
}

/** The initial values of counters: committed figures, without those of the incarnations in `except`. */
export interface FiguresStore {
  /** An account's posted charges of all time. */
  accountUsed(accountId: string, except?: readonly string[]): Promise<NanoCny>;
  /** Posted charges of a key or sub-account in the given calendar day and month. */
  keyUsed(ownerId: string, day: number, month: number, except?: readonly string[]): Promise<{ day: NanoCny; month: NanoCny }>;
}
