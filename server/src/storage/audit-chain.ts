import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditEntry } from '../domain/books/audit-entry.ts';
import type { AuditLogTable } from './schema.ts';

/** What the first entry points back to. */
export const auditChainStart: Uint8Array = new Uint8Array(32);

/**
 * Links an audit entry to the one before it: SHA-256 over the previous hash and the entry as a JSON array in fixed
 * order, so that a changed, removed or inserted entry breaks every hash after it.
 */
export function auditHash(previousHash: Uint8Array, seq: bigint, entry: AuditEntry): Uint8Array {
  const canonical = JSON.stringify([
    String(seq),
    String(entry.atMs),
    entry.actor,
    entry.sourceIp,
    entry.action,
    entry.objectKind,
    entry.objectId,
    entry.before,
    entry.after,
  ]);
  return createHash('sha256').update(previousHash).update(canonical).digest();
}

/** The entry that a row of the audit log keeps. */
export function auditEntryOf(row: Omit<Selectable<AuditLogTable>, 'previous_hash' | 'hash'>): AuditEntry {
  return {
    atMs: Number(row.at),
    actor: row.actor,
    sourceIp: row.source_ip,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    before: row.before,
    after: row.after,
  };
}
