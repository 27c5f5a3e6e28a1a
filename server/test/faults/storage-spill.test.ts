/**
 * Goal: records in the spill file survive a full disk, a damaged file and a dying process; losses by damage are reported and kept for
 * inspection. Method: the books with a real database that refuses on request and a real spill file, on a small real file system if
 * possible.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger, type Logger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import type { BooksLimits } from '../../src/books/books-options.ts';
import { createBooks, type RunningBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { StorageError, StorageStartError } from '../../src/storage/storage-error.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { count } from '../proofs/counts.ts';
import { notRun, reportFigures } from '../proofs/figures.ts';
import { seededRandom } from '../proofs/seed.ts';
import { sampleRecord, seedTenants } from '../storage/sample-books.ts';
import { inTempFolder } from '../storage/temp-folder.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { SmallDisk } from './small-disk.ts';
import { openMigrated } from '../migrated-file.ts';

const damages = count('damages');
const spillBytes = 64 * 1024;
const clock = new VirtualClock();
const ids = createIds(clock);
const random = seededRandom();

interface Bench {
  readonly engine: Engine;
  /** Whether the database refuses everything. */
  readonly database: { isAway: boolean };
  /** Logged errors. */
  readonly errors: string[];
  readonly books: (spillPath: string, limits?: Partial<BooksLimits>) => RunningBooks;
}

async function withBench(folder: string, use: (bench: Bench) => Promise<void>): Promise<void> {
  const engine = await openMigrated(folder, clock);
  try {
    await seedTenants(engine);
    const database = { isAway: false };
    const errors: string[] = [];
    const logger: Logger = { ...silentLogger, error: (_: object, text: string) => void errors.push(text) };
    const shaky: Engine = {
      ...engine,
      commitGroup: (part, incarnation) =>
        database.isAway ? Promise.reject(new StorageError('outage', 'away')) : engine.commitGroup(part, incarnation),
    };
    await use({
      engine,
      database,
      errors,
      books: (spillPath, limits) =>
        createBooks({
          engine: shaky,
          clock,
          logger,
          incarnation: 'inc_now',
          spillPath,
          limits: { spillBytes, ...limits },
        }),
    });
  } finally {
    await engine.close();
  }
}

function records(number: number): CallRecord[] {
  return Array.from({ length: number }, () => sampleRecord(ids, clock.nowMs()));
}

async function stored(engine: Engine, wanted: readonly CallRecord[]): Promise<number> {
  const calls = createCallsStore(engine);
  const rows = await Promise.all(wanted.map(({ id }) => calls.find(id)));
  return rows.filter((row, index) => row?.charge === wanted[index]?.charge).length;
}

/** Lets time pass until the condition is true. */
function until(condition: () => boolean): Promise<void> {
  return waitFor(() => {
    if (condition()) return true;
    clock.advance(100);
    return false;
  });
}

/** Writes these records to the spill file one by one, as if the process were killed afterwards. Returns where each ends in the file. */
async function setAside({ books, database }: Bench, spillPath: string, waiting: readonly CallRecord[]): Promise<number[]> {
  const killed = books(spillPath);
  await killed.start();
  database.isAway = true;
  const ends: number[] = [];
  for (const record of waiting) {
    killed.close(record, []);
    await killed.flush();
    ends.push(killed.stats().spillBytesUsed);
  }
  database.isAway = false;
  return ends;
}

/** Truncates the file, flips a bit or overwrites some bytes; returns whether it truncated. */
async function harm(path: string, kind: number, at: number): Promise<boolean> {
  if (kind % 3 === 0) {
    await truncate(path, at);
    return true;
  }
  const bytes = await readFile(path);
  if (kind % 3 === 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  else bytes.fill(0xa5, at, at + 40);
  await writeFile(path, bytes);
  return false;
}

describe('a spill file', () => {
  test(`damaged at any place costs at most the records there, and says so: ${String(damages)} times`, async (context) => {
    await inTempFolder(async (folder) => {
      await withBench(join(folder, 'data'), async (bench) => {
        const tally = { cut: 0, lost: 0, silent: 0 };
        for (let damage = 0; damage < damages; damage += 1) {
          const path = join(folder, `spill-${String(damage)}`);
          const waiting = records(6);
          const ends = await setAside(bench, path, waiting);
          const end = ends.at(-1) ?? 0;
          const at = Math.floor(random() * end);
          const isCutOff = await harm(path, damage, at);
          bench.errors.length = 0;
          const next = bench.books(path);
          await next.start();
          const lost = waiting.length - (await stored(bench.engine, waiting));
          const told = bench.errors.some((text) => text.includes('damaged'));
          // A file truncated after a whole frame looks complete, and so does one whose last header is gone.
          const isCut = isCutOff || at >= (ends.at(-2) ?? 0);
          if (isCut) tally.cut += 1;
          else if (at >= 16) assert.ok(lost <= 2, String(lost));
          tally.lost += lost;
          if (lost > 0 && !told && !isCut) tally.silent += 1;
          if (told) assert.ok((await readdir(folder)).some((name) => name.startsWith(`spill-${String(damage)}.damaged-`)));
          assert.ok((await stat(path)).blocks * 512 >= spillBytes, 'its space is reserved again');
          await next.stop();
        }
        assert.equal(tally.silent, 0);
        assert.deepEqual((await auditBooks(bench.engine, { incarnation: null })).findings, []);
        reportFigures(context, 'F11', {
          'spill files torn or damaged': damages,
          'records in them': damages * 6,
          'records lost with the damage': tally.lost,
          'damage inside the file not told of': tally.silent,
        });
      });
    });
  });

  test('with foreign content is set aside and replaced', async () => {
    await inTempFolder(async (folder) => {
      await withBench(join(folder, 'data'), async ({ books, errors }) => {
        const path = join(folder, 'spill');
        await writeFile(path, 'a letter to a friend');
        const first = books(path);
        await first.start();
        await first.stop();
        const kept = (await readdir(folder)).find((name) => name.startsWith('spill.damaged-')) ?? '';
        assert.equal(await readFile(join(folder, kept), 'utf8'), 'a letter to a friend');
        assert.equal(errors.length, 1);
        const again = books(path);
        await again.start();
        await again.stop();
        assert.equal(errors.length, 1, 'told once');
      });
    });
  });

  test('releases the space it has grown by once everything is stored', async () => {
    await inTempFolder(async (folder) => {
      await withBench(join(folder, 'data'), async ({ engine, books, database }) => {
        const path = join(folder, 'spill');
        const running = books(path);
        await running.start();
        database.isAway = true;
        const waiting = records(200);
        for (const record of waiting) running.close(record, []);
        await running.flush();
        assert.ok((await stat(path)).size > spillBytes);
        database.isAway = false;
        await until(() => running.accepting);
        assert.equal((await stat(path)).size, spillBytes);
        assert.equal(await stored(engine, waiting), waiting.length);
        await running.stop();
      });
    });
  });
});

describe('a disk that is full to its last byte', () => {
  test('takes what the spill file has reserved; what is more waits in memory and is stored when there is space', async (context) => {
    await inTempFolder(async (folder) => {
      const mounted = join(folder, 'small');
      await mkdir(mounted);
      const disk = await SmallDisk.mount(mounted, '8m');
      if (disk === null) {
        notRun(context, 'F7', 'a file system cannot be mounted here');
        return;
      }
      try {
        await withBench(mounted, async ({ engine, books, errors }) => {
          const path = join(mounted, 'spill');
          const running = books(path);
          await running.start();
          await disk.fill();
          const [fitting, beyond] = [records(40), records(200)];
          for (const record of fitting) running.close(record, []);
          await running.flush();
          assert.equal(running.accepting, false);
          assert.equal(running.stats().queued, 0, 'safe in the file');
          for (const record of beyond) running.close(record, []);
          await assert.rejects(running.flush(), /neither the database nor the spill file/);
          assert.equal(running.stats().queued, beyond.length);
          assert.ok(errors.some((text) => text.includes('wait in memory')));
          await assert.rejects(books(join(mounted, 'another')).start(), StorageStartError);
          await disk.free();
          await until(() => running.accepting);
          assert.equal(await stored(engine, [...fitting, ...beyond]), 240);
          await running.stop();
        });
      } finally {
        await disk.unmount();
      }
    });
  });
});

describe('an outage that may last a while', () => {
  test('refuses paid calls only after that while, or when the spill file cannot be written either', async () => {
    await inTempFolder(async (folder) => {
      await withBench(join(folder, 'data'), async ({ engine, books, database }) => {
        const running = books(join(folder, 'spill'), { refuseAfterFaultMs: 5000 });
        await running.start();
        for (const lastsMs of [4000, 6000]) {
          database.isAway = true;
          const during = records(3);
          for (const record of during) running.close(record, []);
          await running.flush();
          clock.advance(lastsMs);
          assert.equal(running.stats().state === 'normal', false);
          assert.equal(running.accepting, lastsMs < 5000, String(lastsMs));
          database.isAway = false;
          await until(() => running.stats().state === 'normal');
          assert.equal(running.accepting, true);
          assert.equal(await stored(engine, during), 3);
        }
        await running.stop();
      });
    });
  });
});
