import { z } from 'zod';
import { refundQueue } from '../../../domain/payments/payout.ts';
import type { QueueJob } from '../../../jobs/queue-job.ts';
import { hourMs } from '../../../jobs/timed-job.ts';

const payload = z.object({ id: z.string(), attempt: z.int(), asked: z.int() });

/** Has payment services refund money, and queries the state of running refunds. A service that does not respond is queried for weeks. */
export function sendRefundsJob(
  send: (question: z.output<typeof payload>) => Promise<string>,
): QueueJob<z.output<typeof payload>> {
  return {
    queue: refundQueue,
    payload,
    concurrency: 4,
    attemptsMax: 200,
    backOff: { firstMs: 5000, factor: 3, maxMs: 6 * hourMs },
    timeLimitMs: 60_000,
    run: (question) => send(question),
  };
}
