import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { CoalescedTask } from '../platform/coalesced-task.ts';
import type { ChangeRow, ChangesStore } from './ports.ts';

export interface FollowOptions {
  readonly store: ChangesStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process start. */
  readonly incarnation: string;
  readonly everyMs: number;
  /** Updates the entries of an account in memory. */
  readonly accountChanged: (accountId: string) => Promise<void>;
  /** The same for every account of a plan. */
  readonly planChanged: (planId: string) => Promise<void>;
  readonly catalogChanged: () => Promise<void>;
  /** Called when announcements, above all maintenance, have changed. */
  readonly newsChanged: () => Promise<void>;
}

export interface FollowedChanges {
  /** By the monotonic clock: every earlier change is known here. */
  readonly knownUntilMs: number;
  /**
   * Resolves when every earlier change is known here.
   * @throws if that cannot be determined.
   */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Follows changes by other nodes. Coordination announces a change at once; even while it is unavailable, a change is known everywhere
 * within one period. Changes are numbered in the order in which they were committed.
 *
 * It never misses a change that was deleted. A start begins after the last change, with nothing older in memory except the catalogue and
 * the announcements, which are loaded again. A change that some live node has not applied is kept, however long that node is unreachable. A
 * node that was declared dead meanwhile ends and starts again.
 */
export async function followChanges(options: FollowOptions): Promise<FollowedChanges> {
  const { store, clock, logger, incarnation, everyMs } = options;
  let knownUntilMs = clock.monotonicMs();
  let seen = await store.latest();
  // The earlier load may lack a change that was made in between.
  await options.catalogChanged();
  await options.newsChanged();
  await store.seen(incarnation, seen);

  /** Returns whether there may be more. */
  async function readSome(): Promise<boolean> {
    const rows = await store.after(seen);
    const changed = (kind: ChangeRow['kind']): readonly string[] => [
      ...new Set(rows.filter((row) => row.kind === kind).map(({ objectId }) => objectId)),
    ];
    await Promise.all(changed('plan').map(options.planChanged));
    await Promise.all(changed('account').map(options.accountChanged));
    if (changed('catalog').length > 0) await options.catalogChanged();
    if (changed('news').length > 0) await options.newsChanged();
    const last = rows.at(-1);
    if (last === undefined) return false;
    await store.seen(incarnation, last.seq);
    // Only now, so that changes that could not be loaded are read again.
    seen = last.seq;
    return true;
  }

  /** Reads up to the last change; many changes arrive in several batches. */
  async function read(): Promise<void> {
    const startedMs = clock.monotonicMs();
    while (await readSome());
    knownUntilMs = startedMs;
  }

  const reading = new CoalescedTask(read);
  const cancel = clock.every(everyMs, () => {
    reading.run().catch((error: unknown) => {
      logger.warn({ reason: String(error) }, 'could not load the changes made at other nodes');
    });
  });
  return {
    get knownUntilMs() {
      return knownUntilMs;
    },
    catchUp: () => reading.run(),
    async stop() {
      cancel();
      await reading.idle();
    },
  };
}
