import { chainedRows, digestsFromSetting, readChainEnd, type ChainEnd } from '../audit-chain.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { Writing } from './commit-mark.ts';
import { bindable } from './connection.ts';
import type { Connection } from './connection.ts';

/** A unit of work as sent to the writer: for each statement its SQL, its parameters and, if it must write, its name. */
export type UnitMessage = readonly (readonly [sql: string, parameters: readonly unknown[], mustWrite: string | null])[];

/** A statement that had to write a row wrote none. */
export class NothingWritten extends Error {
  override readonly name = 'NothingWritten';
}

const insertEntry = `insert into audit_log (seq, at, actor, source_ip, action, object_kind, object_id, before, after,
  account_id, payload_digest, payload_class, previous_hash, hash) values (?,?,?,?,?,?,?,?,?,?,?,?,?,?)`;

function appendAudit(connection: Connection, audit: readonly AuditEntry[]): void {
  if (audit.length === 0) return;
  const end = connection.prepare(readChainEnd).get() as unknown as ChainEnd;
  // Only one process writes here, so the first entry that this program writes starts the part that links digests.
  if (end.digests_from === null)
    connection.prepare('insert into settings (name, value) values (?, ?)').run(digestsFromSetting, String((end.seq ?? 0n) + 1n));
  const insert = connection.prepare(insertEntry);
  for (const row of chainedRows(end, audit, true)) insert.run(...row);
}

/**
 * Runs one unit in one transaction: every statement, then the audit entries. Returns the number of rows written per statement.
 * @throws {NothingWritten} with the name of the statement that had to write.
 */
export function writeUnit({ connection, commits }: Writing, unit: UnitMessage, audit: readonly AuditEntry[]): number[] {
  connection.db.exec('begin immediate');
  const counts = unit.map(([sql, parameters, mustWrite]) => {
    const written = Number(connection.prepare(sql).run(...bindable(parameters)).changes);
    if (written === 0 && mustWrite !== null) throw new NothingWritten(mustWrite);
    return written;
  });
  appendAudit(connection, audit);
  // A unit that wrote nothing does not wait for the disk.
  const hasWritten = audit.length > 0 || counts.some((count) => count > 0);
  commits.commit(hasWritten);
  return counts;
}
