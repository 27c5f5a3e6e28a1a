import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { schemaOptions, schemaPlugins } from '../../src/identity/engine/auth-options.ts';
import type { SignInDatabase } from '../../src/identity/engine/engine-calls.ts';
import { openDatabase } from '../../src/identity/engine/open-database.ts';
import { createPostgresLimits } from '../../src/identity/engine/postgres-limits.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';

/** What the library would still make or add. */
async function missing(from: SignInDatabase): Promise<unknown> {
  const database = await openDatabase(from);
  try {
    // A second start changes nothing.
    await (await openDatabase(from)).close();
    const { kysely: db, type, schemaName } = database;
    const { toBeCreated, toBeAdded } = await getMigrations({
      ...schemaOptions,
      plugins: [...schemaPlugins('http://localhost', 'Test')],
      database: { db, type, ...(schemaName === undefined ? {} : { schemaName }) },
    });
    return [toBeCreated, toBeAdded];
  } finally {
    await database.close();
  }
}

test('the tables of sign-in in the data folder are all that the library needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-tables-'));
  assert.deepEqual(await missing({ kind: 'sqlite', file: join(folder, 'sign-in.sqlite') }), [[], []]);
  rmSync(folder, { recursive: true });
});

withServer(postgres, 'the tables of sign-in on PostgreSQL', () => {
  test('are all that the library needs, also where several nodes make them at once, which then count attempts together', async () => {
    const server = await PostgresServer.start();
    try {
      const url = await server.newDatabase();
      const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ kind: 'postgres', url })));
      const limits = opened.map(({ kysely }) => createPostgresLimits(kysely));
      const rule = { windowMs: 60_000, max: 7 };
      const taken = await Promise.all([...limits, ...limits, ...limits].map((each) => each.take('one', rule)));
      assert.equal(taken.filter(({ allowed }) => allowed).length, rule.max, 'nodes count attempts together');
      assert.ok(taken.every(({ allowed, retryAfterMs }) => allowed || retryAfterMs > 0));
      await Promise.all(opened.map((database) => database.close()));
      assert.deepEqual(await missing({ kind: 'postgres', url }), [[], []]);
    } finally {
      await server.remove();
    }
  });
});
