import type { Clock } from '../../platform/clock.ts';
import type { Books } from './books.ts';
import type { CallRecord } from './call-record.ts';

const minuteMs = 60_000;
const minutesPerHour = 60;
const minutesPerDay = 1440;
/** However low the rate of the account is. */
const rowsPerMinuteMin = 600;

/** Calls refused for one reason, unless they have separate rows. */
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
  /** Separate rows per minute for refused calls of one key, whatever the rate of its account. */
  readonly rowsPerMinuteMax: number;
  /** Rows that refused calls of one account get in a day, however many keys it has. */
  readonly rowsPerDayMax: number;
}

/**
 * The records of calls that ended before anything was reserved: no rate limits those, so a row for each would let any key fill the disk. Within
 * a minute of the clock a key gets separate rows up to twice what its account may send; further calls are counted, and become one row per key
 * and code when the minute is over. An account that has used up its rows of the day gets one per code and hour from then on, under the first of
 * its keys. Memory grows with the keys and codes that were refused, not with the calls.
 */
export class RefusedCalls {
  readonly #options: RefusedCallsOptions;
  readonly #keys = new Map<string, KeyMinute>();
  /** Rows of accounts since the day began. */
  readonly #rowsToday = new Map<string, number>();
  /** By account and code, for accounts that have used up their rows. */
  readonly #hourly: Folds = new Map();
  #minute = 0;
  #cancel: (() => void) | null = null;

  constructor(options: RefusedCallsOptions) {
    this.#options = options;
  }

  /** @param requestsPerMinute what the account may send; `null`: as much as it likes. */
  take(record: CallRecord, requestsPerMinute: number | null): void {
    // When the call ended, not when it began: slow requests of an earlier minute must not make the minutes change to and fro.
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

  /** Writes the counts so far. Call it before the books stop: a planned stop loses no call. */
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

  /** A combined row is also one of the day's, and is counted when it begins. */
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

  /** Ends the minute, hour and day before. */
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
      // The rows of the hour are written when it is over, even if nothing else comes.
      if (this.#hourly.size > 0) this.#enter(this.#options.clock.nowMs());
    });
  }
}

function foldName(owner: string, errorCode: string | null): string {
  return `${owner} ${errorCode ?? ''}`;
}

/** The row describes the first of its calls. A model that they do not share is left out: usage is kept by model. */
function fold(folds: Folds, owner: string, record: CallRecord): void {
  const name = foldName(owner, record.errorCode);
  const known = folds.get(name);
  if (known === undefined) folds.set(name, { first: record, count: record.count, model: record.model });
  else {
    known.count += record.count;
    if (known.model !== record.model) known.model = null;
  }
}
