import type { StrayRefusal } from '../domain/books/books.ts';

const periodMs = 60_000;
/** Separate rows per address and minute; further refusals become one row with a count. */
const rowsPerAddress = 10;
/** Separate rows per minute across all addresses, so that a botnet cannot fill the disk. */
const rowsPerPeriod = 1000;
const addressesMax = 10_000;

interface Tally {
  count: number;
  folded: number;
  last: StrayRefusal;
}

/** Groups requests that belong to no account: a minute of a scanner's requests becomes a few rows and a count. */
export class StrayTally {
  readonly #addresses = new Map<string, Tally>();
  #period = 0;
  #rows = 0;

  /** Returns the rows to write: the refusal itself, and the counts of the previous minute once it is over. */
  take(refusal: StrayRefusal): StrayRefusal[] {
    const period = Math.floor(refusal.atMs / periodMs);
    const due = period === this.#period ? [] : this.drain();
    this.#period = period;
    const address = this.#addresses.has(refusal.sourceIp) || this.#addresses.size < addressesMax ? refusal.sourceIp : 'others';
    const tally = this.#addresses.get(address) ?? { count: 0, folded: 0, last: refusal };
    this.#addresses.set(address, tally);
    tally.count += 1;
    tally.last = refusal;
    if (tally.count <= rowsPerAddress && this.#rows < rowsPerPeriod) {
      this.#rows += 1;
      due.push(refusal);
    } else tally.folded += 1;
    return due;
  }

  /** Returns the counts so far as rows, and starts again from zero. */
  drain(): StrayRefusal[] {
    const due: StrayRefusal[] = [];
    for (const [sourceIp, { folded, last }] of this.#addresses) {
      if (folded > 0) due.push({ ...last, sourceIp, count: folded });
    }
    this.#addresses.clear();
    this.#rows = 0;
    return due;
  }
}
