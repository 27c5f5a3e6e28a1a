import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { checkBooks, commandKinds } from './commands.ts';
import { deathsOfTasks, reached } from './death.ts';
import { endsSeen } from './watch-songs.ts';
import { World } from './world.ts';

/** Enough runs for every event to occur. */
const enoughRuns = 300;
const taskEnds = ['completed', 'failed', 'cancelled', 'expired'];
const seed = Number(process.env.TOLLGATE_TEST_SEED ?? Date.now() % 2_147_483_647);

export interface Stage {
  readonly engine: Engine;
  /** For files of the processes outside the database. */
  readonly folder: string;
}

/**
 * Runs random sequences of all money events against the real coordination with a real database, and against a model of plain bigints. After
 * every step both must agree, and at rest the books must balance.
 */
export async function playMoneyModel(context: TestContext, { engine, folder }: Stage, runs: number): Promise<void> {
  context.diagnostic(`seed ${String(seed)}, ${String(runs)} runs`);
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
  const seen = [...endsSeen, ['deaths at a step of a task', [...reached.values()].reduce((sum, times) => sum + times, 0)]];
  context.diagnostic(`songs: ${seen.map(([end, times]) => `${String(end)} ${String(times)}`).join(', ')}`);
  if (runs >= enoughRuns) {
    const never = [...deathsOfTasks.filter((step) => !reached.has(step)), ...taskEnds.filter((end) => !endsSeen.has(end))];
    assert.deepEqual(never, [], 'every step of a task was somebody’s last, and every end was met');
  }
  context.diagnostic(`audited ${String(checked.calls)} calls and ${String(checked.ledgerEntries)} ledger entries`);
}
