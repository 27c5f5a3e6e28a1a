import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import { monthSpan } from '../../../src/domain/limits/month-span.ts';
import { createBillingStore } from '../../../src/subjects/ledger/billing-store.ts';
import { createNoticesStore } from '../../../src/subjects/notices/notices-store.ts';
import { notifyBudgets, notifyStatements } from '../../../src/subjects/ledger/billing-notices-store.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
const november = monthSpan(202611, 'Asia/Shanghai');
const december = monthSpan(202612, 'Asia/Shanghai');

type Bench = Parameters<Parameters<OnBooks>[1]>[0];

function spending({ engine, ids }: Bench) {
  const store = createBillingStore(engine);
  const notices = createNoticesStore(engine);
  return {
    use: (charge: bigint, atMs: number) =>
      engine.commitGroup(group({ closed: [sampleRecord(ids, atMs, { charge })] }), 'inc_now'),
    budget: (monthlyBudget: bigint | null, budgetArming: number) =>
      store.put('acc_one', { statementMail: false, monthlyBudget, budgetArming }, auditDraft('billing.patch')),
    kinds: async () =>
      (await notices.list({ accountId: 'acc_one' }, { limit: 50, after: null }))
        .map(({ kind, params }) => `${kind} ${params.month ?? ''}`)
        .reverse(),
    tell: (at: Engine = engine, span = november) => notifyBudgets(at, span, span.startsAtMs),
  };
}

/** The first transaction fails, as if the process ended there. */
function endsAtOnce(engine: Engine): Engine {
  return { ...engine, write: () => Promise.reject(new Error('the process ends here')) };
}

/** Tests of monthly budgets, and of statement notifications. */
export function billingTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: notifications of accounts about their money`, () => {
    onBooks(
      'a monthly budget is reported at 80, 90 and 100 %, exactly once per month and level, and again when it is raised',
      async (bench) => {
        const { engine } = bench;
        const { use, budget, kinds, tell } = spending(bench);
        await use(500n, november.startsAtMs - hourMs);
        await use(79n, november.startsAtMs);
        assert.equal(await tell(), 0, 'nobody has set one');
        await budget(100n, 1);
        assert.equal(await tell(), 0, 'what was spent before the month does not count');
        await use(1n, november.startsAtMs + hourMs);
        await assert.rejects(tell(endsAtOnce(engine)), /the process ends here/);
        const told = await Promise.all(Array.from({ length: 50 }, () => tell()));
        assert.equal(
          told.reduce((sum, each) => sum + each, 0),
          1,
        );
        await closeUsageHours(engine, { nowMs: november.startsAtMs + 9 * hourMs, closeAfterMs: hourMs });
        assert.equal(await tell(), 0, 'closed into the ledger or not, it is the same');
        await use(20n, november.endsAtMs - hourMs);
        assert.equal(await tell(), 2);
        const once = ['budget_80 2026-11', 'budget_90 2026-11', 'budget_100 2026-11'];
        assert.deepEqual(await kinds(), once);
        await budget(90n, 1);
        assert.equal(await tell(), 0, 'lowered');
        await budget(125n, 2);
        assert.equal(await tell(), 1, 'raised: 80 % of the new one is reached');
        await use(1n, december.startsAtMs);
        assert.equal(await tell(engine, december), 0);
        await use(124n, december.startsAtMs);
        assert.equal(await tell(engine, december), 3, 'a new month begins anew');
        await budget(null, 2);
        await use(900n, december.startsAtMs);
        assert.equal(await tell(engine, december), 0);
        assert.deepEqual((await kinds()).slice(3), ['budget_80 2026-11', ...once.map((kind) => kind.replace('11', '12'))]);
      },
    );

    onBooks('a ready statement is reported to its subscribers, exactly once', async (bench) => {
      const { engine } = bench;
      const { kinds, use } = spending(bench);
      await use(500n, november.startsAtMs);
      const tell = (at = engine) => notifyStatements(at, november, december.startsAtMs);
      assert.equal(await tell(), 0, 'nobody wishes it');
      const wish = { statementMail: true, monthlyBudget: null, budgetArming: 0 };
      await createBillingStore(engine).put('acc_one', wish, auditDraft('billing.patch'));
      await assert.rejects(tell(endsAtOnce(engine)), /the process ends here/);
      const told = await Promise.all(Array.from({ length: 50 }, () => tell()));
      assert.equal(
        told.reduce((sum, each) => sum + each, 0),
        1,
      );
      assert.deepEqual(await kinds(), ['statement_ready 2026-11']);
      const [notice] = await createNoticesStore(engine).list({ accountId: 'acc_one' }, { limit: 1, after: null });
      assert.deepEqual([notice?.link, notice?.params.usage], ['/billing/statements/2026-11', '0.0000005']);
    });
  });
}
