import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import type { CreditBucket } from '@tollgate/contract/enumerations';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import { freezeStatements } from '../../../src/books/freeze-statements.ts';
import { monthSpan } from '../../../src/domain/limits/month-span.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { createLedgerStore } from '../../../src/subjects/ledger/ledger-store.ts';
import { createStatementsStore } from '../../../src/subjects/ledger/statements/statements-store.ts';
import { auditDraft, group, sampleRecord, seedSubAccount } from '../../storage/sample-books.ts';
import { assertBooksAddUp, type OnBooks } from './engine-bench.ts';

const timeZone = 'Asia/Shanghai';
const hourMs = 3_600_000;
const november = monthSpan(202611, timeZone);
const december = monthSpan(202612, timeZone);
const trial = 10_000_000_000n;

type Bench = Parameters<Parameters<OnBooks>[1]>[0];

function books({ engine, ids }: Bench) {
  const ledger = createLedgerStore(engine);
  return {
    credit: (bucket: CreditBucket, amount: bigint, atMs: number) =>
      ledger.credit(
        { id: ids.named('led'), accountId: 'acc_one', bucket, amount, reason: 'test', actor: 'cli', atMs },
        auditDraft('credit'),
      ),
    use: async (charge: bigint, atMs: number, of: { keyId?: string; model?: string; subAccountId?: string } = {}) => {
      await engine.commitGroup(group({ closed: [sampleRecord(ids, atMs, { charge, ...of })] }), 'inc_now');
    },
    close: (nowMs: number) => closeUsageHours(engine, { nowMs, closeAfterMs: hourMs }),
    freeze: (nowMs: number) => freezeStatements(engine, { nowMs, timeZone }),
  };
}

/** All writes after the first ones fail, as if the process ended there. */
function brokenAfter(engine: Engine, writes: number): Engine {
  let left = writes;
  return {
    ...engine,
    async write(unit, audit) {
      if (left === 0) throw new Error('the process ends here');
      left -= 1;
      return await engine.write(unit, audit);
    },
  };
}

/** Tests of monthly statements. */
export function statementTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: monthly statements`, () => {
    onBooks(
      'opening plus credits less usage is closing; usage counts by admission hour, credits by their time, in the time zone of the service',
      async (bench) => {
        const { credit, use, close } = books(bench);
        const statements = createStatementsStore(bench.engine);
        await seedSubAccount(bench.engine);
        await credit('paid', 500n, november.startsAtMs - 1);
        await credit('paid', 70n, november.startsAtMs);
        await credit('adjustment', -20n, november.endsAtMs - 1);
        await use(7n, november.startsAtMs - hourMs);
        await use(11n, november.startsAtMs);
        await use(13n, november.startsAtMs + 5 * hourMs, { model: 'chat-large' });
        await use(17n, november.endsAtMs - hourMs, { keyId: 'key_sub', subAccountId: 'sub_a' });
        await use(19n, december.startsAtMs);
        const expected = { opening: trial + 493n, credits: 50n, usage: 41n, closing: trial + 502n };
        const check = async () => {
          const { opening, credits, usage, closing, lines, creditLines } = await statements.find('acc_one', november);
          assert.deepEqual({ opening, credits, usage, closing }, expected);
          assert.deepEqual(
            creditLines.map(({ bucket, amount }) => [bucket, amount]),
            [
              ['paid', 70n],
              ['adjustment', -20n],
            ],
          );
          const shown = (part: keyof typeof lines) => lines[part].map(({ id, calls, amount }) => [id, calls, amount]);
          assert.deepEqual(shown('model'), [
            ['chat-small', 2n, 28n],
            ['chat-large', 1n, 13n],
          ]);
          assert.deepEqual(shown('key'), [
            ['key_one', 2n, 24n],
            ['key_sub', 1n, 17n],
          ]);
          assert.deepEqual(shown('sub_account'), [
            ['', 2n, 24n],
            ['sub_a', 1n, 17n],
          ]);
        };
        await check();
        await close(november.startsAtMs + 3 * hourMs);
        await check();
        await close(december.endsAtMs);
        await check();
        const after = await statements.totalsNow('acc_one', december);
        assert.deepEqual([after.opening, after.usage], [expected.closing, 19n]);
      },
    );

    onBooks('is provisional until its last hour is closed, then frozen: nothing that comes later changes it', async (bench) => {
      const { credit, use, close, freeze } = books(bench);
      const { engine } = bench;
      const statements = createStatementsStore(engine);
      const lastHourMs = november.endsAtMs - hourMs;
      await use(11n, lastHourMs);
      await close(november.endsAtMs);
      assert.equal(await freeze(november.endsAtMs), 2, 'of the time before: the trial money of both accounts');
      assert.equal((await statements.find('acc_one', november)).frozenAtMs, null);
      await use(13n, lastHourMs);
      await close(lastHourMs + 2 * hourMs);
      const frozenAtMs = lastHourMs + 2 * hourMs + 5;
      assert.equal(await freeze(frozenAtMs), 1);
      const frozen = await statements.find('acc_one', november);
      assert.deepEqual([frozen.frozenAtMs, frozen.usage, frozen.closing], [frozenAtMs, 24n, trial - 24n]);
      await credit('paid', 99n, november.startsAtMs);
      await engine.write([{ query: sql`update keys set remark = 'renamed'`.compile(compilerFor(engine.sql)) }], []);
      assert.deepEqual(await statements.find('acc_one', november), frozen, 'a clock that went back changes nothing');
      assert.equal((await statements.totalsNow('acc_one', december)).credits, 99n);
      assert.equal(await freeze(december.endsAtMs), 0);
      const written = [
        sql`update statements set closing = closing + 1`,
        sql`delete from statements`,
        sql`update statement_lines set amount = amount + 1`,
        sql`delete from statement_lines`,
      ];
      for (const change of written)
        await assert.rejects(engine.write([{ query: change.compile(compilerFor(engine.sql)) }], []), /never changed/);
      await assertBooksAddUp(engine);
    });

    onBooks('is written once, however often and however many at a time, and wherever the process ends', async (bench) => {
      const { use, close } = books(bench);
      const { engine } = bench;
      for (let month = 0; month < 3; month += 1)
        for (const [keyId, accountId] of [
          ['key_one', 'acc_one'],
          ['key_two', 'acc_two'],
        ] as const)
          await engine.commitGroup(
            group({
              closed: [
                sampleRecord(bench.ids, monthSpan(202609 + month, timeZone).startsAtMs + hourMs, {
                  charge: 5n,
                  keyId,
                  accountId,
                }),
              ],
            }),
            'inc_now',
          );
      await use(1n, december.startsAtMs);
      await close(december.startsAtMs + 20 * hourMs);
      const options = { nowMs: december.startsAtMs + 20 * hourMs, timeZone };
      for (let writes = 0; writes < 12; writes += 1)
        await freezeStatements(brokenAfter(engine, writes), options).catch((error: unknown) => {
          assert.match(String(error), /the process ends here/);
        });
      await Promise.all(Array.from({ length: 10 }, () => freezeStatements(engine, options)));
      const counted = sql`select count(*) as n, count(distinct account_id || '/' || month) as own from statements`;
      const [row] = await engine.read('reports', counted.compile(compilerFor(engine.sql)));
      assert.deepEqual([Number(row?.n), Number(row?.own)], [8, 8], 'of three months and the first credits, for two accounts');
      await assertBooksAddUp(engine);
    });

    onBooks('the audit compares frozen statements with the ledger and the usage, to the nano', async (bench) => {
      const { use, close, freeze } = books(bench);
      const { engine } = bench;
      const db = compilerFor(engine.sql);
      await use(11n, november.startsAtMs);
      await close(december.startsAtMs + 20 * hourMs);
      await freeze(december.startsAtMs + 20 * hourMs);
      const report = await auditBooks(engine, { incarnation: 'inc_now' });
      assert.deepEqual([report.ok, report.differenceNano, report.checked.statements], [true, '0', 3]);
      const wrong = { account_id: 'acc_two', month: 202611n, starts_at: november.startsAtMs, ends_at: november.endsAtMs };
      const totals = { opening: trial, credits: 3n, used: 1n, closing: trial + 2n, frozen_at: december.startsAtMs };
      await engine.write(
        [
          {
            query: db
              .insertInto('statements')
              .values({ ...wrong, ...totals })
              .compile(),
          },
        ],
        [],
      );
      const later = await auditBooks(engine, { incarnation: 'inc_now' });
      assert.deepEqual(
        later.findings.map(({ kind, detail }) => [kind, detail]),
        [
          ['statement', 'account acc_two, statement of 202611: credits is 3 nano-CNY more than the ledger says'],
          ['statement', 'account acc_two, statement of 202611: usage is 1 nano-CNY more than the ledger says'],
          ['statement', 'account acc_two, statement of 202611: closing is 2 nano-CNY more than the ledger says'],
        ],
      );
      assert.equal(later.differenceNano, '6');
      const recent = await auditBooks(engine, { incarnation: 'inc_now', sinceMs: december.startsAtMs - 1 });
      assert.equal(recent.ok, false, 'that of the last hours looks at what was frozen in them');
    });
  });
}
