/** Goal: one person cannot make sign-in store rows without limit. Method: hundreds of rows in the tables themselves; passkeys over HTTP. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { SignInDatabase } from '../../src/identity/engine/engine-calls.ts';
import { endOldSignIns, forgetOldBrowsers, ownMax } from '../../src/identity/engine/limits/few-of-each.ts';
import { openDatabase } from '../../src/identity/engine/database/open-database.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { Authenticator } from './authenticator.ts';
import { PeoplePlace } from './people-place.ts';

const startMs = Date.UTC(2026, 10, 21);

async function keepsTheNewest(from: SignInDatabase): Promise<void> {
  const database = await openDatabase(from);
  try {
    const { kysely, schemaName } = database;
    const own = schemaName === undefined ? kysely : kysely.withSchema(schemaName);
    const at = schemaName === undefined ? sql.raw('') : sql.raw(`${schemaName}.`);
    const moment = (ms: number) => new Date(ms).toISOString();
    for (const id of ['ann', 'bob']) {
      await sql`insert into ${at}"user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
        values (${id}, ${id}, ${`${id}@example.org`}, ${from.kind === 'sqlite' ? 1 : true}, ${moment(startMs)}, ${moment(startMs)})`.execute(
        kysely,
      );
      for (let one = 0; one < ownMax.signIns + 30; one += 1)
        await sql`insert into ${at}"session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId")
          values (${`${id}-${String(one)}`}, ${moment(startMs)}, ${`${id}-${String(one)}`}, ${moment(startMs + one * 1000)}, ${moment(startMs)}, ${id})`.execute(
          kysely,
        );
      for (let one = 0; one < ownMax.browsers + 30; one += 1)
        await own
          .insertInto('knownDevice')
          .values({ userId: id, device: `device-${String(one)}`, seenAt: startMs + one })
          .execute();
    }
    await endOldSignIns({ own }, 'ann');
    await forgetOldBrowsers({ own }, 'ann');
    const sessions = async (userId: string) =>
      (await own.selectFrom('session').select('id').where('userId', '=', userId).orderBy('createdAt', 'desc').execute()).map(
        ({ id }) => id,
      );
    const ofAnn = await sessions('ann');
    assert.deepEqual([ofAnn.length, ofAnn[0], ofAnn.at(-1)], [ownMax.signIns, `ann-${String(ownMax.signIns + 29)}`, 'ann-30']);
    assert.equal((await sessions('bob')).length, ownMax.signIns + 30, 'nobody else is signed out');
    const browsers = await own.selectFrom('knownDevice').select('device').where('userId', '=', 'ann').orderBy('seenAt').execute();
    assert.deepEqual([browsers.length, browsers[0]?.device], [ownMax.browsers, 'device-30']);
    await endOldSignIns({ own }, 'ann');
    await forgetOldBrowsers({ own }, 'ann');
    assert.equal((await sessions('ann')).length, ownMax.signIns);
  } finally {
    await database.close();
  }
}

test('only the newest sessions and browsers of a person are kept, in the data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-few-'));
  await keepsTheNewest({ kind: 'sqlite', file: join(folder, 'sign-in.sqlite') });
  rmSync(folder, { recursive: true });
});

withServer(postgres, 'the rows of sign-in on PostgreSQL', () => {
  test('are the newest of a person', async () => {
    const server = await PostgresServer.start();
    try {
      await keepsTheNewest({ kind: 'postgres', url: await server.newDatabase() });
    } finally {
      await server.remove();
    }
  });
});

test('a person can have so many passkeys; the refusal says to remove one', async () => {
  const place = await PeoplePlace.open();
  try {
    const browser = await place.enter('collector@example.org');
    const add = async () => {
      const { body: options } = await browser.auth('/passkey/generate-register-options');
      return browser.auth('/passkey/verify-registration', { response: new Authenticator(browser.origin).create(options) });
    };
    for (let one = 0; one < ownMax.passkeys; one += 1) {
      const added = await add();
      assert.equal(added.status, 200, added.text);
    }
    const refused = await add();
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'too_many_passkeys']);
    assert.match(refused.body.error.message, /at most 20 passkeys\. Remove one/);
  } finally {
    await place.close();
  }
});
