import { z } from 'zod';
import { cardQueue, chargeQueue, type CardTask } from '../../../domain/payments/auto-top-up.ts';
import type { QueueJob } from '../../../jobs/queue-job.ts';
import { hourMs, type TimedJob } from '../../../jobs/timed-job.ts';

/** Creates orders for accounts whose balance has fallen below their limit. */
export function topUpAutomaticallyJob(order: () => Promise<number>): TimedJob {
  return {
    name: 'top-up-automatically',
    everyMs: 15_000,
    async run() {
      await order();
    },
  };
}

const charged = z.object({ id: z.string() });

/**
 * Charges orders to saved cards and queries the results. A payment service that does not respond is queried for weeks, so that no order
 * ends in an unknown state.
 */
export function chargeCardsJob(charge: (order: z.output<typeof charged>) => Promise<string>): QueueJob<z.output<typeof charged>> {
  return {
    queue: chargeQueue,
    payload: charged,
    concurrency: 4,
    attemptsMax: 1000,
    backOff: { firstMs: 5000, factor: 2, maxMs: hourMs / 4 },
    timeLimitMs: 60_000,
    run: (order) => charge(order),
  };
}

const errand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), savingId: z.string() }),
  z.object({ kind: z.literal('forget'), accountId: z.string() }),
]);

/** Queries requests to save cards, and has payment services delete removed cards. */
export function cardTasksJob(run: (errand: CardTask) => Promise<string>): QueueJob<CardTask> {
  return {
    queue: cardQueue,
    payload: errand,
    concurrency: 2,
    attemptsMax: 100,
    backOff: { firstMs: 30_000, factor: 2, maxMs: 6 * hourMs },
    timeLimitMs: 60_000,
    run: (given) => run(given),
  };
}
