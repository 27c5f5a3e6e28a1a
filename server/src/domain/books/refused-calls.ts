import type { Clock } from '../../platform/clock.ts';
import type { Books } from './books.ts';
import type { CallRecord } from './call-record.ts';

const minuteMs = 60_000;
const minutesPerHour = 60;
const minutesPerDay = 1440;
/** Lower bound of a key's separate rows per minute, for accounts with a low rate limit. */
const rowsPerMinuteMin = 600;

/** Refused calls that are combined into one row. */
interface Fold {
  readonly first: CallRecord;
  count: number;
  model: string | null;
}

type Folds = Map<string, Fold>;

interface KeyMinute {
  rows: number;
  readonly folds: Folds;
}

export interface RefusedCallsOptions {
  readonly clock: Clock;
  readonly books: Pick<Books, 'close'>;
  /** Maximum separate rows per minute for refused calls of one key, whatever the rate limit of its account. */
  readonly rowsPerMinuteMax: number;
  /** Maximum rows per day for refused calls of one account, across its keys. */
  readonly rowsPerDayMax: number;
}

/**
 * Records of calls that ended before anything was reserved. No rate limit applies to them, so a row for each would let any key fill the
 * disk. Within a clock minute, a key gets separate rows up to twice its account's rate limit; further calls are counted and written as one
 * row per key and code when the minute is over. An account that has used up its daily rows gets one row per code and hour from then on,
 * under the first of its keys. Memory grows with the number of refused keys and codes, not of calls.
 */
export class RefusedCalls {
  readonly #options: RefusedCallsOptions;
  readonly #keys = new Map<string, KeyMinute>();
  /** Rows written since the day began, by account. */
  readonly #rowsToday = new Map<string, number>();
  /** Combined rows of the hour by account and code, for accounts that have used up their daily rows. */
  readonly #hourly: Folds = new Map();
  #minute = 0;
  #cancel: (() => void) | null = null;

  constructor(options: RefusedCallsOptions) {
    this.#options = options;
  }

  /** @param requestsPerMinute rate limit of the account; `null` if unlimited. */
  take(record: CallRecord, requestsPerMinute: number | null): void {
    // Uses the time at which the call ended: slow requests from an earlier minute must not switch back to that minute.
    this.#enter(this.#options.clock.nowMs());
    const { keyId, accountId } = record;
    if (this.#hasAllRows(accountId) && !this.#keys.has(keyId)) {
      fold(this.#hourly, accountId, record);
      return;
    }
    const key = this.#keys.get(keyId) ?? { rows: 0, folds: new Map<string, Fold>() };
    this.#keys.set(keyId, key);
    if (key.rows >= this.#rowsFor(requestsPerMinute)) this.#foldOfKey(key, record);
    else if (this.#hasAllRows(accountId)) fold(this.#hourly, accountId, record);
    else {
      key.rows += 1;
      this.#countRow(accountId);
      this.#options.books.close(record, []);
    }
  }

  /** Writes the counts so far. Call this before the books stop, so that a planned stop loses no call. */
  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#endMinute();
    this.#write(this.#hourly);
  }

  #endMinute(): void {
    for (const { folds } of this.#keys.values()) this.#write(folds);
    this.#keys.clear();
  }

  #write(folds: Folds): void {
    for (const { first, count, model } of folds.values()) this.#options.books.close({ ...first, model, count }, []);
    folds.clear();
  }

  /** Adds a call to a combined row of its key. The row counts as one of the day's from its first call. */
  #foldOfKey({ folds }: KeyMinute, record: CallRecord): void {
    const { accountId, errorCode } = record;
    const isNew = !folds.has(foldName('', errorCode));
    if (isNew && this.#hasAllRows(accountId)) {
      fold(this.#hourly, accountId, record);
      return;
    }
    if (isNew) this.#countRow(accountId);
    fold(folds, '', record);
  }

  #hasAllRows(accountId: string): boolean {
    return (this.#rowsToday.get(accountId) ?? 0) >= this.#options.rowsPerDayMax;
  }

  #countRow(accountId: string): void {
    this.#rowsToday.set(accountId, (this.#rowsToday.get(accountId) ?? 0) + 1);
  }

  #rowsFor(requestsPerMinute: number | null): number {
    const { rowsPerMinuteMax } = this.#options;
    return requestsPerMinute === null
      ? rowsPerMinuteMax
      : Math.min(rowsPerMinuteMax, Math.max(rowsPerMinuteMin, 2 * requestsPerMinute));
  }

  /** Closes the previous minute, hour and day if they are over. */
  #enter(nowMs: number): void {
    const [before, minute] = [this.#minute, Math.floor(nowMs / minuteMs)];
    this.#minute = minute;
    if (minute !== before) {
      const isOver = (minutes: number): boolean => Math.floor(minute / minutes) !== Math.floor(before / minutes);
      this.#cancel?.();
      this.#cancel = null;
      this.#endMinute();
      if (isOver(minutesPerHour)) this.#write(this.#hourly);
      if (isOver(minutesPerDay)) this.#rowsToday.clear();
    }
    this.#cancel ??= this.#options.clock.after((minute + 1) * minuteMs - nowMs, () => {
      this.#cancel = null;
      this.#endMinute();
      // Keep the timer, so that the hour's rows are written when it is over even if no other call arrives.
      if (this.#hourly.size > 0) this.#enter(this.#options.clock.nowMs());
    });
  }
}

function foldName(owner: string, errorCode: string | null): string {
  return `${owner} ${errorCode ?? ''}`;
}

/**
 * Adds a call to a combined row, which describes the first of its calls. Its model is `null` if the calls differ in it: usage is kept by
 * model.
 */
function fold(folds: Folds, owner: string, record: CallRecord): void {
  const name = foldName(owner, record.errorCode);
  const known = folds.get(name);
  if (known === undefined) folds.set(name, { first: record, count: record.count, model: record.model });
  else {
    known.count += record.count;
    if (known.model !== record.model) known.model = null;
  }
}
