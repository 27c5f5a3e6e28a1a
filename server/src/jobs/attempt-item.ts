import type { Clock } from '../platform/clock.ts';
import type { ClaimedItem, QueueItems } from '../platform/queue-items.ts';
import type { QueueJob } from './queue-job.ts';

const progressEveryMs = 1000;

/** How an attempt ended. */
export type Ending =
  | { readonly kind: 'done'; readonly resultJson: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** No further attempt can end differently. */
  | { readonly kind: 'hopeless'; readonly reason: string }
  /** Interrupted because the service is stopping. */
  | { readonly kind: 'stopped' };

interface AttemptOptions {
  readonly job: QueueJob;
  readonly item: ClaimedItem;
  readonly controller: AbortController;
  readonly clock: Clock;
  readonly items: Pick<QueueItems, 'progress'>;
  readonly isStopping: () => boolean;
}

/** Serialized within a list, where a missing value becomes `null` too. */
function jsonOf(value: unknown): string {
  return JSON.stringify([value]).slice(1, -1);
}

function progressOf({ item, controller, clock, items }: AttemptOptions): (state: unknown) => Promise<void> {
  let writtenAtMs = -Infinity;
  return async (state) => {
    const nowMs = clock.monotonicMs();
    if (nowMs - writtenAtMs < progressEveryMs || controller.signal.aborted) return;
    writtenAtMs = nowMs;
    // If a report cannot be written, the next one includes it.
    const isOurs = await items.progress(item, jsonOf(state)).catch(() => true);
    if (!isOurs) controller.abort(new Error('the item has another holder'));
  };
}

/** @throws if the job cannot parse the payload. */
export function payloadOf<Payload>(job: QueueJob<Payload>, item: ClaimedItem): Payload {
  return job.payload.parse(JSON.parse(item.payload));
}

/** Runs the job once. It always ends, at the latest at the time limit. Never rejects. */
export async function attempt(options: AttemptOptions): Promise<Ending> {
  const { job, item, controller, clock, isStopping } = options;
  let payload: unknown;
  try {
    payload = payloadOf(job, item);
  } catch (error) {
    return { kind: 'hopeless', reason: `the payload cannot be read: ${String(error)}` };
  }
  const limit = Promise.withResolvers<never>();
  const cancel = clock.after(job.timeLimitMs, () => {
    const error = new Error(`it took longer than ${String(job.timeLimitMs / 1000)} s`);
    controller.abort(error);
    limit.reject(error);
  });
  // In a separate function, so that errors before the first await are caught here as well.
  const run = async (): Promise<unknown> => job.run(payload, { signal: controller.signal, progress: progressOf(options) });
  try {
    return { kind: 'done', resultJson: jsonOf(await Promise.race([run(), limit.promise])) };
  } catch (error) {
    return isStopping() && controller.signal.aborted ? { kind: 'stopped' } : { kind: 'failed', reason: String(error) };
  } finally {
    cancel();
  }
}
