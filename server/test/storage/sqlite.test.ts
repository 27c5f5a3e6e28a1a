import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { silentLogger } from '../../src/platform/logger.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { storageSuite } from '../suites/storage-suite.ts';
import { VirtualClock } from '../virtual-clock.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'tollgate-'));

// Every test gets a copy of one prepared database, because preparing one costs more than most tests.
let prepared: string;
before(async () => {
  prepared = await newFolder();
  await (await openSqlite({ folder: prepared, clock: new VirtualClock(), logger: silentLogger })).close();
});
after(() => rm(prepared, { recursive: true }));

storageSuite('SQLite', async (clock) => {
  const folder = await newFolder();
  await copyFile(join(prepared, 'tollgate.db'), join(folder, 'tollgate.db'));
  const engine = await openSqlite({ folder, clock, logger: silentLogger });
  return {
    engine,
    async end() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
});
