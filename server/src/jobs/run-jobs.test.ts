import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { silentLogger } from '../platform/logger.ts';
import { createJobs } from './registry.ts';
import type { JobPorts } from './registry.ts';
import { runJobs } from './run-jobs.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

void describe('jobs', () => {
  void it('run at their period, never beside themselves, and again after a failure', async () => {
    const clock = new VirtualClock();
    const first = Promise.withResolvers<undefined>();
    let runs = 0;
    const job = {
      name: 'slow',
      everyMs: 1000,
      async run() {
        runs += 1;
        if (runs === 1) await first.promise;
        if (runs === 2) throw new Error('this turn fails');
      },
    };
    const running = runJobs([job], { clock, logger: silentLogger });
    clock.advance(3500);
    assert.equal(runs, 1, 'the first run is still going');
    first.resolve(undefined);
    await settle();
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(1000);
      await settle();
    }
    assert.equal(runs, 3);
    await running.stop();
    clock.advance(5000);
    assert.equal(runs, 3);
    assert.equal(clock.timers, 0);
  });

  void it('neither close an hour nor purge a day while records wait to be stored', async () => {
    const done: string[] = [];
    const books = { isAccepting: false };
    const note = (name: string) => () => {
      done.push(name);
      return Promise.resolve(0);
    };
    const ports: JobPorts = {
      logger: silentLogger,
      nowMs: () => 0,
      bookingHourMs: () => 0,
      booksAccepting: () => books.isAccepting,
      closeUsageHours: note('close'),
      purgeCalls: note('purge'),
      purgeStrays: note('strays'),
      auditBooks: () => Promise.resolve({ ok: true, differenceNano: '0', findingsCount: 0 }),
    };
    for (const job of createJobs(ports)) await job.run();
    assert.deepEqual(done, []);
    books.isAccepting = true;
    for (const job of createJobs(ports)) await job.run();
    assert.deepEqual(done, ['close', 'purge', 'strays']);
  });
});
