/**
 * Goal: two versions of the program never use one database that only one of them understands. Method: the real program, on data with an
 * unknown schema change, and on a database of a released version that still has nodes.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { postgresMigrations } from '../../src/service/database/migrations.ts';
import { sqliteMigrations } from '../../src/service/database/migrations.ts';
import { expectSentence, runToEnd, ServerProcess } from '../scenarios/server-process.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { makeOldDatabase } from './old-stores.ts';
import { refusesToday } from './released-schemas.ts';
import { storedAt, storedIn } from './stored.ts';

const base = mkdtempSync(join(tmpdir(), 'tollgate-versions-'));
after(() => {
  rmSync(base, { recursive: true });
});
const laterId = 9999;

/** The refusal that names both schemas and the remedy. */
function newer(known: number): RegExp {
  const schemas = `\\(schema ${String(laterId)}; this version knows ${String(known)}\\)`;
  return new RegExp(`newer version of this program ${schemas}: start that version, or restore a backup`);
}

void describe('a data folder of a newer version', () => {
  void it('is refused in one sentence that names both schemas and the remedy, and nothing is written', async () => {
    const folder = join(base, 'newer');
    await (await ServerProcess.start(folder)).stop();
    const db = new DatabaseSync(join(folder, 'tollgate.db'));
    db.exec(`insert into schema_migrations (id, name, applied_at) values (${String(laterId)}, 'of the future', 0)`);
    db.close();
    const found = (): unknown => [storedIn(folder), readdirSync(folder)];
    const before = found();
    expectSentence(await runToEnd('start.mjs', [], { TOLLGATE_DATA_DIR: folder }), newer(sqliteMigrations.at(-1)?.id ?? 0));
    assert.deepEqual(found(), before);
  });
});

withServer(postgres, 'a PostgreSQL database', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(() => server.remove());

  const given = {
    TOLLGATE_SECRET: 'a-secret-for-two-versions-'.padEnd(40, 'x'),
    TOLLGATE_ADMIN_TOKEN: 'a-token-for-two-versions',
  };
  const envOf = (url: string): Record<string, string> => ({ ...given, TOLLGATE_DATABASE_URL: url });

  async function expectRefused(url: string, folder: string, words: RegExp): Promise<void> {
    const before = await storedAt(url);
    const ended = await runToEnd('start.mjs', [], { ...envOf(url), TOLLGATE_DATA_DIR: join(base, folder) });
    expectSentence(ended, words);
    assert.ok(!ended.err.includes('password'), ended.err);
    assert.deepEqual(await storedAt(url), before);
  }

  async function inDatabase(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  void it('of a newer version is refused in one sentence that names both schemas and the remedy, and nothing is written', async () => {
    const url = await server.newDatabase();
    await (await ServerProcess.start(join(base, 'present'), envOf(url))).stop();
    await inDatabase(url, (client) =>
      client.query("insert into schema_migrations values ($1, 'of the future', $1, 0)", [laterId]),
    );
    await expectRefused(url, 'present', newer(postgresMigrations.at(-1)?.id ?? 0));
  });

  // Versions that cannot run together with this one.
  for (const release of ['v0.1.0'] as const) {
    void it(`that this version has opened is refused by ${release}, which would read Redis in another way`, () => {
      assert.equal(refusesToday(release), true);
    });

    void it(`of ${release} is left alone while a node of that version runs, and taken over once none does`, async () => {
      const url = await server.newDatabase();
      await makeOldDatabase(url, join(base, release), release, { tables: [], files: {} });
      const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
      await inDatabase(url, async (client) => {
        await client.query(`insert into nodes (incarnation, name, started_at, heartbeat_at) values ('a', 'node-one', 0, ${now})`);
        await expectRefused(url, release, /older version of this program, .*\(node-one\)\. Stop it everywhere and start again/);
        await client.query("update nodes set state = 'dead'");
        await client.query('select pg_advisory_lock(1953459308, 2)');
        await expectRefused(url, release, /older version of this program, .*\(a process that is alone\)/);
      });
      // Any node declares a killed node dead after a while.
      await inDatabase(url, (client) => client.query("update nodes set state = 'live', heartbeat_at = heartbeat_at - 60000"));
      const started = await ServerProcess.start(join(base, release), envOf(url));
      assert.equal((await started.stop()).code, 0);
    });
  }
});
