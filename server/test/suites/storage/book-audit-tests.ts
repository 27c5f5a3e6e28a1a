import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { BookAudit } from '../../../src/subjects/ledger/book-audit-ports.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { auditRecent, createBookAudits } from '../../../src/service/book-audits.ts';
import type { OperatorAlarm } from '../../../src/domain/alarms/operator-alarms.ts';
import { createBookAuditsStore } from '../../../src/subjects/ledger/book-audits-store.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import { waitFor } from '../../wait-for.ts';
import { countRows, type OnBooks } from './engine-bench.ts';

const everything = { limit: 200, after: null };
const begun = (id: string, startedAtMs: number): BookAudit => ({
  id,
  state: 'running',
  of: 'all',
  startedBy: 'li@example.com',
  startedAtMs,
  endedAtMs: null,
  step: 'files',
  rows: 0,
  ok: null,
  differenceNano: null,
  findingsCount: null,
  report: null,
});

export function bookAuditTests(name: string, onBooks: OnBooks): void {
  describe(`audits that operators begin, on ${name}`, () => {
    onBooks('of 20 begun at once one runs, and it is noted once who began it', async ({ engine, clock }) => {
      const store = createBookAuditsStore(engine, clock);
      const before = await countRows(engine, 'audit_log');
      const starts = await Promise.all(
        Array.from({ length: 20 }, (_, at) => store.begin(begun(`aud_${String(at)}`, clock.nowMs()), auditDraft('books.audit'))),
      );
      assert.equal(starts.filter(Boolean).length, 1);
      assert.equal((await store.list(everything)).length, 1);
      assert.equal(await countRows(engine, 'audit_log'), before + 1);
    });

    onBooks(
      'one whose process is gone is shown as broken, and does not keep the next from running',
      async ({ engine, clock }) => {
        const store = createBookAuditsStore(engine, clock);
        assert.equal(await store.begin(begun('aud_a', clock.nowMs()), auditDraft('books.audit')), true);
        clock.advance(60_000);
        assert.equal(await store.begin(begun('aud_b', clock.nowMs()), auditDraft('books.audit')), false);
        clock.advance(61_000);
        assert.equal((await store.find('aud_a'))?.state, 'broken');
        assert.equal(await store.begin(begun('aud_b', clock.nowMs()), auditDraft('books.audit')), true);
        assert.deepEqual(
          (await store.list(everything)).map(({ id, state }) => [id, state]),
          [
            ['aud_b', 'running'],
            ['aud_a', 'broken'],
          ],
        );
        const second = await store.list({ limit: 1, after: { atMs: clock.nowMs(), id: 'aud_b' } });
        assert.deepEqual(
          second.map(({ id }) => id),
          ['aud_a'],
        );
      },
    );

    onBooks('lists what it found by kind, to the nano, and which account and key to look at', async (bench) => {
      const { engine, clock, ids } = bench;
      await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), ids.uuid());
      const store = createBookAuditsStore(engine, clock);
      const raised: OperatorAlarm[] = [];
      const audits = createBookAudits({
        engine,
        flush: () => Promise.resolve(),
        incarnation: 'inc_now',
        clock,
        ids,
        logger: silentLogger,
        alarms: { raise: (alarm) => raised.push(alarm) },
      });
      assert.equal((await audits.run('li@example.com')).ok, true);
      await engine.write([{ query: { sql: 'update usage_hours set charge = charge + 7', parameters: [] } as never }], []);
      const one = begun('aud_c', clock.nowMs());
      assert.equal(await store.begin(one, auditDraft('books.audit')), true);
      audits.goOn(one);
      await waitFor(async () => (await store.find('aud_c'))?.state === 'done', { what: 'the audit ends', everyMs: 20 });
      const found = await store.find('aud_c');
      const usage = found?.report?.kinds.find(({ kind }) => kind === 'usage');
      assert.deepEqual(usage, { kind: 'usage', findings: 1, difference: '0.000000007' });
      const finding = found?.report?.findings.find(({ kind }) => kind === 'usage');
      assert.deepEqual([finding?.account_id, finding?.key_id, finding?.difference], ['acc_one', 'key_one', '0.000000007']);
      assert.equal(found?.ok, false);
      assert.ok(found.rows >= 2);
      assert.deepEqual(
        raised.map(({ kind }) => kind),
        ['audit_difference'],
      );
      const options = { incarnation: 'inc_now', ids, nowMs: () => clock.nowMs(), sinceMs: 0, checksFiles: false };
      const recent = await auditRecent(engine, options);
      assert.equal(recent.ok, false);
      const rows = await store.list(everything);
      assert.deepEqual(rows.map(({ startedBy, ok }) => [startedBy, ok]).toSorted(), [
        ['job', false],
        ['li@example.com', false],
        ['li@example.com', true],
      ]);
      assert.deepEqual(
        rows.map(({ report }) => report),
        [null, null, null],
        'lists are light',
      );
      clock.advance(91 * 86_400_000);
      assert.equal(await store.begin(begun('aud_d', clock.nowMs()), auditDraft('books.audit')), true);
      assert.equal((await store.list(everything)).length, 1, 'kept for 90 days');
    });
  });
}
