import { z } from 'zod';
import { robotsQueue, type AlarmDeliveries, type Robot, type RobotSender } from '../../../domain/alarms/robots.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { QueueJob } from '../../../jobs/queue-job.ts';
import { hourMs, type TimedJob } from '../../../jobs/timed-job.ts';

/** Covers about a day with the pauses below; later, the alarm is outdated. */
const attemptsMax = 8;

const payload = z.object({ id: z.string() });

/** Queues due alarms for the chat bots. Each node checks; the first one queues them. */
export function queueAlarmsJob(deliveries: Pick<AlarmDeliveries, 'queueDue'>): TimedJob {
  return { name: 'tell-alarms', everyMs: 5000, run: () => deliveries.queueDue() };
}

export interface SendAlarmsOptions {
  readonly deliveries: AlarmDeliveries;
  readonly sender: RobotSender;
  readonly perMinute: (kind: Robot['kind']) => number;
  readonly logger: Logger;
}

/**
 * Sends one message to one chat bot. If a process dies meanwhile, the message can arrive twice. If it does not arrive, operators see the
 * reason.
 */
export function sendAlarmsJob({ deliveries, sender, perMinute, logger }: SendAlarmsOptions): QueueJob<z.output<typeof payload>> {
  return {
    queue: robotsQueue,
    payload,
    concurrency: 1,
    // The message counts its own attempts. This limit covers process crashes and chat bots at their rate limit.
    attemptsMax: 1000,
    backOff: { firstMs: 15_000, factor: 4, maxMs: 6 * hourMs },
    timeLimitMs: 60_000,
    async run({ id }, { signal }) {
      const waiting = await deliveries.find(id);
      if (waiting === null) return 'nothing to do';
      const { robot, message, attempts } = waiting;
      if ((await deliveries.recentAttempts(robot.id)) >= perMinute(robot.kind))
        throw new Error('the chat bot has reached its message limit for this minute');
      signal.throwIfAborted();
      const failure = await sender.send(robot, message);
      const isLast = attempts + 1 >= attemptsMax;
      await deliveries.ended(waiting, failure, isLast);
      if (failure === null) return 'sent';
      if (!isLast) throw new Error(failure);
      logger.error({ robot: robot.name, kind: message.kind, reason: failure }, 'could not send an alarm to a chat bot');
      return 'given up';
    },
  };
}
