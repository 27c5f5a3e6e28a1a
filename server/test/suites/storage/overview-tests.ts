import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { createOverviewStore, noteAudit } from '../../../src/subjects/site/overview-store.ts';
import { group, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;

export function overviewTests(name: string, onBooks: OnBooks): void {
  describe(`the operator's overview on ${name}`, () => {
    onBooks('adds up hours by model over long spans, bounds included and excluded, and counts what failed', async (bench) => {
      const { engine, clock, ids } = bench;
      const at = clock.nowMs() - (clock.nowMs() % hourMs);
      const fault = { status: 503, ending: 'upstream_broke', charge: 0n, errorCode: 'upstream_unavailable' } as const;
      // An id contains the time of its creation.
      const made: ReturnType<typeof sampleRecord>[] = [];
      for (let hour = 0; hour <= 30; hour += 1) {
        made.push(sampleRecord(ids, clock.nowMs()), sampleRecord(ids, clock.nowMs(), { model: 'other', uncollected: 7n }));
        if (hour % 10 === 0) made.push(sampleRecord(ids, clock.nowMs(), fault));
        clock.advance(hourMs);
      }
      await engine.commitGroup(group({ closed: made }), ids.uuid());
      const store = createOverviewStore(engine);
      const hours = await store.hours({ fromMs: at, beforeMs: at + 30 * hourMs });
      const of = (model: string) => hours.filter((row) => row.model === model);
      assert.equal(of('other').length, 30);
      assert.equal(
        of('other').reduce((all, { uncollected }) => all + uncollected, 0n),
        30n * 7n,
      );
      assert.equal(
        hours.reduce((all, { calls }) => all + calls, 0),
        30 * 2 + 3,
      );
      assert.equal(
        hours.reduce((all, { charge }) => all + charge, 0n),
        60n * 264_001n,
      );
      const spans = [0, 10, 30].map((hour) => ({ fromMs: at + hour * hourMs, beforeMs: at + (hour + 10) * hourMs }));
      assert.deepEqual(await store.failed(spans), [1, 1, 1]);
      assert.deepEqual(await store.hours({ fromMs: at + 900 * hourMs, beforeMs: at + 1000 * hourMs }), []);
    });

    onBooks('keeps what the last audit found', async ({ engine }) => {
      const store = createOverviewStore(engine);
      assert.equal(await store.lastAudit(), null);
      const result = { atMs: 5, ok: false, differenceNano: '12', findingsCount: 2, of: 'all' } as const;
      await noteAudit(engine, { ...result, ok: true });
      await noteAudit(engine, result);
      assert.deepEqual(await store.lastAudit(), result);
    });
  });
}
