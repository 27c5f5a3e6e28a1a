import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../src/platform/logger.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { storageSuite } from '../suites/storage-suite.ts';

storageSuite('SQLite', async (clock) => {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-'));
  const engine = await openSqlite({ folder, clock, logger: silentLogger });
  return {
    engine,
    async end() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
});
