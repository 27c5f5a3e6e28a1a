import type { Client } from 'pg';
import { StorageStartError } from '../storage-error.ts';
import type { Migration } from '../migrations.ts';

const lock = 'select pg_advisory_lock(1953459308, 1)';
const unlock = 'select pg_advisory_unlock(1953459308, 1)';
/** Another node may be changing the schema right now. */
const waitForOtherNodes = "set lock_timeout = '5min'";
const createTable = `create table if not exists schema_migrations (
  id bigint primary key, name text not null, works_from bigint not null, applied_at bigint not null)`;

interface Applied {
  readonly id: bigint;
  readonly works_from: bigint;
}

function checkAge(applied: readonly Applied[], migrations: readonly Migration[], place: string): void {
  const last = BigInt(migrations.at(-1)?.id ?? 0);
  if (applied.every((row) => row.works_from <= last)) return;
  throw new StorageStartError(
    `The database ${place} was changed by a newer version of this program that this one cannot work with: start that version, or restore a backup made before the upgrade.`,
  );
}

async function apply(client: Client, migration: Migration, nowMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    const record = 'insert into schema_migrations (id, name, works_from, applied_at) values ($1, $2, $3, $4)';
    await client.query(record, [migration.id, migration.name, migration.worksFrom, nowMs]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Brings the database to the program's schema, each change once and in its own transaction; several nodes may start at
 * once. What a newer program has added stays, if it says that this one can work with it.
 * @throws {StorageStartError} if it cannot.
 */
export async function migrate(
  client: Client,
  migrations: readonly Migration[],
  at: { readonly nowMs: number; readonly place: string },
): Promise<void> {
  await client.query(waitForOtherNodes);
  await client.query(lock);
  try {
    await client.query(createTable);
    const { rows } = await client.query<Applied>('select id, works_from from schema_migrations');
    checkAge(rows, migrations, at.place);
    const done = new Set(rows.map((row) => row.id));
    for (const migration of migrations) {
      if (!done.has(BigInt(migration.id))) await apply(client, migration, at.nowMs);
    }
  } finally {
    await client.query(unlock).catch(() => undefined);
  }
}
