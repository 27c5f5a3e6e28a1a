import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { createBooks } from '../../src/books/commit-queue.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { seedTenants } from './sample-books.ts';
import { inTempFolder } from './temp-folder.ts';

const child = fileURLToPath(new URL('./crash-child.ts', import.meta.url));
/** Longer than the promises of one process take on a busy machine. */
const longestMs = 120_000;
const kills = Number(process.env.TOLLGATE_KILLS ?? 10);

/** Starts a process with books and kills it after it has promised `promises` lines; returns every line. */
async function keepBooksUntilKilled(
  folder: string,
  options: { incarnation: string; mode: string; promises: number },
): Promise<string[]> {
  const { incarnation, mode, promises } = options;
  const keeper = spawn(process.execPath, [child, folder, incarnation, mode], {
    timeout: longestMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(keeper, 'close');
  const lines: string[] = [];
  for await (const line of createInterface({ input: keeper.stdout })) {
    lines.push(line);
    if (lines.length === promises) keeper.kill('SIGKILL');
  }
  await closed;
  assert.equal(keeper.signalCode, 'SIGKILL', 'it was killed and did not end by itself');
  assert.ok(lines.length >= promises, 'it was not killed for want of promises');
  return lines;
}

void describe('a process killed at any moment', () => {
  void it(`keeps every call it promised, voids what was open, and its books add up (${String(kills)} kills)`, async () => {
    await inTempFolder(async (folder) => {
      const seeded = await openSqlite({ folder, clock: systemClock, logger: silentLogger });
      await seedTenants(seeded);
      await seeded.close();
      const promised = new Map<string, string>();
      for (let kill = 0; kill < kills; kill += 1) {
        const mode = kill % 3 === 2 ? 'outage' : 'fine';
        const promises = 10 + Math.floor(Math.random() * 150);
        for (const line of await keepBooksUntilKilled(folder, { incarnation: `inc_${String(kill)}`, mode, promises })) {
          const [what = '', id = ''] = line.split(' ');
          promised.set(id, what);
        }
        const engine = await openSqlite({ folder, clock: systemClock, logger: silentLogger });
        const incarnation = `inc_check_${String(kill)}`;
        const books = createBooks({
          engine,
          clock: systemClock,
          logger: silentLogger,
          incarnation,
          spillPath: join(folder, 'spill'),
        });
        await books.start();
        await recoverOpenCalls(engine, { clock: systemClock, logger: silentLogger, incarnation });
        const calls = createCallsStore(engine);
        for (const [id, what] of promised) {
          assert.equal(
            (await calls.find(id))?.ending,
            what === 'closed' ? 'complete' : 'interrupted',
            `${what} ${id} after kill ${String(kill)}`,
          );
        }
        assert.deepEqual((await auditBooks(engine, { incarnation })).findings, []);
        await books.stop();
        await engine.close();
      }
    });
  });
});
