import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { getMigrations } from 'better-auth/db/migration';
import { schemaOptions, schemaPlugins } from '../../src/identity/engine/auth-options.ts';
import type { SignInDatabase } from '../../src/identity/engine/engine-calls.ts';
import { bindIdentities, unboundProviderId } from '../../src/identity/engine/outside-providers/identity-key.ts';
import { openDatabase } from '../../src/identity/engine/database/open-database.ts';
import { createPostgresLimits } from '../../src/identity/engine/limits/postgres-limits.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';

/** What the library would still create or add. */
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

/** Identities without an issuer get one, once; no other sign-in method changes. */
async function bindsIdentities(from: SignInDatabase): Promise<void> {
  const database = await openDatabase(from);
  const { kysely, type } = database;
  try {
    const at = type === 'postgres' ? sql.raw('auth.') : sql.raw('');
    const now = sql.raw(type === 'postgres' ? 'now()' : '0');
    await sql`insert into ${at}"user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values ('u', 'U', 'u@example.org', ${sql.raw(type === 'postgres' ? 'true' : '1')}, ${now}, ${now})`.execute(kysely);
    for (const [id, providerId] of [
      ['a', unboundProviderId],
      ['b', 'credential'],
    ])
      await sql`insert into ${at}"account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
        values (${id}, 'u', ${providerId}, 'u', ${now}, ${now})`.execute(kysely);
    const own = type === 'postgres' ? kysely.withSchema('auth') : kysely;
    await bindIdentities(own, 'https://id.example.org/');
    await bindIdentities(own, 'https://another.example.org');
    const rows = await own.selectFrom('account').select(['providerId', 'accountId']).orderBy('providerId').execute();
    assert.deepEqual(
      rows.map(({ providerId, accountId }) => [providerId, accountId]),
      [
        ['credential', 'u'],
        ['oidc', 'https://id.example.org#u'],
      ],
    );
  } finally {
    await database.close();
  }
}

test('the tables of sign-in in the data folder are all that the library needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-tables-'));
  const file = join(folder, 'sign-in.sqlite');
  assert.deepEqual(await missing({ kind: 'sqlite', file }), [[], []]);
  await bindsIdentities({ kind: 'sqlite', file });
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
      await bindsIdentities({ kind: 'postgres', url });
    } finally {
      await server.remove();
    }
  });
});
