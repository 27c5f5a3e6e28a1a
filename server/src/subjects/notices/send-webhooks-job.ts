import { z } from 'zod';
import {
  webhooksQueue,
  type SendWebhook,
  type WaitingWebhook,
  type WebhookDeliveries,
} from '../../domain/webhooks/webhook-deliveries.ts';
import type { QueueJob } from '../../jobs/queue-job.ts';
import { dayMs, hourMs, type TimedJob } from '../../jobs/timed-job.ts';

/** Covers about a day with the pauses below. */
const attemptsMax = 8;
/** After this long without a delivery, the webhook is considered broken. */
const failsAtMostMs = 3 * dayMs;
/** Per account, so that slow servers of a few accounts cannot block all others. */
const perMinute = 12;

const payload = z.object({ id: z.string() });

/** Queues account notifications for their webhooks. Each node checks; the first one queues them. */
export function queueWebhooksJob(deliveries: Pick<WebhookDeliveries, 'putDue'>): TimedJob {
  return { name: 'put-webhooks', everyMs: 5000, run: () => deliveries.putDue() };
}

export interface SendWebhooksOptions {
  readonly deliveries: WebhookDeliveries;
  readonly send: SendWebhook;
  readonly nowMs: () => number;
}

/**
 * Sends one event to one address. If a process dies meanwhile, the event can arrive twice. If it does not arrive, the account sees the
 * reason.
 */
export function sendWebhooksJob({ deliveries, send, nowMs }: SendWebhooksOptions): QueueJob<z.output<typeof payload>> {
  const turnsOff = ({ failingSinceMs }: WaitingWebhook): boolean =>
    failingSinceMs !== null && failingSinceMs < nowMs() - failsAtMostMs;

  return {
    queue: webhooksQueue,
    payload,
    concurrency: 8,
    // The event counts its own attempts. This limit covers process crashes and accounts that must wait.
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
