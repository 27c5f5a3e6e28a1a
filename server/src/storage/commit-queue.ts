import type { Books, StrayRefusal } from '../domain/books/books.ts';
import type { CallRecord, NoticeDraft, OpenMark } from '../domain/books/call-record.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { batchFromText, batchToText } from './batch.ts';
import { cleanNotice, cleanRecord, cleanStray } from './clean-text.ts';
import { Outbox, batchOf } from './outbox.ts';
import type { Taken } from './outbox.ts';
import { defaultBooksLimits } from './books-options.ts';
import type { BooksLimits, BooksOptions, BooksStats } from './books-options.ts';
import { SpillFile } from './spill-file.ts';
import { StorageStartError } from './storage-error.ts';
import { storeBatch } from './store-batch.ts';
import type { BatchStore, StoreResult } from './store-batch.ts';
import { StrayTally } from './stray-tally.ts';

export type RunningBooks = Books & {
  /**
   * Opens the spill file and stores what an earlier outage left in it. Nothing is accepted before.
   * @throws {StorageStartError}
   */
  start(): Promise<void>;
  /** Makes everything durable, then lets go of the spill file. */
  stop(): Promise<void>;
  stats(): BooksStats;
};

const strayPeriodMs = 60_000;

/** A group on its way to the database; `isSpilled` once it is safe in the file too. */
interface Flight {
  readonly taken: Taken;
  isSpilled: boolean;
}

class CommitQueue implements RunningBooks {
  readonly #store: BatchStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #incarnation: string;
  readonly #spillPath: string;
  readonly #limits: BooksLimits;
  readonly #outbox = new Outbox();
  readonly #tally = new StrayTally();
  readonly #counts = { committedGroups: 0, committedCalls: 0, duplicates: 0, quarantined: 0, dropped: 0 };
  #waiters: { readonly upTo: number; readonly resolve: () => void }[] = [];
  #state: BooksStats['state'] = 'starting';
  #spill: SpillFile | null = null;
  #flight: Flight | null = null;
  #spilling: Taken | null = null;
  #isSpillRunning = false;
  #isSpillBroken = false;
  #isStopping = false;
  #recovery: Promise<void> = Promise.resolve();
  readonly #cancel: { linger?: (() => void) | undefined; probe?: (() => void) | undefined; strays?: (() => void) | undefined } =
    {};

  constructor(options: BooksOptions) {
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#incarnation = options.incarnation;
    this.#spillPath = options.spillPath;
    this.#limits = { ...defaultBooksLimits, ...options.limits };
    this.#store = { engine: options.engine, logger: options.logger, nowMs: () => options.clock.nowMs() };
  }

  get accepting(): boolean {
    return this.#state === 'normal' && this.#held() < this.#limits.recordsMax;
  }

  open(mark: OpenMark): void {
    this.#outbox.addMark(mark);
    this.#schedule();
  }

  close(record: CallRecord, notices: readonly NoticeDraft[]): void {
    if (this.#mustDrop(record)) {
      this.#counts.dropped += 1;
      return;
    }
    this.#outbox.addClosing({ record: cleanRecord(record), notices: notices.length === 0 ? notices : notices.map(cleanNotice) });
    this.#schedule();
  }

  stray(refusal: StrayRefusal): void {
    this.#addStrays(this.#tally.take(cleanStray(refusal)));
  }

  flush(): Promise<void> {
    const upTo = this.#outbox.lastSequence;
    if (this.#oldestPending() > upTo) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ upTo, resolve });
      this.#pump();
      void this.#spillAll();
    });
  }

  async start(): Promise<void> {
    try {
      this.#spill = await SpillFile.open(this.#spillPath, this.#limits.spillBytes);
      await this.#replay(this.#spill);
    } catch (error) {
      await this.#spill?.close();
      throw new StorageStartError(
        `The records set aside in ${this.#spillPath} cannot be opened or stored (${String(error)}): check the free space and the permissions of that folder, then start again.`,
        error,
      );
    }
    this.#cancel.strays = this.#clock.every(strayPeriodMs, () => {
      this.#addStrays(this.#tally.drain());
    });
    this.#state = 'normal';
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#addStrays(this.#tally.drain());
    await this.#recovery;
    await this.flush();
    if (this.#outbox.closedCount > 0)
      this.#logger.error({ lost: this.#outbox.closedCount }, 'call records could not be made durable');
    this.#state = 'stopped';
    for (const cancel of [this.#cancel.linger, this.#cancel.probe, this.#cancel.strays]) cancel?.();
    await this.#spill?.close();
    this.#spill = null;
  }

  stats(): BooksStats {
    return { ...this.#counts, state: this.#state, queued: this.#held(), spillBytesUsed: this.#spill?.usedBytes ?? 0 };
  }

  #held(): number {
    return this.#outbox.size + (this.#flight?.taken.closed.length ?? 0);
  }

  /** While nothing can be stored, the space left belongs to calls that went upstream. */
  #mustDrop(record: CallRecord): boolean {
    if (this.#state === 'normal' || record.ending !== 'refused' || record.charge > 0n || record.uncollected > 0n) return false;
    const isSpillShareUsed = (this.#spill?.usedBytes ?? Infinity) > this.#limits.spillBytes * this.#limits.spillShareOfRefusals;
    return isSpillShareUsed || this.#outbox.size >= this.#limits.recordsMax;
  }

  #addStrays(strays: readonly StrayRefusal[]): void {
    if (this.#outbox.size >= this.#limits.recordsMax) return;
    for (const stray of strays) this.#outbox.addStray(stray);
    if (strays.length > 0) this.#schedule();
  }

  #schedule(): void {
    if (this.#cancel.linger !== undefined || this.#state === 'stopped' || this.#state === 'starting') return;
    this.#cancel.linger = this.#clock.after(this.#limits.lingerMs, () => {
      this.#cancel.linger = undefined;
      this.#pump();
      void this.#spillAll();
    });
  }

  #pump(): void {
    if (this.#state !== 'normal' || this.#flight !== null) return;
    const taken = this.#outbox.take(this.#limits.groupMax, true);
    if (taken === null) return;
    const flight: Flight = { taken, isSpilled: false };
    this.#flight = flight;
    void this.#commit(flight);
  }

  async #commit(flight: Flight): Promise<void> {
    const cancelStuck = this.#clock.after(this.#limits.stuckAfterMs, () => {
      this.#breakDown(`a commit takes longer than ${String(this.#limits.stuckAfterMs)} ms`);
    });
    try {
      this.#count(await storeBatch(this.#store, batchOf(flight.taken), this.#incarnation), flight.taken);
      this.#flight = null;
    } catch (error) {
      this.#flight = null;
      if (!flight.isSpilled) this.#outbox.putBack(flight.taken);
      this.#breakDown(String(error));
    } finally {
      cancelStuck();
    }
    this.#settleWaiters();
    const isHurried = this.#waiters.length > 0 || this.#outbox.closedCount >= this.#limits.groupMax;
    if (this.#state === 'normal' && isHurried) this.#pump();
    else if (this.#outbox.size > 0) this.#schedule();
  }

  #count({ duplicates, quarantined }: StoreResult, taken: Taken): void {
    this.#counts.committedGroups += 1;
    this.#counts.committedCalls += taken.closed.length - duplicates.length - quarantined;
    this.#counts.quarantined += quarantined;
    this.#counts.duplicates += duplicates.length;
    if (duplicates.length > 0) this.#logger.error({ callIds: duplicates }, 'calls were closed twice; the first row stays');
  }

  #breakDown(reason: string): void {
    if (this.#state !== 'normal' && this.#state !== 'recovering') return;
    this.#state = 'outage';
    this.#logger.error({ reason }, 'nothing can be stored: paid calls are refused until it can, records go to the spill file');
    void this.#spillAll();
    this.#probeLater();
  }

  #probeLater(): void {
    this.#cancel.probe = this.#clock.after(this.#limits.probeEveryMs, () => {
      this.#recovery = this.#recover();
    });
  }

  /** Moves everything that is about money out of the memory into the file. One runs at a time. */
  async #spillAll(): Promise<void> {
    // Never beside a replay, which empties the file at its end.
    if (this.#isSpillRunning || this.#spill === null || this.#state !== 'outage') return;
    this.#isSpillRunning = true;
    try {
      const flight = this.#flight;
      if (flight !== null && !flight.isSpilled) {
        await this.#spill.append(batchToText(batchOf(flight.taken), this.#incarnation));
        flight.isSpilled = true;
      }
      while (await this.#spillSome(this.#spill));
      this.#isSpillBroken = false;
    } catch (error) {
      if (!this.#isSpillBroken)
        this.#logger.error({ reason: String(error) }, 'the spill file cannot be written: records wait in memory');
      this.#isSpillBroken = true;
      if (this.#isStopping) this.#settleWaiters(Infinity);
    } finally {
      this.#isSpillRunning = false;
      this.#settleWaiters();
    }
  }

  async #spillSome(spill: SpillFile): Promise<boolean> {
    const taken = this.#state === 'outage' ? this.#outbox.take(this.#limits.groupMax, false) : null;
    if (taken === null) return false;
    this.#spilling = taken;
    try {
      await spill.append(batchToText(batchOf(taken), this.#incarnation));
    } catch (error) {
      this.#outbox.putBack(taken);
      throw error;
    } finally {
      this.#spilling = null;
    }
    return true;
  }

  /** The records themselves are the probe: storage is back when all that waits is stored. */
  async #recover(): Promise<void> {
    if (this.#state !== 'outage') return;
    const spill = this.#spill;
    if (this.#flight !== null || this.#isSpillRunning || spill === null) {
      this.#probeLater();
      return;
    }
    this.#state = 'recovering';
    try {
      await this.#replay(spill);
      await this.#drain();
      this.#state = 'normal';
      this.#logger.info({ dropped: this.#counts.dropped }, 'storage is back: everything set aside is stored');
    } catch (error) {
      this.#breakDown(String(error));
    }
    this.#settleWaiters();
    this.#schedule();
  }

  /** First row per id wins, so a frame may be stored twice. */
  async #replay(spill: SpillFile): Promise<void> {
    if (spill.isEmpty) return;
    for await (const frame of spill.frames()) {
      const { batch, incarnation } = batchFromText(frame);
      const { duplicates, quarantined } = await storeBatch(this.#store, batch, incarnation);
      this.#counts.committedCalls += batch.closed.length - duplicates.length - quarantined;
      this.#counts.quarantined += quarantined;
    }
    await spill.reset();
  }

  async #drain(): Promise<void> {
    for (;;) {
      const taken = this.#outbox.take(this.#limits.groupMax, true);
      if (taken === null) return;
      this.#spilling = taken;
      try {
        this.#count(await storeBatch(this.#store, batchOf(taken), this.#incarnation), taken);
      } catch (error) {
        this.#outbox.putBack(taken);
        throw error;
      } finally {
        this.#spilling = null;
      }
    }
  }

  #oldestPending(): number {
    const flight = this.#flight === null || this.#flight.isSpilled ? Infinity : this.#flight.taken.oldest;
    return Math.min(this.#outbox.oldest(this.#state === 'normal'), flight, this.#spilling?.oldest ?? Infinity);
  }

  #settleWaiters(oldest = this.#oldestPending()): void {
    if (this.#waiters.length === 0) return;
    const due = this.#waiters.filter((waiter) => waiter.upTo < oldest);
    this.#waiters = this.#waiters.filter((waiter) => waiter.upTo >= oldest);
    for (const { resolve } of due) resolve();
  }
}

/**
 * The books over an engine: records wait a moment in memory, are committed in groups, and go to a spill file while the
 * database cannot take them. Nothing taken is lost and nothing is stored twice, whatever happens in between.
 */
export function createBooks(options: BooksOptions): RunningBooks {
  return new CommitQueue(options);
}
