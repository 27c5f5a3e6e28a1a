import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClaimedItem, QueueItems } from '../platform/queue-items.ts';
import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import { CoalescedTask } from '../platform/coalesced-task.ts';
import { attempt, payloadOf, type Ending } from './attempt-item.ts';
import { backOffMs, type QueueJob } from './queue-job.ts';

/** How late an item may start while there is capacity for it. */
const lookEveryMs = 1000;
const looksPerTidying = 10;
/** At start, and every hour. */
const looksPerBringingForward = 3600;
/** Pause before repeating a write to an item that the database did not accept. */
const rewriteAfterMs = 1000;
/** How long attempts that are running at a stop get to end by themselves. */
const farewellMs = 2000;

export interface RunningQueues {
  /** Asks running items to end, and releases those that have not, so that another node or the next start continues them. */
  stop(): Promise<void>;
}

export interface RunQueuesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly items: QueueItems;
  /** A number in [0, 1). */
  readonly fraction: () => number;
  readonly alarms: OperatorAlarms;
}

interface RunningItem {
  readonly item: ClaimedItem;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Each queue has separate capacity, so that none can block another. */
class QueueRunner implements RunningQueues {
  readonly #jobs: ReadonlyMap<string, QueueJob>;
  readonly #names: readonly string[];
  readonly #options: RunQueuesOptions;
  readonly #running = new Map<string, RunningItem>();
  /** Attempts that ended while the claimed items were being read, whose result may still include them. */
  readonly #endedMeanwhile = new Set<string>();
  readonly #looking = new CoalescedTask(() => this.#look());
  readonly #cancel: () => void;
  #looks = 0;
  #isAway = false;
  #isStopping = false;

  constructor(jobs: readonly QueueJob[], options: RunQueuesOptions) {
    this.#jobs = new Map(jobs.map((job) => [job.queue, job]));
    this.#names = jobs.map(({ queue }) => queue);
    this.#options = options;
    this.#cancel = options.clock.every(lookEveryMs, () => {
      void this.#looking.run();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    const farewell = Promise.withResolvers<undefined>();
    const cancel = this.#options.clock.after(farewellMs, () => {
      farewell.resolve(undefined);
    });
    await Promise.race([this.#endOfAll(), farewell.promise]);
    cancel();
    await Promise.all([...this.#running.values()].map(({ item }) => this.#giveBack(item)));
  }

  async #endOfAll(): Promise<void> {
    const reason = new Error('the service stops');
    for (const { controller } of this.#running.values()) controller.abort(reason);
    // Includes items that are being claimed at this moment.
    await this.#looking.idle();
    for (const { controller } of this.#running.values()) controller.abort(reason);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  async #giveBack(item: ClaimedItem): Promise<void> {
    try {
      await this.#options.items.giveBack(item);
    } catch (error) {
      // A node that detects the end of this process takes the item over.
      const fields = { queue: item.queue, item: String(item.id), reason: String(error) };
      this.#options.logger.warn(fields, 'an item could not be returned to its queue');
    }
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    try {
      const isTidying = this.#looks % looksPerTidying === 0;
      const isBringingForward = this.#looks % looksPerBringingForward === 0;
      this.#looks += 1;
      if (isBringingForward) await this.#options.items.bringForward(this.#names);
      if (isTidying) await this.#takeOver();
      const wanted = this.#isStopping ? [] : this.#wanted();
      const claimed = wanted.length === 0 ? 0 : await this.#options.items.claim(wanted);
      // Also checked periodically: the response to a claim may have been lost.
      this.#endedMeanwhile.clear();
      if (claimed > 0 || isTidying) this.#begin(await this.#options.items.held(this.#names));
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#options.logger.warn({ reason: String(error) }, 'could not load the queues');
      this.#isAway = true;
      this.#looks = 0;
    }
  }

  #wanted(): readonly { readonly queue: string; readonly count: number }[] {
    const taken = new Map<string, number>();
    for (const { item } of this.#running.values()) taken.set(item.queue, (taken.get(item.queue) ?? 0) + 1);
    return [...this.#jobs.values()].flatMap(({ queue, concurrency }) => {
      const count = concurrency - (taken.get(queue) ?? 0);
      return count > 0 ? [{ queue, count }] : [];
    });
  }

  /**
   * If the process of an attempt has ended, the attempt has failed. If several nodes notice this, the claim lets only one of them write.
   */
  async #takeOver(): Promise<void> {
    for (const item of await this.#options.items.orphaned(this.#names)) {
      const job = this.#jobs.get(item.queue);
      if (job !== undefined) await this.#write(job, item, { kind: 'failed', reason: 'its process ended before it did' });
    }
  }

  #begin(held: readonly ClaimedItem[]): void {
    for (const item of held) {
      const job = this.#jobs.get(item.queue);
      const name = `${String(item.id)} ${item.claim}`;
      if (job === undefined || this.#running.has(name) || this.#endedMeanwhile.has(name)) continue;
      const controller = new AbortController();
      const ended = this.#end(job, item, controller).finally(() => {
        this.#running.delete(name);
        this.#endedMeanwhile.add(name);
        if (!this.#isStopping) void this.#looking.run();
      });
      this.#running.set(name, { item, controller, ended });
    }
  }

  /** Never rejects. A write that the database does not accept is repeated, and the item keeps its slot until then. */
  async #end(job: QueueJob, item: ClaimedItem, controller: AbortController): Promise<void> {
    const { clock, items, logger } = this.#options;
    const fields = { queue: item.queue, item: String(item.id) };
    const ending = await attempt({ job, item, controller, clock, items, isStopping: () => this.#isStopping });
    for (;;) {
      try {
        if (!(await this.#write(job, item, ending)))
          logger.info(fields, 'an item has another holder, or its end was already stored');
        return;
      } catch (error) {
        logger.warn({ ...fields, reason: String(error) }, 'could not store the end of an attempt yet');
        // Items that are still running at a stop are released by it.
        if (this.#isStopping) return;
        await new Promise<void>((resolve) => clock.after(rewriteAfterMs, resolve));
      }
    }
  }

  async #write(job: QueueJob, item: ClaimedItem, ending: Ending): Promise<boolean> {
    const { items, logger, fraction, alarms } = this.#options;
    if (ending.kind === 'done') return items.done(item, ending.resultJson);
    if (ending.kind === 'stopped') return items.giveBack(item);
    const { reason } = ending;
    const fields = { queue: item.queue, item: String(item.id), attempts: item.attempts, reason };
    if (ending.kind === 'hopeless' || item.attempts >= job.attemptsMax) {
      // Done first, so that the next process repeats it if this one ends in between.
      if (ending.kind === 'failed') await this.#notifyGaveUp(job, item, reason);
      logger.error(fields, 'an item of a queue failed permanently');
      alarms.raise({ kind: 'job_failing', subject: item.queue, params: { job: item.queue, reason } });
      return items.bury(item, reason);
    }
    logger.warn(fields, 'an attempt at an item of a queue failed');
    return items.retry(item, { reason, afterMs: backOffMs(job.backOff, item.attempts, fraction()) });
  }

  async #notifyGaveUp(job: QueueJob, item: ClaimedItem, reason: string): Promise<void> {
    let payload: unknown;
    try {
      payload = payloadOf(job, item);
    } catch {
      // There is no receiver then. A process that died before reading the item is no reason to take it over repeatedly.
      return;
    }
    await job.gaveUp?.(payload, reason);
  }
}

/** Attempts the items of these queues when they are due. Without queues, no timer runs. */
export function runQueues(jobs: readonly QueueJob[], options: RunQueuesOptions): RunningQueues {
  return jobs.length === 0 ? { stop: () => Promise.resolve() } : new QueueRunner(jobs, options);
}
