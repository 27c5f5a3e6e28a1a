import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMigrated } from '../migrated-file.ts';
import { storageSuite } from '../suites/storage-suite.ts';

storageSuite('SQLite', async (clock) => {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-'));
  const engine = await openMigrated(folder, clock);
  return {
    engine,
    async end() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
});
