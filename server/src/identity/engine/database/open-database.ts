import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import { systemClock } from '../../../platform/clock.ts';
import type { SignInDatabase } from '../engine-calls.ts';
import { schemaSteps, type Step } from './schema-steps.ts';
import type { SignInTables } from './sign-in-tables.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** The sign-in database, migrated to this program's schema. */
export interface OpenDatabase {
  readonly kysely: Kysely<SignInTables>;
  readonly type: 'sqlite' | 'postgres';
  readonly schemaName?: string;
  /** For a database file: makes an online copy into a new file. */
  backup?(path: string): Promise<void>;
  close(): Promise<void>;
}

function missing(kind: SignInDatabase['kind'], applied: ReadonlySet<number>): readonly Step[] {
  const steps = schemaSteps(kind);
  const known = steps.at(-1)?.id ?? 0;
  const there = Math.max(0, ...applied);
  if (there > known) throw new Error(`the tables of sign-in were changed by a newer version (${String(there)}): start that one`);
  return steps.filter(({ id }) => !applied.has(id));
}

function migrateSqlite(db: DatabaseSync, owner: number): void {
  db.exec(
    'create table if not exists schema_steps (id integer primary key, name text not null, applied_at integer not null) strict',
  );
  const applied = new Set(
    db
      .prepare('select id from schema_steps')
      .all()
      .map(({ id }) => Number(id)),
  );
  if (applied.size === 0) db.exec(`pragma application_id = ${String(owner)}`);
  const record = db.prepare('insert into schema_steps (id, name, applied_at) values (?, ?, ?)');
  for (const { id, name, sql } of missing('sqlite', applied)) {
    db.exec('begin immediate');
    try {
      db.exec(sql);
      record.run(id, name, systemClock.nowMs());
      db.exec('commit');
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  }
}

function openSqlite(file: string, owner = 0): OpenDatabase {
  // Only the owner may read the file: it contains the identities of all users.
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off; pragma secure_delete = on; pragma journal_size_limit = 4194304;',
  );
  migrateSqlite(db, owner);
  const kysely = new Kysely<SignInTables>({ dialect: sqliteDialect(db) });
  return {
    kysely,
    type: 'sqlite',
    async backup(path) {
      closeSync(openSync(path, 'wx', 0o600));
      await backup(db, path);
    },
    async close() {
      await kysely.destroy();
      db.close();
    },
  };
}

const connectionsMax = 4;
/** The first process creates the tables. The lock is held until the end of its transaction. */
const lock = 'select pg_advisory_xact_lock(1953459308, 5)';
const manners =
  "set lock_timeout = '5s'; set statement_timeout = '10s'; set idle_in_transaction_session_timeout = '10s'; set jit = off";
const durable =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')";

interface Queries {
  query(sql: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
}

async function migratePostgres(client: Queries): Promise<void> {
  await client.query('begin');
  try {
    await client.query(lock);
    await client.query('create schema if not exists auth');
    await client.query(
      'create table if not exists auth.schema_steps (id bigint primary key, name text not null, applied_at bigint not null)',
    );
    const { rows } = await client.query('select id from auth.schema_steps');
    for (const { id, name, sql } of missing('postgres', new Set(rows.map((row) => Number(row.id))))) {
      await client.query(sql);
      const record = 'insert into auth.schema_steps (id, name, applied_at) values ($1, $2, $3)';
      await client.query(record, [id, name, systemClock.nowMs()]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  // Loaded on use: a process that stores its data in a folder needs no driver.
  const { Pool } = await import('pg');
  const address = new URL(url);
  // The SSL modes have the same meaning as in other PostgreSQL clients.
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  const pool = new Pool({
    connectionString: address.toString(),
    application_name: 'tollgate sign-in',
    max: connectionsMax,
    connectionTimeoutMillis: 5000,
    query_timeout: 15_000,
    keepAlive: true,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // While the client is in use, no one listens for errors; the running query fails by itself.
    client.on('error', () => undefined);
    // These run before any other query; if they fail, the queries fail too.
    client
      .query(manners)
      .then(
        () => client.query(durable),
        () => undefined,
      )
      .catch(() => undefined);
  });
  try {
    const client = await pool.connect();
    try {
      await migratePostgres(client);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  const kysely = new Kysely<SignInTables>({ dialect: new PostgresDialect({ pool }) });
  return { kysely, type: 'postgres', schemaName: 'auth', close: () => kysely.destroy() };
}

/** Opens the sign-in database, after creating or migrating its tables. */
export async function openDatabase(database: SignInDatabase): Promise<OpenDatabase> {
  return database.kind === 'sqlite' ? openSqlite(database.file, database.owner) : await openPostgres(database.url);
}
