/**
 * Goal: a page that PostgreSQL finds damaged is a finding of the audit. Method: a real server with checksums, with an overwritten page in
 * the file of a table.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { findPrograms, unprivileged } from '../servers/find-program.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { VirtualClock } from '../virtual-clock.ts';

const pageBytes = 8192;

withServer(postgres, 'PostgreSQL with checksums', () => {
  test('reports to the audit of pages that it met damaged', async () => {
    const server = await PostgresServer.start();
    try {
      await server.end();
      const bin = findPrograms(['pg_checksums']) ?? '';
      await promisify(execFile)(join(bin, 'pg_checksums'), ['--enable', '--no-sync', '-D', server.data], unprivileged() ?? {});
      await server.begin();
      const url = await server.newDatabase();
      const name = new URL(url).pathname.slice(1);
      const open = () => openPostgres({ url, logger: silentLogger, clock: new VirtualClock(), soleNode: true });
      const whole = await open();
      const options = { incarnation: null, checksFiles: true } as const;
      assert.deepEqual((await auditBooks(whole, options)).findings, []);
      await whole.close();
      await server.query(name, "create table spare (words text); insert into spare values ('x'); checkpoint");
      const [place] = await server.query(name, "select pg_relation_filepath('spare') as path");
      await server.end();
      const file = join(server.data, String(place?.path));
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill(0x77, pageBytes - 200, pageBytes));
      await server.begin();
      await assert.rejects(server.query(name, 'select * from spare'), /invalid page/);
      const engine = await open();
      const { ok, findings } = await auditBooks(engine, options);
      await engine.close();
      assert.equal(ok, false);
      assert.match(findings[0]?.detail ?? '', /^the database is damaged: PostgreSQL met 1 damaged pages/);
    } finally {
      await server.remove();
    }
  });
});
