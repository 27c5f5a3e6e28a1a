import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { MaintenanceAnnouncement } from '../../../src/domain/news/announcement.ts';
import { availabilityOf, levelOfDay, slotMs } from '../../../src/domain/status/slot-rule.ts';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { judgeCallsJob } from '../../../src/subjects/news/status/judge-calls-job.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { createStatusReader, createStatusWriter } from '../../../src/subjects/news/status/status-store.ts';
import { dayOf, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
type Bench = Parameters<Parameters<OnBooks>[1]>[0];

/** The job with log records of the test. */
function statusBench({ engine, clock, ids }: Bench) {
  const windows: MaintenanceAnnouncement[] = [];
  const reader = createStatusReader(engine);
  const job = judgeCallsJob({
    nowMs: () => clock.nowMs(),
    flush: () => Promise.resolve(),
    dayOf,
    windows: () => windows,
    storeFor: () => createStatusWriter(engine),
  });
  return {
    reader,
    windows,
    run: () => job.run('holder'),
    /** Adds calls made now, one per description. */
    called: async (...calls: readonly Partial<CallRecord>[]) => {
      const closed = calls.map((call) => sampleRecord(ids, clock.nowMs(), { model: 'one', ...call }));
      await engine.commitGroup({ closed, notices: [], opened: [], strays: [] }, 'inc_now');
    },
    figure: async (span = '24h', model = 'one') =>
      (await reader.figures()).find((row) => row.span === span && row.model === model),
    day: async (model = 'one') => (await reader.days(0)).find((row) => row.model === model),
    latest: async (model = 'one') => (await reader.latestSlots(0)).find((row) => row.model === model),
  };
}

const good = (accountId: string): Partial<CallRecord> => ({ accountId, streamed: true, firstTokenMs: 100 });
const broken = (accountId: string): Partial<CallRecord> => ({
  accountId,
  status: 503,
  ending: 'upstream_broke',
  errorCode: 'upstream_unavailable',
});
const three = ['acc_a', 'acc_b', 'acc_c'];

/** Tests of the state of models, judged from the log. */
export function statusTests(name: string, onBooks: OnBooks): void {
  describe(`${name}: how models fare`, () => {
    onBooks(
      'complete answers are good, our 500 and 503, broken and timed-out ones bad, and all else is left out',
      async (bench) => {
        const { called, run, latest } = statusBench(bench);
        await called(...three.flatMap((account) => [good(account), good(account), good(account)]));
        await called(
          { accountId: 'acc_a', status: 500, ending: 'refused', errorCode: 'internal_error' },
          { accountId: 'acc_b', status: 200, ending: 'upstream_broke' },
          { accountId: 'acc_c', status: 504, ending: 'timeout' },
        );
        const leftOut: Partial<CallRecord>[] = [
          { status: 400, ending: 'refused' },
          { status: 429, ending: 'refused' },
          { status: 499, ending: 'client_left' },
          { status: 200, ending: 'client_left' },
          { status: 503, ending: 'interrupted' },
          { status: 200, ending: 'interrupted' },
          { status: 500, ending: 'refused', model: 'sandbox/chat' },
          { status: 503, ending: 'refused', model: null },
        ];
        await called(...leftOut.flatMap((call) => three.map((accountId) => ({ ...call, accountId }))));
        await run();
        assert.equal((await latest())?.availabilityPpm, 750_000);
        assert.equal(await latest('sandbox/chat'), undefined);
      },
    );

    onBooks(
      'one account that fails by the thousand takes its own share alone; too few calls are grey and no hundred percent',
      async (bench) => {
        const { called, run, latest, figure, day } = statusBench(bench);
        await called(good('acc_a'), good('acc_b'));
        await run();
        assert.equal(await latest(), undefined);
        assert.deepEqual([(await figure())?.slots, (await day())?.slots], [0, 0]);
        await called(good('acc_c'), ...Array.from({ length: 1000 }, () => broken('acc_loop')));
        await run();
        assert.deepEqual([(await latest())?.availabilityPpm, (await latest())?.isDown], [750_000, false]);
      },
    );

    onBooks("an account's own upstreams, and who keeps to such, say nothing about the service for others", async (bench) => {
      const { called, run, latest } = statusBench(bench);
      const db = compilerFor(bench.engine.sql);
      const provider = {
        id: 'prv_own',
        name: 'house',
        dialect: 'chat-completions',
        account_id: 'acc_own',
        created_at: 0,
        updated_at: 0,
      };
      const account = { id: 'acc_apart', name: 'apart', plan_id: 'standard', isolation: 'own_only' as const, created_at: 0 };
      const queries = [db.insertInto('providers').values(provider), db.insertInto('accounts').values(account)];
      await bench.engine.write(
        queries.map((query) => ({ query: query.compile() })),
        [],
      );
      await called(...three.map((account) => ({ ...good(account), route: 'house/domestic' })));
      await called({ ...broken('acc_own'), route: 'house/domestic' }, broken('acc_apart'));
      await run();
      assert.equal((await latest())?.availabilityPpm, 1_000_000);
      await called({ ...broken('acc_gone'), route: 'deleted/domestic', ownUpstreams: true });
      await run();
      assert.equal((await latest())?.availabilityPpm, 1_000_000, 'also once the upstream is deleted');
      await called({ ...broken('acc_own'), route: 'house/domestic', ownUpstreams: false });
      await run();
      assert.equal((await latest())?.availabilityPpm, 750_000);
    });

    onBooks(
      'what breaks for all turns red within a run and green again in the next slot; run again, nothing changes',
      async (bench) => {
        const { called, run, latest, day, figure } = statusBench(bench);
        await called(...three.map(good));
        await run();
        bench.clock.advance(slotMs);
        await called(...three.map(broken));
        await run();
        assert.equal((await latest())?.isDown, true);
        bench.clock.advance(slotMs);
        await called(...three.map(good));
        await run();
        assert.deepEqual([(await latest())?.isDown, (await latest())?.availabilityPpm], [false, 1_000_000]);
        const before = [await day(), await figure()];
        assert.deepEqual([before[0]?.slots, before[1]?.availabilitySum], [3, 2_000_000]);
        await run();
        assert.deepEqual([await day(), await figure()], before);
        const ofDay = await day();
        assert.ok(ofDay !== undefined);
        assert.deepEqual([availabilityOf(ofDay), levelOfDay(ofDay)], [666_666, 'down']);
        // The final judgement, from the same log.
        bench.clock.advance(2 * hourMs);
        await run();
        assert.deepEqual(await day(), { ...ofDay, p50Ms: 100, p95Ms: 100 }, 'only the times of final hours are added');
      },
    );

    onBooks('maintenance is left out, whatever was refused in it', async (bench) => {
      const { called, run, windows, latest, figure } = statusBench(bench);
      const fromMs = bench.clock.nowMs();
      const words = { zh: 'x', en: 'x' };
      windows.push({
        id: 'm',
        kind: 'maintenance',
        title: words,
        text: words,
        isPinned: false,
        isMailed: false,
        publishAtMs: fromMs,
        withdrawnAtMs: null,
        createdAtMs: fromMs,
        updatedAtMs: fromMs,
        window: { fromMs, untilMs: fromMs + hourMs, endedAtMs: fromMs + 1000 },
      });
      await called(
        ...three.map((accountId) => ({ accountId, status: 503, ending: 'refused' as const, errorCode: 'maintenance' })),
      );
      await run();
      assert.equal(await latest(), undefined);
      bench.clock.advance(slotMs);
      await called(...three.map(good));
      await run();
      assert.equal((await figure())?.slots, 1);
    });

    onBooks(
      'times to the first token are within one percent, of a day and over 24 hours, a week and ninety days, of good streams alone',
      async (bench) => {
        const { called, run, figure, day } = statusBench(bench);
        for (let hour = 0; hour < 3; hour += 1) {
          const times = Array.from({ length: 100 }, (_, index) => ({ ...good('acc_a'), firstTokenMs: 100 * (index + 1) }));
          await called(
            ...times,
            { ...good('acc_a'), streamed: false, firstTokenMs: 3_000_000 },
            { ...broken('acc_b'), streamed: true, firstTokenMs: 1 },
          );
          await run();
          bench.clock.advance(hourMs);
        }
        bench.clock.advance(2 * hourMs);
        await run();
        for (const row of [await figure('24h'), await figure('7d'), await figure('90d'), await day()]) {
          assert.ok(Math.abs((row?.p50Ms ?? 0) - 5000) <= 60, JSON.stringify(row));
          assert.ok(Math.abs((row?.p95Ms ?? 0) - 9500) <= 100, JSON.stringify(row));
          assert.equal(row?.slots, 3);
        }
      },
    );

    onBooks('after an outage of the job every slot is judged, a bounded part in each run', async (bench) => {
      const { called, run, day, figure } = statusBench(bench);
      const hours = 10;
      for (let hour = 0; hour < hours; hour += 1) {
        await called(...three.map(good));
        bench.clock.advance(hourMs);
      }
      bench.clock.advance(2 * hourMs);
      await run();
      const afterOne = (await figure())?.slots ?? 0;
      assert.ok(afterOne > 0 && afterOne < hours, String(afterOne));
      for (let runs = 0; runs < 3; runs += 1) await run();
      assert.deepEqual([(await figure())?.slots, (await day())?.slots], [hours, hours]);
      assert.equal((await figure('90d'))?.slots, hours);
    });

    onBooks('a late record of a call that ran for long is counted when its slot is judged for good', async (bench) => {
      const { called, run, figure } = statusBench(bench);
      await called(good('acc_a'), good('acc_b'));
      const atMs = bench.clock.nowMs();
      const late = sampleRecord(bench.ids, atMs, { model: 'one', ...good('acc_c') });
      await run();
      bench.clock.advance(20 * 60_000);
      await run();
      bench.clock.advance(10 * 60_000);
      await bench.engine.commitGroup({ closed: [late], notices: [], opened: [], strays: [] }, 'inc_now');
      await run();
      assert.equal((await figure())?.slots, 0);
      bench.clock.advance(hourMs);
      await run();
      assert.equal((await figure())?.slots, 1);
    });
  });
}
