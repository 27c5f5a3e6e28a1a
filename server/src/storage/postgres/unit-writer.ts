import type { ClientBase } from 'pg';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import { chainedRows, digestsFromSetting, readChainEnd, type ChainEnd } from '../audit-chain.ts';
import { takeChangeLock } from '../change-lock.ts';
import { UnitConflict } from '../engine.ts';
import type { UnitStatement } from '../engine.ts';
import { misreadMigrations } from '../steps/gateway-migrations.ts';
import { bindable } from './values.ts';

const insertEntry = `insert into audit_log (seq, at, actor, source_ip, action, object_kind, object_id, before, after,
  account_id, payload_digest, payload_class, previous_hash, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/** Starts the part of the chain that links digests, unless some node runs a program that would consider such entries forged. */
async function beginDigests(client: ClientBase, seq: bigint): Promise<boolean> {
  const older = "select 1 from nodes where state = 'live' and coalesce(schema, 0) < $1 limit 1";
  if ((await client.query(older, [misreadMigrations.digests])).rows.length > 0) return false;
  await client.query('update schema_migrations set works_from = id where id = $1', [misreadMigrations.digests]);
  await client.query('insert into settings (name, value) values ($1, $2)', [digestsFromSetting, String(seq)]);
  return true;
}

async function appendAudit(client: ClientBase, audit: readonly AuditEntry[]): Promise<void> {
  const { rows } = await client.query<ChainEnd>(readChainEnd);
  const end = rows[0] ?? { digests_from: null, seq: null, hash: null };
  const byDigest = end.digests_from !== null || (await beginDigests(client, (end.seq ?? 0n) + 1n));
  for (const row of chainedRows(end, audit, byDigest)) await client.query(insertEntry, [...row]);
}

/**
 * Runs one unit within a transaction: every statement, then the audit entries. Returns the number of rows written per statement.
 * @throws {UnitConflict}
 */
export async function runUnit(
  client: ClientBase,
  unit: readonly UnitStatement[],
  audit: readonly AuditEntry[],
): Promise<readonly number[]> {
  // All nodes write the same chain.
  if (audit.length > 0) await client.query(takeChangeLock);
  const counts: number[] = [];
  for (const { query, mustWrite } of unit) {
    const { rowCount } = await client.query(query.sql, bindable(query.parameters));
    if ((rowCount ?? 0) === 0 && mustWrite !== undefined) throw new UnitConflict(mustWrite);
    counts.push(rowCount ?? 0);
  }
  if (audit.length > 0) await appendAudit(client, audit);
  return counts;
}
