// Method: random sequences of everything that happens to money run against the real coordination and the real database,
// and against a model of plain bigints; after every step both must say the same, and at rest the books must add up.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../src/platform/clock.ts';
import { silentLogger } from '../src/platform/logger.ts';
import { auditBooks } from '../src/storage/audit/audit-books.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { checkBooks, commandKinds } from './money-model/commands.ts';
import { World } from './money-model/world.ts';

const runs = Number(process.env.TOLLGATE_TEST_RUNS ?? 100);
const seed = Number(process.env.TOLLGATE_TEST_SEED ?? Date.now() % 2_147_483_647);

test('no sequence of calls, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money', async (context) => {
  context.diagnostic(`seed ${String(seed)}, ${String(runs)} runs`);
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-money-'));
  const engine = await openSqlite({ folder, logger: silentLogger, clock: systemClock });
  context.after(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });
  const steps = fc.commands(commandKinds, { maxCommands: 100, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      const world = await World.create(engine, folder);
      try {
        const model = await world.newModel();
        assert.ok(await world.credit(100n, world.nextCreditId()));
        model.credits = 100n;
        await fc.asyncModelRun(() => ({ model, real: world }), commands);
        await checkBooks(model, world);
      } finally {
        await world.process.stop();
      }
    }),
    { numRuns: runs, seed },
  );
  const { ok, differenceNano, findings, checked } = await auditBooks(engine, { incarnation: null });
  assert.deepEqual({ ok, differenceNano, findings }, { ok: true, differenceNano: '0', findings: [] });
  context.diagnostic(`audited ${String(checked.calls)} calls and ${String(checked.ledgerEntries)} ledger entries`);
});
