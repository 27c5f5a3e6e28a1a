import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../../src/platform/clock.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { openSqlite } from '../../../src/service/database/open-sqlite.ts';
import { makeBooks } from '../../size/make-books.ts';
import type { CrashPoint } from './crash-points.ts';
import { crashEnvironment } from './crashing-service.ts';

const child = fileURLToPath(new URL('./job-child.ts', import.meta.url));
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** When the log ends: some hours into a day, so that hours and days of it can be closed. */
const untilMs = Date.UTC(2026, 9, 15, 10, 20);
/** When each job runs: the last hours are due to be closed, and the first of three days is due to be purged. */
const jobTimes = { 'closing hours': untilMs + 4 * hourMs, purge: untilMs + 88.5 * dayMs } as const;

/** Longer than a job takes on a busy machine. */
const longestMs = 120_000;

type JobScene = keyof typeof jobTimes;

export function isJob(scene: CrashPoint['scene']): scene is JobScene {
  return scene in jobTimes;
}

async function runJob(folder: string, scene: JobScene, env: Readonly<Record<string, string>> = {}): Promise<string | null> {
  const keeper = spawn(process.execPath, [child, folder, scene, String(jobTimes[scene])], {
    env: { PATH: process.env.PATH ?? '', ...env },
    timeout: longestMs,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(keeper, 'exit')) as [number | null, string | null];
  assert.notEqual(signal, 'SIGTERM', 'a job never ended');
  if (signal === null) assert.equal(code, 0);
  return signal;
}

/** Figures that a job changes: stored calls, usage entries, and progress of both jobs. */
function stateOf(folder: string): object {
  const database = new DatabaseSync(join(folder, 'tollgate.db'), { readOnly: true });
  try {
    const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];
    return {
      calls: one('select count(*) from calls'),
      frozen: one('select coalesce(sum(calls), 0) from frozen_days'),
      frozenCharge: one('select cast(coalesce(sum(charge), 0) as text) from frozen_days'),
      entries: one("select count(*) from ledger_entries where kind = 'usage'"),
      entered: one("select cast(coalesce(sum(amount), 0) as text) from ledger_entries where kind = 'usage'"),
    };
  } finally {
    database.close();
  }
}

async function audit(folder: string): Promise<void> {
  const engine = await openSqlite({ folder, clock: systemClock, logger: silentLogger });
  try {
    const { ok, differenceNano, findings } = await auditBooks(engine, { incarnation: null });
    assert.deepEqual({ ok, differenceNano, findings }, { ok: true, differenceNano: '0', findings: [] });
  } finally {
    await engine.close();
  }
}

/** Runs jobs on copies of one generated log. */
export class CrashingJobs {
  readonly #base: string;
  readonly #wanted = new Map<JobScene, object>();

  private constructor(base: string) {
    this.#base = base;
  }

  /** Generates the log, and runs each job once without interruption for comparison. */
  static async make(base: string): Promise<CrashingJobs> {
    const jobs = new CrashingJobs(base);
    await makeBooks({ folder: join(base, 'log'), calls: 4000, accounts: 20, days: 3, models: 5, untilMs });
    for (const scene of Object.keys(jobTimes) as JobScene[]) {
      const folder = await jobs.#copy(`${scene} undisturbed`);
      const before = stateOf(folder);
      await runJob(folder, scene);
      const state = stateOf(folder);
      assert.notDeepEqual(state, before, `${scene}: there is something to do`);
      jobs.#wanted.set(scene, state);
    }
    return jobs;
  }

  /** Kills the job at the step. The books must balance at once, and the next run must have the result of an uninterrupted one. */
  async play({ scene, step }: CrashPoint): Promise<void> {
    assert.ok(isJob(scene));
    const folder = await this.#copy(step);
    await writeFile(join(folder, 'armed'), '');
    assert.equal(await runJob(folder, scene, crashEnvironment(folder, step)), 'SIGKILL', 'the step was reached');
    await audit(folder);
    await runJob(folder, scene);
    assert.deepEqual(stateOf(folder), this.#wanted.get(scene));
    await audit(folder);
  }

  async #copy(name: string): Promise<string> {
    const folder = join(this.#base, name.replaceAll(' ', '-'));
    await cp(join(this.#base, 'log'), folder, { recursive: true });
    return folder;
  }
}
