import { z } from 'zod';
import {
  webhooksQueue,
  type SendWebhook,
  type WaitingWebhook,
  type WebhookDeliveries,
} from '../../domain/webhooks/webhook-deliveries.ts';
import type { QueueJob } from '../../jobs/queue-job.ts';
import { dayMs, hourMs, type TimedJob } from '../../jobs/timed-job.ts';

/** About a day, by the pauses below. */
const attemptsMax = 8;
/** After this long without a delivery, the webhook is no longer expected to work. */
const failsAtMostMs = 3 * dayMs;
/** Attempts of one account, so that slow servers of a few cannot block all others. */
const perMinute = 12;

const payload = z.object({ id: z.string() });

/** Queues notifications of accounts for their webhooks. Each node checks; the first one does it. */
export function queueWebhooksJob(deliveries: Pick<WebhookDeliveries, 'putDue'>): TimedJob {
  return { name: 'put-webhooks', everyMs: 5000, run: () => deliveries.putDue() };
}

export interface SendWebhooksOptions {
  readonly deliveries: WebhookDeliveries;
  readonly send: SendWebhook;
  readonly nowMs: () => number;
}

/** Sends one event to one address. It arrives at least once, should a process die in between, or the account sees why not. */
export function sendWebhooksJob({ deliveries, send, nowMs }: SendWebhooksOptions): QueueJob<z.output<typeof payload>> {
  const turnsOff = ({ failingSinceMs }: WaitingWebhook): boolean =>
    failingSinceMs !== null && failingSinceMs < nowMs() - failsAtMostMs;

  return {
    queue: webhooksQueue,
    payload,
    concurrency: 8,
    // The event has its own count of attempts; these are for processes that die and accounts that have to wait.
    attemptsMax: 1000,
    backOff: { firstMs: 15_000, factor: 4, maxMs: 6 * hourMs },
    timeLimitMs: 30_000,
    async run({ id }, { signal }) {
      const waiting = await deliveries.find(id);
      if (waiting === null) return 'nothing to do';
      if ((await deliveries.recentAttempts(waiting.accountId)) >= perMinute)
        throw new Error('the account has had as many attempts as there are in a minute');
      signal.throwIfAborted();
      const answer = await send(waiting);
      const { failure } = answer;
      const isLast = waiting.attempts + 1 >= attemptsMax;
      await deliveries.ended(waiting, { ...answer, isLast, turnsOff: failure !== null && turnsOff(waiting) });
      if (failure !== null && !isLast) throw new Error(failure);
      return failure === null ? 'sent' : 'given up';
    },
  };
}
