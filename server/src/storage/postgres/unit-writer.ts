import type { ClientBase } from 'pg';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import { auditChainStart, auditHash } from '../audit-chain.ts';
import { takeChangeLock } from '../change-lock.ts';
import { UnitConflict } from '../engine.ts';
import type { UnitStatement } from '../engine.ts';
import { bindable } from './values.ts';

const lastEntry = 'select seq, hash from audit_log order by seq desc limit 1';
const insertEntry = `insert into audit_log (seq, at, actor, source_ip, action, object_kind, object_id, before, after, previous_hash, hash)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

async function appendAudit(client: ClientBase, audit: readonly AuditEntry[]): Promise<void> {
  const { rows } = await client.query<{ seq: bigint; hash: Uint8Array }>(lastEntry);
  let seq = rows[0]?.seq ?? 0n;
  let previous = rows[0]?.hash ?? auditChainStart;
  for (const entry of audit) {
    seq += 1n;
    const hash = auditHash(previous, seq, entry);
    const { atMs, actor, sourceIp, action, objectKind, objectId, before, after } = entry;
    await client.query(insertEntry, [seq, atMs, actor, sourceIp, action, objectKind, objectId, before, after, previous, hash]);
    previous = hash;
  }
}

/**
 * One unit inside a transaction: every statement, then the audit entries. Answers the rows written per statement.
 * @throws {UnitConflict}
 */
export async function runUnit(
  client: ClientBase,
  unit: readonly UnitStatement[],
  audit: readonly AuditEntry[],
): Promise<readonly number[]> {
  // The entries are one chain, whatever node writes them.
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
