import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { silentLogger } from '../platform/logger.ts';
import { createLocalLeases } from '../platform/job-leases.ts';
import { closeUsageHoursJob } from './close-usage-hours.ts';
import { purgeOldRowsJob } from './purge-old-rows.ts';
import { runJobs } from './run-jobs.ts';
import { HeardAlarms } from '../../test/heard-alarms.ts';

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
    const running = runJobs([job], { clock, logger: silentLogger, leases: createLocalLeases(clock), alarms: new HeardAlarms() });
    for (let turn = 0; turn < 3; turn += 1) {
      clock.advance(1000);
      await settle();
    }
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

  void it('run once per period, the first time soon after the start', async () => {
    const clock = new VirtualClock();
    let runs = 0;
    const job = { name: 'hourly', everyMs: 3_600_000, run: () => Promise.resolve(void (runs += 1)) };
    const running = runJobs([job], { clock, logger: silentLogger, leases: createLocalLeases(clock), alarms: new HeardAlarms() });
    for (let minute = 1; minute <= 121; minute += 1) {
      clock.advance(60_000);
      await settle();
      if (minute === 1) assert.equal(runs, 1);
    }
    assert.equal(runs, 3, "noon, one o'clock, two o'clock");
    await running.stop();
  });

  void it('neither close an hour nor purge a day while records wait to be stored', async () => {
    const done: string[] = [];
    const books = { isAccepting: false };
    const note = (name: string) => () => {
      done.push(name);
      return Promise.resolve(0);
    };
    const common = { logger: silentLogger, nowMs: () => 0, booksAccepting: () => books.isAccepting };
    const jobs = [
      closeUsageHoursJob({ ...common, bookingHourMs: () => Promise.resolve(0), close: note('close') }),
      purgeOldRowsJob({
        ...common,
        purgeCalls: note('purge'),
        purgeStrays: note('strays'),
        purgeQueueItems: note('items'),
        purgeMails: note('mails'),
        purgeDeliveries: () => Promise.resolve(0),
        purgeAged: note('aged'),
        purgeChanges: note('changes'),
        emptyAuditPayloads: note('payloads'),
      }),
    ];
    const runs = (): Promise<unknown> => Promise.allSettled(jobs.map((job) => job.run('a lease')));
    await runs();
    assert.deepEqual(done, []);
    books.isAccepting = true;
    await runs();
    assert.deepEqual(done.sort(), ['aged', 'changes', 'close', 'items', 'mails', 'payloads', 'purge', 'strays']);
  });
});
