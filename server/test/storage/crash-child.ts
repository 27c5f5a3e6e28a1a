import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createBooks } from '../../src/books/commit-queue.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { recoverOpenCalls } from '../../src/books/recovery.ts';
import { StorageError } from '../../src/storage/storage-error.ts';
import { openSqlite } from '../../src/service/database/open-sqlite.ts';
import { markOf, sampleRecord } from './sample-books.ts';

/**
 * Keeps books in the given folder until it is killed. Writes `closed <id>` and `open <id>` once a flush has promised that they are durable.
 * In the mode `outage`, its database refuses every commit after the first few.
 */
const [folder = '', incarnation = '', mode = ''] = process.argv.slice(2);
const real = await openSqlite({ folder, clock: systemClock, logger: silentLogger });
let commits = 0;
const engine: Engine = {
  ...real,
  commitGroup(part, by) {
    commits += 1;
    if (mode === 'outage' && commits > 5) return Promise.reject(new StorageError('outage', 'disk I/O error'));
    return real.commitGroup(part, by);
  },
};
const limits = { spillBytes: 256 * 1024 };
const books = createBooks({
  engine,
  clock: systemClock,
  logger: silentLogger,
  incarnation,
  spillPath: join(folder, 'spill'),
  limits,
});
await books.start();
await recoverOpenCalls(real, { clock: systemClock, logger: silentLogger, incarnation });
const ids = createIds(systemClock);
for (;;) {
  const closing = Array.from({ length: 1 + (commits % 9) }, () => sampleRecord(ids, systemClock.nowMs()));
  const open = sampleRecord(ids, systemClock.nowMs());
  books.open(markOf(open));
  for (const record of closing) {
    books.open(markOf(record));
    books.close(record, []);
  }
  await books.flush();
  writeSync(1, closing.map((record) => `closed ${record.id}\n`).join('') + `open ${open.id}\n`);
}
