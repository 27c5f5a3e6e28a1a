import { z } from 'zod';
import { orderQueue } from '../../../domain/payments/order-queue.ts';
import type { QueueJob } from '../../../jobs/queue-job.ts';
import { hourMs } from '../../../jobs/timed-job.ts';

const payload = z.object({ id: z.string(), isLast: z.boolean(), isPaid: z.boolean().optional() });

/** Queries payment services about open orders: a report may never come. A service that does not answer is queried again. */
export function queryOrdersJob(ask: (order: z.output<typeof payload>) => Promise<string>): QueueJob<z.output<typeof payload>> {
  return {
    queue: orderQueue,
    payload,
    concurrency: 4,
    // The last question ends the order: it is asked for days rather than dropped.
    attemptsMax: 100,
    backOff: { firstMs: 30_000, factor: 2, maxMs: hourMs },
    timeLimitMs: 60_000,
    run: (order) => ask(order),
  };
}
