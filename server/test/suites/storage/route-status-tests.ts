import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { judgeCallsJob } from '../../../src/subjects/news/status/judge-calls-job.ts';
import { createRouteStatusReader, createRouteStatusWriter } from '../../../src/subjects/news/status/route-status-store.ts';
import { createStatusWriter } from '../../../src/subjects/news/status/status-store.ts';
import { dayOf, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const good: Partial<CallRecord> = { streamed: true, firstTokenMs: 100 };
const broken: Partial<CallRecord> = { status: 503, ending: 'upstream_broke', errorCode: 'upstream_unavailable' };
const attempt = (route: string, fault: string | null) => ({ route, fault, durationMs: 5 });

/** Tests of the state of routes, judged from the log. */
export function routeStatusTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: how routes fare`, () => {
    onBooks(
      'an attempt that failed counts for its route though another one answered, and a call costs where it was served, by hour as by slot',
      async (bench) => {
        const { engine, clock, ids } = bench;
        const job = judgeCallsJob({
          nowMs: () => clock.nowMs(),
          flush: () => Promise.resolve(),
          dayOf,
          windows: () => [],
          storeFor: () => createStatusWriter(engine),
          routesFor: () => createRouteStatusWriter(engine),
        });
        const calls: readonly Partial<CallRecord>[] = [
          { ...good, route: 'a/cn', attempts: 1, attemptLog: null, upstreamCost: 7n },
          {
            ...good,
            route: 'b/cn',
            attempts: 2,
            attemptLog: [attempt('a/cn', 'timeout'), attempt('b/cn', null)],
            upstreamCost: 5n,
          },
          { ...broken, route: 'b/cn', attempts: 2, attemptLog: [attempt('a/cn', 'timeout'), attempt('b/cn', 'answered 500')] },
          { ...broken, status: 200, route: 'a/cn', attempts: 1, attemptLog: null },
          { status: 400, ending: 'refused', route: 'a/cn', attempts: 1, attemptLog: null },
          // Nobody is to blame for it, and the provider charges for it.
          { status: 499, ending: 'client_left', route: 'c/cn', attempts: 1, attemptLog: null, upstreamCost: 3n },
        ];
        const closed = calls.map((call) => sampleRecord(ids, clock.nowMs(), { model: 'one', ...call }));
        await engine.commitGroup({ closed, notices: [], opened: [], strays: [] }, 'inc_now');
        const rows = () => createRouteStatusReader(engine).routesSince(0);
        const routes = async () =>
          (await rows()).map(({ route, good: ended, bad, cost }) => [route, ended, bad, cost]).toSorted();
        const expected = [
          ['a/cn', 1, 3, 200_007n],
          ['b/cn', 1, 1, 100_005n],
          ['c/cn', 0, 0, 3n],
        ];
        await job.run('holder');
        await job.run('holder');
        assert.deepEqual(await routes(), expected);
        clock.advance(3 * 3_600_000);
        await job.run('holder');
        await job.run('holder');
        assert.deepEqual(await routes(), expected, 'one row for each route once the hour is judged for good');
        clock.advance(10 * 86_400_000);
        for (let runs = 0; runs < 70; runs += 1) await job.run('holder');
        assert.deepEqual(await routes(), [], 'kept for eight days');
      },
    );
  });
}
