import type { Clock } from '../../platform/clock.ts';
import type { Books } from './books.ts';
import type { CallRecord } from './call-record.ts';

const minuteMs = 60_000;
/** However low the rate of the account is. */
const rowsPerMinuteMin = 600;

/** Calls of one key refused for one reason, as far as they have no rows of their own. */
interface Fold {
  readonly first: CallRecord;
  count: number;
  model: string | null;
}

interface KeyMinute {
  rows: number;
  readonly folds: Map<string, Fold>;
}

export interface RefusedCallsOptions {
  readonly clock: Clock;
  readonly books: Pick<Books, 'close'>;
  /** Rows of their own that refused calls of one key get in a minute, whatever the rate of its account. */
  readonly rowsPerMinuteMax: number;
}

/**
 * The records of calls that were over before anything was reserved: no rate bounds those, so a row for each would let any key
 * fill the disk. In a minute of the clock a key gets rows of its own up to twice what its account may send; what comes beyond
 * is counted, and becomes one row per key and code when the minute is over. What is held meanwhile grows with the keys and
 * codes that were refused, not with the calls.
 */
export class RefusedCalls {
  readonly #options: RefusedCallsOptions;
  readonly #keys = new Map<string, KeyMinute>();
  #minute = 0;
  #cancel: (() => void) | null = null;

  constructor(options: RefusedCallsOptions) {
    this.#options = options;
  }

  /** @param requestsPerMinute what the account may send; `null`: as much as it likes. */
  take(record: CallRecord, requestsPerMinute: number | null): void {
    // When the call ended, not when it began: slow requests of an earlier minute must not make the minutes change to and fro.
    this.#enter(this.#options.clock.nowMs());
    const key = this.#keys.get(record.keyId) ?? { rows: 0, folds: new Map<string, Fold>() };
    this.#keys.set(record.keyId, key);
    if (key.rows < this.#rowsFor(requestsPerMinute)) {
      key.rows += 1;
      this.#options.books.close(record, []);
    } else fold(key, record);
  }

  /** Writes what was counted so far. To be called before the books stop: a planned stop loses no call. */
  close(): void {
    this.#cancel?.();
    this.#cancel = null;
    for (const { folds } of this.#keys.values()) {
      for (const { first, count, model } of folds.values()) this.#options.books.close({ ...first, model, count }, []);
    }
    this.#keys.clear();
  }

  #rowsFor(requestsPerMinute: number | null): number {
    const { rowsPerMinuteMax } = this.#options;
    return requestsPerMinute === null
      ? rowsPerMinuteMax
      : Math.min(rowsPerMinuteMax, Math.max(rowsPerMinuteMin, 2 * requestsPerMinute));
  }

  #enter(nowMs: number): void {
    const minute = Math.floor(nowMs / minuteMs);
    if (minute !== this.#minute) this.close();
    this.#minute = minute;
    this.#cancel ??= this.#options.clock.after((minute + 1) * minuteMs - nowMs, () => {
      this.close();
    });
  }
}

/** The row is the first of the calls it stands for. A model that they do not share is left out: usage is kept by model. */
function fold({ folds }: KeyMinute, record: CallRecord): void {
  const code = record.errorCode ?? '';
  const known = folds.get(code);
  if (known === undefined) folds.set(code, { first: record, count: record.count, model: record.model });
  else {
    known.count += record.count;
    if (known.model !== record.model) known.model = null;
  }
}
