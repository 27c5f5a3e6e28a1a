import type { StrayRefusal } from '../domain/books/books.ts';
import type { OpenMark } from '../domain/books/call-record.ts';
import type { Batch, Closing } from './batch.ts';
import { cleanMark } from './clean-text.ts';
import type { Exposed } from './exposure.ts';

interface Numbered {
  /** Position among all entries ever queued, from which a flush knows where to stop. */
  readonly sequence: number;
}
interface QueuedClosing extends Closing, Numbered {
  /** Monotonic time at which the call ended. */
  readonly atMs: number;
}
interface QueuedMark extends Numbered {
  readonly mark: OpenMark;
}
interface QueuedStray extends Numbered {
  readonly stray: StrayRefusal;
}

/** Entries removed from memory, to be written. */
export interface Taken extends Exposed {
  readonly closed: readonly QueuedClosing[];
  readonly opened: readonly QueuedMark[];
  readonly strays: readonly QueuedStray[];
  /** The smallest sequence number in the group. */
  readonly oldest: number;
}

export function batchOf(taken: Taken): Batch {
  return {
    closed: taken.closed,
    // Cleaned only now: most calls end before their group is taken, and their marks are dropped.
    opened: taken.opened.map((entry) => cleanMark(entry.mark)),
    strays: taken.strays.map((entry) => entry.stray),
  };
}

function oldestOf(lists: readonly (readonly Numbered[])[]): number {
  return Math.min(...lists.map((list) => list[0]?.sequence ?? Infinity));
}

/** The time at which the first of these calls ended. */
function sinceMsOf(closed: readonly QueuedClosing[]): number {
  return closed[0]?.atMs ?? Infinity;
}

/** Entries in memory that wait to become durable, in order. The mark of a call that ends before it is written is dropped. */
export class Unsaved implements Exposed {
  #closed: QueuedClosing[] = [];
  #opened = new Map<string, QueuedMark>();
  #strays: QueuedStray[] = [];
  #sequence = 0;
  #charge = 0n;
  #chargedCount = 0;

  get size(): number {
    return this.#closed.length + this.#opened.size + this.#strays.length;
  }

  get closedCount(): number {
    return this.#closed.length;
  }

  get chargedCount(): number {
    return this.#chargedCount;
  }

  get charge(): bigint {
    return this.#charge;
  }

  get sinceMs(): number {
    return sinceMsOf(this.#closed);
  }

  get lastSequence(): number {
    return this.#sequence;
  }

  addClosing({ record, notices }: Closing, atMs: number): void {
    this.#opened.delete(record.id);
    this.#sequence += 1;
    this.#charge += record.charge;
    if (record.charge > 0n) this.#chargedCount += 1;
    this.#closed.push({ record, notices, sequence: this.#sequence, atMs });
  }

  addMark(mark: OpenMark): void {
    this.#sequence += 1;
    this.#opened.set(mark.id, { mark, sequence: this.#sequence });
  }

  addStray(stray: StrayRefusal): void {
    this.#sequence += 1;
    this.#strays.push({ stray, sequence: this.#sequence });
  }

  /** The smallest sequence number that is still in memory; `Infinity` if there is none. */
  oldest(withStrays: boolean): number {
    const [firstMark] = this.#opened.values();
    return Math.min(oldestOf(withStrays ? [this.#closed, this.#strays] : [this.#closed]), firstMark?.sequence ?? Infinity);
  }

  /** Removes and returns up to `max` entries of each kind; `null` if there are none. */
  take(max: number, withStrays: boolean): Taken | null {
    const closed = this.#closed.splice(0, max);
    const opened: QueuedMark[] = [];
    for (const [id, entry] of this.#opened) {
      if (opened.length >= max) break;
      opened.push(entry);
      this.#opened.delete(id);
    }
    // A long-lived map would keep its outgrown tables and their contents until the next full collection.
    if (this.#opened.size === 0) this.#opened = new Map();
    const strays = withStrays ? this.#strays.splice(0, max) : [];
    if (closed.length + opened.length + strays.length === 0) return null;
    const charge = closed.reduce((sum, { record }) => sum + record.charge, 0n);
    const chargedCount = closed.filter(({ record }) => record.charge > 0n).length;
    this.#charge -= charge;
    this.#chargedCount -= chargedCount;
    return {
      closed,
      opened,
      strays,
      oldest: oldestOf([closed, opened, strays]),
      chargedCount,
      charge,
      sinceMs: sinceMsOf(closed),
    };
  }

  /** Returns entries that could not be made durable to the front of the queue; the marks of calls that have since closed are dropped. */
  putBack(taken: Taken): void {
    this.#closed = [...taken.closed, ...this.#closed];
    this.#charge += taken.charge;
    this.#chargedCount += taken.chargedCount;
    this.#strays = [...taken.strays, ...this.#strays];
    const closedIds = new Set(this.#closed.map((closing) => closing.record.id));
    const opened = taken.opened.filter((entry) => !closedIds.has(entry.mark.id));
    this.#opened = new Map([...opened.map((entry): [string, QueuedMark] => [entry.mark.id, entry]), ...this.#opened]);
  }
}
