import type { Books, StrayRefusal } from '../domain/books/books.ts';
import type { CallRecord, NoticeDraft, OpenMark } from '../domain/books/call-record.ts';
import { afterUnblocked } from '../platform/after-unblocked.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { cleanNotice, cleanRecord, cleanStray } from './clean-text.ts';
import { isTooMuchExposed } from './exposure.ts';
import { Unsaved, batchOf } from './unsaved.ts';
import type { Taken } from './unsaved.ts';
import { FlushWaiters } from './flush-waiters.ts';
import { defaultBooksLimits } from './books-options.ts';
import type { BooksLimits, BooksOptions, BooksStats } from './books-options.ts';
import { SpillLane } from './spill-lane.ts';
import type { Flight } from './spill-lane.ts';
import { StorageError, StorageStartError } from '../storage/storage-error.ts';
import { storeBatch } from './store-batch.ts';
import type { BatchStore, StoreResult } from './store-batch.ts';
import { StrayTally } from './stray-tally.ts';

export type RunningBooks = Books & {
  /**
   * Opens the spill file and stores what an earlier outage left in it. No call is accepted before this has succeeded.
   * @throws {StorageStartError}
   */
  start(): Promise<void>;
  /** Makes everything durable, then closes the spill file. */
  stop(): Promise<void>;
  stats(): BooksStats;
};

const strayPeriodMs = 60_000;

type Timer = (() => void) | undefined;

class CommitQueue implements RunningBooks {
  readonly #store: BatchStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #incarnation: string;
  readonly #spillPath: string;
  readonly #mayAccept: () => boolean;
  readonly #limits: BooksLimits;
  readonly #unsaved = new Unsaved();
  readonly #tally = new StrayTally();
  readonly #counts = { committedGroups: 0, committedCalls: 0, duplicates: 0, quarantined: 0, dropped: 0 };
  readonly #waiters = new FlushWaiters();
  readonly #lane: SpillLane;
  #state: BooksStats['state'] = 'starting';
  #isRefusing = false;
  #flight: Flight | null = null;
  #recovery: Promise<void> = Promise.resolve();
  readonly #cancel: { linger?: Timer; probe?: Timer; refuse?: Timer; strays?: Timer } = {};

  constructor(options: BooksOptions) {
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#incarnation = options.incarnation;
    this.#spillPath = options.spillPath;
    this.#mayAccept = options.mayAccept ?? (() => true);
    this.#limits = { ...defaultBooksLimits, ...options.limits };
    const { spillBytes: bytes, groupMax: entriesPerFrame } = this.#limits;
    this.#lane = new SpillLane({ ...options, path: options.spillPath, bytes, entriesPerFrame });
    this.#store = { engine: options.engine, logger: options.logger, nowMs: () => options.clock.nowMs() };
  }

  get accepting(): boolean {
    if (!this.#mayAccept()) return false;
    if (this.#held() >= this.#limits.recordsMax || this.#isTooMuchExposed()) return false;
    if (this.#state === 'outage' || this.#state === 'recovering') return !this.#isRefusing && !this.#lane.isBroken;
    return this.#state === 'normal';
  }

  #isTooMuchExposed(): boolean {
    const flight = this.#flight === null || this.#flight.isSpilled ? null : this.#flight.taken;
    const parts = [this.#unsaved, flight, this.#lane.moving];
    // Before an outage, `stuckAfterMs` detects slow commits; it allows for a process that was paused.
    return isTooMuchExposed(parts, this.#limits.exposed, this.#clock.monotonicMs(), this.#state === 'outage');
  }

  open(mark: OpenMark): void {
    this.#unsaved.addMark(mark);
    this.#schedule();
  }

  close(record: CallRecord, notices: readonly NoticeDraft[]): void {
    if (this.#mustDrop(record)) {
      this.#counts.dropped += record.count;
      return;
    }
    const closing = { record: cleanRecord(record), notices: notices.length === 0 ? notices : notices.map(cleanNotice) };
    this.#unsaved.addClosing(closing, this.#clock.monotonicMs());
    this.#schedule();
  }

  stray(refusal: StrayRefusal): void {
    this.#addStrays(this.#tally.take(cleanStray(refusal)));
  }

  flush(): Promise<void> {
    const upTo = this.#unsaved.lastSequence;
    if (this.#oldestPending() > upTo) return Promise.resolve();
    const durable = this.#waiters.add(upTo);
    this.#pump();
    void this.#spillAll();
    return durable;
  }

  async start(): Promise<void> {
    try {
      await this.#lane.open();
      await this.#replay();
    } catch (error) {
      await this.#lane.close();
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
    this.#addStrays(this.#tally.drain());
    await this.#recovery;
    try {
      await this.flush();
    } catch {
      // The log line below reports this, with the number of calls.
    }
    if (this.#unsaved.closedCount > 0)
      this.#logger.error({ lost: this.#unsaved.closedCount }, 'could not store call records durably');
    this.#state = 'stopped';
    const { linger, probe, refuse, strays } = this.#cancel;
    for (const cancel of [linger, probe, refuse, strays]) cancel?.();
    await this.#lane.close();
  }

  stats(): BooksStats {
    return { ...this.#counts, state: this.#state, queued: this.#held(), spillBytesUsed: this.#lane.usedBytes };
  }

  #held(): number {
    return this.#unsaved.size + (this.#flight?.taken.closed.length ?? 0);
  }

  /** During an outage, the remaining space is reserved for calls that went upstream. */
  #mustDrop(record: CallRecord): boolean {
    if (this.#state === 'normal' || record.ending !== 'refused' || record.charge > 0n || record.uncollected > 0n) return false;
    const isSpillShareUsed = this.#lane.usedBytes > this.#limits.spillBytes * this.#limits.spillShareOfRefusals;
    return isSpillShareUsed || this.#unsaved.size >= this.#limits.recordsMax;
  }

  #addStrays(strays: readonly StrayRefusal[]): void {
    if (this.#unsaved.size >= this.#limits.recordsMax) return;
    for (const stray of strays) this.#unsaved.addStray(stray);
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
    const taken = this.#unsaved.take(this.#limits.groupMax, true);
    if (taken === null) return;
    void this.#commit({ taken, isSpilled: false });
  }

  /** Stores a group. Entries that cannot be stored go back to the queue, unless the spill file has them. */
  async #storeFlight(flight: Flight): Promise<void> {
    this.#flight = flight;
    try {
      this.#count(await storeBatch(this.#store, batchOf(flight.taken), this.#incarnation), flight.taken);
      this.#noteStored();
    } catch (error) {
      if (!flight.isSpilled) this.#unsaved.putBack(flight.taken);
      throw error;
    } finally {
      this.#flight = null;
    }
  }

  async #commit(flight: Flight): Promise<void> {
    const cancelStuck = afterUnblocked(this.#clock, this.#limits.stuckAfterMs, () => {
      this.#breakDown(`a commit takes longer than ${String(this.#limits.stuckAfterMs)} ms`, this.#limits.refuseAfterMs);
    });
    try {
      await this.#storeFlight(flight);
      // The commit was only slow. A disk that paused for a moment costs no more than that moment.
      if (this.#state === 'outage') this.#probeAfter(this.#limits.lingerMs);
    } catch (error) {
      this.#breakDown(String(error), this.#limits.refuseAfterFaultMs);
    } finally {
      cancelStuck();
    }
    this.#waiters.settle(this.#oldestPending());
    const isHurried = this.#waiters.areAny || this.#unsaved.closedCount >= this.#limits.groupMax;
    if (this.#state === 'normal' && isHurried) this.#pump();
    else if (this.#unsaved.size > 0) this.#schedule();
  }

  #count({ duplicates, quarantined }: StoreResult, taken: Taken): void {
    this.#counts.committedGroups += 1;
    this.#counts.committedCalls += taken.closed.length - duplicates.length - quarantined;
    this.#counts.quarantined += quarantined;
    this.#counts.duplicates += duplicates.length;
    if (duplicates.length > 0) this.#logger.error({ callIds: duplicates }, 'calls were closed twice; the first row is kept');
  }

  #breakDown(reason: string, graceMs: number): void {
    if (graceMs === 0) this.#isRefusing = true;
    if (this.#state !== 'normal' && this.#state !== 'recovering') return;
    if (this.#state === 'normal') {
      this.#logger.error({ reason }, 'storage is unavailable: records go to the spill file until it is back');
      this.#refuseAfter(graceMs);
    }
    this.#state = 'outage';
    void this.#spillAll();
    this.#probeAfter(this.#limits.probeEveryMs);
  }

  /** A database that stores something is working: its grace period starts again. */
  #noteStored(): void {
    if (this.#state === 'outage' || this.#state === 'recovering') this.#refuseAfter(this.#limits.refuseAfterMs);
  }

  #refuseAfter(graceMs: number): void {
    this.#cancel.refuse?.();
    this.#cancel.refuse = this.#clock.after(graceMs, () => {
      this.#isRefusing = true;
    });
  }

  #probeAfter(delayMs: number): void {
    this.#cancel.probe?.();
    this.#cancel.probe = this.#clock.after(delayMs, () => {
      this.#recovery = this.#recover();
    });
  }

  async #spillAll(): Promise<void> {
    // Never runs during a replay, which empties the file at its end.
    if (this.#state !== 'outage' || this.#lane.isBusy) return;
    await this.#lane.moveAll(this.#unsaved, this.#flight, () => this.#state === 'outage');
    this.#waiters.settle(this.#oldestPending());
    if (this.#lane.isBroken)
      this.#waiters.fail(new StorageError('outage', 'neither the database nor the spill file can be written'));
  }

  /** The records themselves are the probe: storage is back when every waiting record is stored. */
  async #recover(): Promise<void> {
    if (this.#state !== 'outage') return;
    if (this.#flight !== null || this.#lane.isBusy) {
      this.#probeAfter(this.#limits.probeEveryMs);
      return;
    }
    this.#state = 'recovering';
    try {
      await this.#replay();
      await this.#drain();
      this.#return();
    } catch (error) {
      this.#breakDown(String(error), this.#limits.refuseAfterFaultMs);
    }
    this.#waiters.settle(this.#oldestPending());
    this.#schedule();
  }

  #return(): void {
    this.#state = 'normal';
    this.#isRefusing = false;
    this.#cancel.refuse?.();
    this.#logger.info({ dropped: this.#counts.dropped }, 'storage is back: every record from the spill file is stored');
  }

  async #replay(): Promise<void> {
    const { committed, quarantined } = await this.#lane.storeAll(this.#store, () => {
      this.#noteStored();
    });
    this.#counts.committedCalls += committed;
    this.#counts.quarantined += quarantined;
  }

  async #drain(): Promise<void> {
    for (;;) {
      const taken = this.#unsaved.take(this.#limits.groupMax, true);
      if (taken === null) return;
      await this.#storeFlight({ taken, isSpilled: false });
    }
  }

  #oldestPending(): number {
    const flight = this.#flight === null || this.#flight.isSpilled ? Infinity : this.#flight.taken.oldest;
    return Math.min(this.#unsaved.oldest(this.#state === 'normal'), flight, this.#lane.moving?.oldest ?? Infinity);
  }
}

/**
 * Creates the books of an engine. Records wait briefly in memory, are committed in groups, and go to a spill file while the database is
 * unavailable. No accepted record is lost or stored twice.
 */
export function createBooks(options: BooksOptions): RunningBooks {
  return new CommitQueue(options);
}
