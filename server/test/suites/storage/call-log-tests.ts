import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import type { CallsPageRequest } from '../../../src/subjects/calls/call-ports.ts';
import { streamCalls } from '../../../src/subjects/calls/call-stream-rows.ts';
import { firstTokenPercentiles } from '../../../src/subjects/calls/first-token-percentiles.ts';
import { createCallsStore } from '../../../src/subjects/calls/calls-store.ts';
import { group, sampleRecord, seedSubAccount } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

/** Tests of the pages of the call log. */
export function callLogTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: the call log`, () => {
    onBooks('pages newest first through every filter without a gap or a repeat', async ({ engine, ids, clock }) => {
      await seedSubAccount(engine);
      const callers = [
        { accountId: 'acc_one', keyId: 'key_one', subAccountId: null },
        { accountId: 'acc_two', keyId: 'key_two', subAccountId: null },
        { accountId: 'acc_one', keyId: 'key_sub', subAccountId: 'sub_a' },
      ];
      const records = Array.from({ length: 90 }, (_, index) => {
        clock.advance(1000);
        return sampleRecord(ids, clock.nowMs(), {
          ...callers[index % callers.length],
          model: index % 5 === 0 ? 'embed' : 'chat-small',
          ...(index % 7 === 0 ? { status: 503, ending: 'upstream_broke' as const, charge: 0n } : {}),
          ...(index % 11 === 0 ? { status: 429, ending: 'refused' as const, charge: 0n } : {}),
        });
      });
      await engine.commitGroup(group({ closed: records }), 'inc_now');
      const at = (index: number) => records[index]?.requestTimeMs ?? 0;
      const filters = [
        [{}, () => true],
        [{ accountId: 'acc_two' }, (r) => r.accountId === 'acc_two'],
        [{ keyId: 'key_one', model: 'embed' }, (r) => r.keyId === 'key_one' && r.model === 'embed'],
        [{ subAccountId: 'sub_a' }, (r) => r.subAccountId === 'sub_a'],
        [{ subAccountId: 'sub_a', keyId: 'key_sub', model: 'embed' }, (r) => r.subAccountId === 'sub_a' && r.model === 'embed'],
        [{ subAccountId: 'sub_a', keyId: 'key_one' }, () => false],
        [{ accountId: 'acc_two', keyId: 'key_one' }, () => false],
        [{ statusClass: '4xx' }, (r) => r.status === 429],
        [{ statusClass: '5xx', accountId: 'acc_one' }, (r) => r.status === 503 && r.accountId === 'acc_one'],
        [{ statusClass: '2xx' }, (r) => r.status === 200],
        [{ fromMs: at(20), toMs: at(60) }, (r) => r.requestTimeMs >= at(20) && r.requestTimeMs < at(60)],
      ] as const satisfies readonly (readonly [object, (record: (typeof records)[number]) => boolean])[];
      const calls = createCallsStore(engine);
      for (const [filter, matches] of filters) {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const request: CallsPageRequest = { ...filter, limit: 7, ...(cursor === null ? {} : { cursor }) };
          const page = await calls.page(request);
          assert.ok(page.next === null || page.rows.length === 7, 'a page that is not the last is full');
          seen.push(...page.rows.map((row) => row.id));
          assert.ok(seen.length <= records.length, 'no page comes twice');
          cursor = page.next;
        } while (cursor !== null);
        const expected = records.filter(matches).map((record) => record.id);
        assert.deepEqual(seen, expected.reverse(), JSON.stringify(filter));
      }
    });

    onBooks('the percentiles of times to the first token are those of the streams alone, within 5 %', async (bench) => {
      const { engine, ids, clock } = bench;
      const fromMs = clock.nowMs();
      const records = Array.from({ length: 400 }, (_, at) => {
        clock.advance(10);
        return sampleRecord(ids, clock.nowMs(), {
          streamed: at % 4 !== 0,
          firstTokenMs: at % 9 === 0 ? null : Math.round(1.03 ** at),
        });
      });
      await engine.commitGroup(group({ closed: records }), 'inc_now');
      const calls = createCallsStore(engine);
      const stretch = { fromMs, toMs: clock.nowMs() + 1 };
      const plain = await calls.sums('acc_one', stretch);
      const divided = await calls.sums('acc_one', { ...stretch, withFirstToken: true });
      const totalOf = (sums: typeof plain): readonly bigint[] =>
        [sums.map((sum) => sum.calls), sums.map((sum) => sum.charge)].map((all) => all.reduce((sum, value) => sum + value, 0n));
      assert.deepEqual(totalOf(divided), totalOf(plain));
      assert.equal(firstTokenPercentiles(plain), null, 'times cost nothing where nobody asks for them');
      const times = records.flatMap(({ streamed, firstTokenMs }) => (streamed && firstTokenMs !== null ? [firstTokenMs] : []));
      times.sort((left, right) => left - right);
      const found = firstTokenPercentiles(divided);
      for (const [percent, value] of [[50, found?.p50] as const, [95, found?.p95] as const]) {
        const exact = times[Math.ceil((times.length * percent) / 100) - 1] ?? 0;
        assert.ok(Math.abs((value ?? 0) - exact) <= exact * 0.05, `P${String(percent)}: ${String(value)} for ${String(exact)}`);
      }
    });

    onBooks('streams each call of a filter once, newest first, also behind thousands that nobody wants', async (bench) => {
      const { engine, ids, clock } = bench;
      const failed = { status: 503, ending: 'upstream_broke', errorCode: 'upstream_error', charge: 0n } as const;
      const records = Array.from({ length: 4100 }, (_, at) => {
        clock.advance(1000);
        const own = at < 1100 ? {} : { accountId: 'acc_two', keyId: 'key_two' };
        return sampleRecord(ids, clock.nowMs(), { ...own, ...(at < 50 && at % 10 === 0 ? failed : {}) });
      });
      for (let at = 0; at < records.length; at += 1000)
        await engine.commitGroup(group({ closed: records.slice(at, at + 1000) }), 'inc_now');
      const [one, two] = [{ accountId: 'acc_one' }, { accountId: 'acc_two' }];
      const fromMs = records[99]?.requestTimeMs ?? 0;
      const toMs = records[2099]?.requestTimeMs ?? 0;
      const filters = [
        [{}, () => true],
        [one, (r) => r.accountId === 'acc_one'],
        [{ ...one, ending: 'upstream_broke' }, (r) => r.ending === 'upstream_broke'],
        [{ ...one, errorCode: 'upstream_error' }, (r) => r.errorCode === 'upstream_error'],
        [{ ...two, ending: 'upstream_broke' }, () => false],
        [{ ...one, fromMs, toMs }, (r) => r.accountId === 'acc_one' && r.requestTimeMs >= fromMs],
        // Exactly the number of rows that one statement reads on either engine, and twice that.
        [{ fromMs, toMs }, (r) => r.requestTimeMs >= fromMs && r.requestTimeMs < toMs],
      ] as const satisfies readonly (readonly [object, (record: (typeof records)[number]) => boolean])[];
      const newestFirst = records.toReversed();
      for (const [filter, matches] of filters) {
        const rows = (await Array.fromAsync(streamCalls(engine, filter))).flat();
        const wanted = newestFirst.filter(matches).map(({ id }) => id);
        assert.deepEqual(
          rows.map(({ id }) => id),
          wanted,
          JSON.stringify(filter),
        );
      }
    });

    onBooks(
      'finds endings and errors page after page, and no page looks through more than 10,000 calls',
      async ({ engine, ids, clock }) => {
        const refused = { status: 429, ending: 'refused', errorCode: 'rate_limit_exceeded', charge: 0n } as const;
        const records = Array.from({ length: 10_700 }, (_, index) => {
          clock.advance(1);
          return sampleRecord(ids, clock.nowMs(), index % 3000 === 5 ? refused : {});
        });
        for (let at = 0; at < records.length; at += 500)
          await engine.commitGroup(group({ closed: records.slice(at, at + 500) }), 'inc_now');
        const calls = createCallsStore(engine);
        const wanted = records.filter(({ ending }) => ending === 'refused').reverse();
        for (const filter of [
          { ending: 'refused' },
          { errorCode: 'rate_limit_exceeded' },
          { keyId: 'key_one', ending: 'refused', errorCode: 'rate_limit_exceeded' },
        ] as const) {
          const [first, second] = [await calls.page({ ...filter, limit: 3 }), await calls.page({ ...filter, limit: 100 })];
          assert.deepEqual(
            first.rows.map(({ id }) => id),
            wanted.slice(0, 3).map(({ id }) => id),
          );
          assert.equal(second.rows.length, wanted.length - 1, 'the oldest lies behind the 10,000 newest');
          const rest = await calls.page({ ...filter, limit: 100, cursor: second.next ?? '' });
          assert.deepEqual([rest.rows.map(({ id }) => id), rest.next], [[wanted.at(-1)?.id], null]);
        }
        assert.deepEqual(
          await calls.page({ ending: 'timeout', errorCode: 'rate_limit_exceeded', fromMs: clock.nowMs() - 99, limit: 5 }),
          {
            rows: [],
            next: null,
          },
        );
      },
    );

    onBooks('a cursor that is not ours is refused as a bad parameter', async ({ engine }) => {
      const calls = createCallsStore(engine);
      for (const cursor of ['', 'x', "' or 1=1", 'AAAAAAAAAAAAAAAAAAAAAA==', '½'.repeat(22)]) {
        await assert.rejects(
          calls.page({ cursor, limit: 1 }),
          (error) => error instanceof ApiError && error.code === 'invalid_parameter',
        );
      }
      assert.equal(await calls.find('nonsense'), null);
    });
  });
}
