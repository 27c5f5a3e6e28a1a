import { z } from 'zod';
import { orderQueue } from '../../../domain/payments/order-queue.ts';
import type { QueueJob } from '../../../jobs/queue-job.ts';
import { hourMs } from '../../../jobs/timed-job.ts';

const payload = z.object({ id: z.string(), isLast: z.boolean(), isPaid: z.boolean().optional() });

/** Queries payment services about open orders, because a report may never arrive. A service that does not respond is queried again. */
export function queryOrdersJob(ask: (order: z.output<typeof payload>) => Promise<string>): QueueJob<z.output<typeof payload>> {
  return {
    queue: orderQueue,
    payload,
    concurrency: 4,
    // The last query ends the order, so it is repeated for days rather than dropped.
    attemptsMax: 100,
    backOff: { firstMs: 30_000, factor: 2, maxMs: hourMs },
    timeLimitMs: 60_000,
    run: (order) => ask(order),
  };
}
