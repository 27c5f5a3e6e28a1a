import { auditChainStart, auditHash } from '../audit-chain.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import { bindable } from './connection.ts';
import type { Connection } from './connection.ts';

/** A unit of work as it crosses to the writer: per statement its SQL, its parameters and its name if it must write. */
export type UnitMessage = readonly (readonly [sql: string, parameters: readonly unknown[], mustWrite: string | null])[];

/** A statement that had to write a row wrote none. */
export class NothingWritten extends Error {
  override readonly name = 'NothingWritten';
}

const lastEntry = 'select seq, hash from audit_log order by seq desc limit 1';
const insertEntry = `insert into audit_log (seq, at, actor, source_ip, action, object_kind, object_id, before, after, previous_hash, hash)
  values (?,?,?,?,?,?,?,?,?,?,?)`;

function appendAudit(connection: Connection, audit: readonly AuditEntry[]): void {
  if (audit.length === 0) return;
  const last = connection.prepare(lastEntry).get();
  let seq = (last?.seq as bigint | undefined) ?? 0n;
  let previous = (last?.hash as Uint8Array | undefined) ?? auditChainStart;
  const insert = connection.prepare(insertEntry);
  for (const entry of audit) {
    seq += 1n;
    const hash = auditHash(previous, seq, entry);
    const { atMs, actor, sourceIp, action, objectKind, objectId, before, after } = entry;
    insert.run(seq, BigInt(atMs), actor, sourceIp, action, objectKind, objectId, before, after, previous, hash);
    previous = hash;
  }
}

/**
 * One unit in one transaction: every statement, then the audit entries. Answers the rows written per statement.
 * @throws {NothingWritten} carrying the name of the statement that had to write.
 */
export function writeUnit(connection: Connection, unit: UnitMessage, audit: readonly AuditEntry[]): number[] {
  connection.db.exec('begin immediate');
  const counts = unit.map(([sql, parameters, mustWrite]) => {
    const written = Number(connection.prepare(sql).run(...bindable(parameters)).changes);
    if (written === 0 && mustWrite !== null) throw new NothingWritten(mustWrite);
    return written;
  });
  appendAudit(connection, audit);
  connection.db.exec('commit');
  return counts;
}
