import type { NanoCny } from '@tollgate/contract/money';

/** One bound on money that a call must fit under: an account's credits, or a key's cap in one calendar window. */
export interface MoneyLimit {
  readonly scope: 'account' | 'key_day' | 'key_month';
  /** Names the counter: `acc_…`, `key_…:20261121`, `key_…:202611`. */
  readonly window: string;
  /** `null`: counted, not bounded. For an account, its total credits. */
  readonly limit: NanoCny | null;
  /** Alert levels of an earlier arming do not silence a later one. */
  readonly arming: number;
}

export interface RateLimits {
  /** Names the ring and the slots: an account's or a key's id. */
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
  /** Wall time of admission, milliseconds. */
  readonly atMs: number;
  /** Checked in order: the account first, then the key. */
  readonly rates: readonly RateLimits[];
  readonly money: readonly MoneyLimit[];
  /** Set aside until the call is settled; the worst case when `strict`. */
  readonly reserve: NanoCny;
  readonly strict: boolean;
  /** Expected tokens, held against `tokensPerMinute`. */
  readonly expectedTokens: number;
}

export interface RateState {
  readonly limitRequests: number | null;
  readonly remainingRequests: number | null;
  /** Until one more request is free again. */
  readonly resetMs: number;
}

export type AdmitRefusal =
  | { readonly reason: 'rate' | 'tokens' | 'concurrency'; readonly scope: 'account' | 'key'; readonly retryAfterMs: number }
  /** Settled spending alone has reached the limit. */
  | { readonly reason: 'money_spent'; readonly scope: MoneyLimit['scope'] }
  /**
   * Only reservations of running calls stand in the way; `waitingHelps` is `false` when a strict call's own worst case
   * would not fit with nothing else running.
   */
  | { readonly reason: 'money_reserved'; readonly scope: MoneyLimit['scope']; readonly waitingHelps: boolean };

/** An amount set aside for one call. Remembers its windows: a charge after midnight belongs to the day that admitted it. */
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

/** A spending alert level reached by settled spending; unique per window, level and arming. */
export interface ReachedLevel {
  readonly window: string;
  readonly scope: 'key_day' | 'key_month';
  readonly level: 80 | 90 | 100;
  readonly arming: number;
  readonly limit: NanoCny;
  readonly used: NanoCny;
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

/**
 * Decides who may spend. `admit` is one atomic step over every limit: a refusal consumes nothing. Exactly one `settle`
 * follows each admission; reservations never expire by themselves.
 */
export interface Coordination {
  /** Loads what `admit` needs for this account and key on first use. Single-flight; instant afterwards. */
  prepare(accountId: string, keyId: string): Promise<void> | undefined;
  admit(request: AdmitRequest): Admission | Promise<Admission>;
  /** Posts or voids, frees the slots, and answers the alert levels this posting reached for the first time. */
  settle(settlement: Settlement): readonly ReachedLevel[] | Promise<readonly ReachedLevel[]>;
  /** Own bucket for free requests (model list, key state): counts one, or answers how long to wait in ms. */
  admitFree(keyId: string, atMs: number, perMinute: number): number | null;
  /** Levels already reached under a limit that was just changed (a cap lowered below use pauses at once). */
  reachedLevels(limits: readonly MoneyLimit[]): readonly ReachedLevel[];
  /** What a window has posted and set aside; loads the account or key on first use. */
  figures(accountId: string, keyId: string | null, windows: readonly string[]): Promise<readonly WindowFigures[]>;
  /** Slots in use by an account. */
  running(accountId: string): number;
}

/** Where counters start from: what earlier processes have committed. */
export interface FiguresStore {
  /** Posted charges of an account over all time. */
  accountUsed(accountId: string): Promise<NanoCny>;
  /** Posted charges of a key in the calendar day and month given, by window name's last part. */
  keyUsed(keyId: string, day: number, month: number): Promise<{ day: NanoCny; month: NanoCny }>;
}
