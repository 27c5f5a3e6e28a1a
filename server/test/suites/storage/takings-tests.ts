import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import { createTakingsStore } from '../../../src/storage/stores/takings-store.ts';
import { group, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const left = { ending: 'client_left', errorCode: 'client_left', charge: 0n } as const satisfies Partial<CallRecord>;

/** Tests of the value of broken connections, and of the charges meanwhile. */
export function takingsTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: broken connections`, () => {
    onBooks(
      'only what the client broke off counts, by key and hour, and apart what it left early',
      async ({ engine, ids, clock }) => {
        const startMs = clock.nowMs();
        const hour = Math.floor(startMs / hourMs);
        const at = (atMs: number, changes: Partial<CallRecord>): CallRecord => sampleRecord(ids, atMs, changes);
        const excepted = at(startMs, { ...left, uncollected: 64n, firstTokenMs: 5 });
        const closed = [
          at(startMs, { ...left, uncollected: 1n, firstTokenMs: 5 }),
          at(startMs + 1, { ending: 'timeout', errorCode: 'answer_too_long', charge: 0n, uncollected: 2n, firstTokenMs: 900 }),
          at(startMs, { ...left, uncollected: 4n, firstTokenMs: null }),
          at(startMs, { ...left, uncollected: 8n, firstTokenMs: 5, keyId: 'key_two', accountId: 'acc_two' }),
          at(startMs, { ...left, errorCode: 'usage_invalid', uncollected: 16n }),
          at(startMs, { ...left, errorCode: 'upstream_silent', uncollected: 512n }),
          at(startMs, { ending: 'upstream_broke', errorCode: 'upstream_unavailable', charge: 0n, uncollected: 32n }),
          at(startMs, { charge: 128n, uncollected: 256n }),
          excepted,
          at(startMs, { ...left, errorCode: 'task_cancelled', uncollected: 1024n, firstTokenMs: null }),
          at(startMs, { ...left, errorCode: 'task_cancelled', uncollected: 0n }),
        ];
        await engine.commitGroup(group({ closed }), 'inc_now');
        const store = createTakingsStore(engine);
        const sorted = (await store.takings('acc_one', startMs - dayMs, [excepted.id])).toSorted((one, other) =>
          one.kind < other.kind ? -1 : 1,
        );
        assert.deepEqual(sorted, [
          { keyId: 'key_one', hour, kind: 'left_early', amount: 4n },
          { keyId: 'key_one', hour, kind: 'left_early', amount: 1024n },
          { keyId: 'key_one', hour, kind: 'taken', amount: 3n },
        ]);
        assert.deepEqual(await store.takings('acc_one', startMs + 2 * hourMs, []), []);
        assert.deepEqual(await store.takings('acc_none', startMs - dayMs, []), []);
      },
    );

    onBooks('charges are found once, whether their hour is closed into the ledger or open', async ({ engine, ids, clock }) => {
      const startMs = clock.nowMs();
      const hour = Math.floor(startMs / hourMs);
      for (let hours = 0; hours < 3; hours += 1) {
        const closed = [sampleRecord(ids, startMs + hours * hourMs, { charge: BigInt(10 ** hours) })];
        await engine.commitGroup(group({ closed }), `inc_${String(hours)}`);
      }
      const store = createTakingsStore(engine);
      const since = { dayMs: startMs + hourMs / 2, monthMs: startMs - dayMs };
      const expected = [
        { keyId: null, hour, amount: 1n },
        { keyId: null, hour: hour + 1, amount: 10n },
        { keyId: null, hour: hour + 2, amount: 100n },
        { keyId: 'key_one', hour: hour + 1, amount: 10n },
        { keyId: 'key_one', hour: hour + 2, amount: 100n },
      ];
      const found = async (): Promise<unknown> =>
        (await store.charges('acc_one', since)).toSorted((one, other) =>
          `${one.keyId ?? ''}${String(one.hour)}` < `${other.keyId ?? ''}${String(other.hour)}` ? -1 : 1,
        );
      assert.deepEqual(await found(), expected);
      assert.equal(await closeUsageHours(engine, { nowMs: startMs + 3 * hourMs, closeAfterMs: hourMs }), 2);
      assert.deepEqual(await found(), expected);
    });
  });
}
