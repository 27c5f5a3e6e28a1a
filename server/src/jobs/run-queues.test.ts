import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { silentLogger } from '../platform/logger.ts';
import type { QueueItems } from '../platform/queue-items.ts';
import { backOffMs } from './queue-job.ts';
import { runQueues } from './run-queues.ts';
import { HeardAlarms } from '../../test/heard-alarms.ts';

test('without queues nothing ticks and nothing is asked', async () => {
  const clock = new VirtualClock();
  const running = runQueues([], {
    clock,
    logger: silentLogger,
    items: {} as QueueItems,
    fraction: () => 0,
    alarms: new HeardAlarms(),
  });
  assert.equal(clock.timers, 0);
  await running.stop();
});

test('pauses grow with each attempt, apart from each other, and never beyond their bound', () => {
  const backOff = { firstMs: 60_000, factor: 4, maxMs: 86_400_000 };
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7].map((attempts) => backOffMs(backOff, attempts, 0) / 60_000),
    [1, 4, 16, 64, 256, 1024, 1440],
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (at, fraction) => {
        const pauseMs = backOffMs(backOff, at, fraction);
        const mostMs = backOffMs(backOff, at, 0);
        assert.ok(pauseMs <= mostMs && pauseMs >= 0.75 * mostMs - 1 && mostMs <= backOff.maxMs);
      },
    ),
  );
});
