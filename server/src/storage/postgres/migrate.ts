import type { Client } from 'pg';
import type { Migration } from '../schema-change.ts';
import { newerSchema } from '../newer-schema.ts';
import { expectNoOlderNode } from './older-nodes.ts';

const lock = 'select pg_advisory_lock(1953459308, 1)';
const unlock = 'select pg_advisory_unlock(1953459308, 1)';
/** Another node may be changing the schema at the same time. */
const waitForOtherNodes = "set lock_timeout = '5min'";
const createTable = `create table if not exists schema_migrations (
  id bigint primary key, name text not null, works_from bigint not null, applied_at bigint not null)`;

interface Applied {
  readonly id: bigint;
  readonly works_from: bigint;
}

/** The ID of the last of ordered changes; 0 if there is none. */
const lastOf = (changes: readonly { readonly id: number | bigint }[]): number => Number(changes.at(-1)?.id ?? 0);

async function inOneTransaction(client: Client, changes: readonly Migration[], nowMs: number): Promise<void> {
  await client.query('begin');
  try {
    const record = 'insert into schema_migrations (id, name, works_from, applied_at) values ($1, $2, $3, $4)';
    for (const { id, name, sql, worksFrom } of changes) {
      await client.query(sql);
      await client.query(record, [id, name, worksFrom, nowMs]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Migrates the database to the program's schema. Each change runs once and, if the database already had changes, in its own transaction;
 * several nodes may start at the same time. Additions by a newer program stay if it declares that this one can work with them.
 * @throws {StorageStartError} if the schema cannot be used, or if an older program is running that could not work with the changes.
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
    const { rows } = await client.query<Applied>('select id, works_from from schema_migrations order by id');
    const [there, known] = [lastOf(rows), lastOf(migrations)];
    if (rows.some((row) => row.works_from > known)) throw newerSchema(at.place, { there, known });
    const done = new Set(rows.map((row) => row.id));
    const missing = migrations.filter(({ id }) => !done.has(BigInt(id)));
    if (missing.some(({ worksFrom }) => worksFrom > there)) await expectNoOlderNode(client, at.place);
    // A new database has no data to migrate, so all changes share one transaction and one wait for the disk.
    for (const changes of rows.length === 0 ? [missing] : missing.map((migration) => [migration]))
      await inOneTransaction(client, changes, at.nowMs);
  } finally {
    await client.query(unlock).catch(() => undefined);
  }
}
