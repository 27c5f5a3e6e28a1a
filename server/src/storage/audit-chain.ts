import { createHash } from 'node:crypto';
import type { AuditDraft } from './engine.ts';

/** What the first entry points back to. */
export const auditChainStart: Uint8Array = new Uint8Array(32);

/**
 * Links an audit entry to the one before it: SHA-256 over the previous hash and the entry as a JSON array in fixed
 * order, so that a changed, removed or inserted entry breaks every hash after it.
 */
export function auditHash(previousHash: Uint8Array, seq: bigint, entry: AuditDraft): Uint8Array {
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
