/**
 * Goal: an empty PostgreSQL database next to a folder of an existing installation, or another installation's database, is refused. Method:
 * the whole service on a separate server; exchanges databases and folders.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { StartError } from '../../src/service/start/start-error.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { startInProcess } from '../service-in-process.ts';

withServer(postgres, 'a database server beside a data folder', () => {
  let server: PostgresServer;
  let base: string;
  before(async () => {
    server = await PostgresServer.start();
    base = mkdtempSync(join(tmpdir(), 'tollgate-lost-'));
  });
  after(async () => {
    rmSync(base, { recursive: true });
    await server.remove();
  });

  const start = async (folder: string, url: string | undefined): Promise<void> => {
    const given = { TOLLGATE_SECRET: 's'.repeat(32), TOLLGATE_ADMIN_TOKEN: 't'.repeat(32), TOLLGATE_DATABASE_URL: url };
    await (await startInProcess({ TOLLGATE_DATA_DIR: join(base, folder), ...given })).stop(0);
  };
  const refused = (words: RegExp) => (error: unknown) => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, words);
    return true;
  };

  it('is refused when it is empty or another installation has it, every time, and starts with its own', async () => {
    const [ours, others, empty] = [await server.newDatabase(), await server.newDatabase(), await server.newDatabase()];
    await start('ours', ours);
    await start('others', others);
    const isEmpty =
      /belongs to an installation \(installation, spill\), but the database of TOLLGATE_DATABASE_URL is empty.*Restore a backup/;
    for (let round = 0; round < 2; round += 1) await assert.rejects(start('ours', empty), refused(isEmpty));
    await assert.rejects(start('ours', others), refused(/belong to different installations/));
    await start('ours', ours);
    await start('a new folder', ours);
    await start('another new folder', empty);
  });

  it('is refused when it is empty beside the database of an embedded installation', async () => {
    await start('embedded', undefined);
    await assert.rejects(
      start('embedded', await server.newDatabase()),
      refused(/belongs to an installation \([^)]*tollgate\.db\), but the database/),
    );
  });
});
