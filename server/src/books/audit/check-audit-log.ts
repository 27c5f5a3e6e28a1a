import { compilerFor } from '../../storage/compiler.ts';
import {
  auditChainStart,
  auditEntryOf,
  auditHash,
  auditHashOfDigest,
  digestsFromSetting,
  payloadClassCodes,
  payloadDigest,
} from '../../storage/audit-chain.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Selectable } from 'kysely';
import { payloadClasses } from '../../domain/books/audit-retention.ts';
import { emptiedBeforeSetting } from '../empty-audit-payloads.ts';
import type { AuditScope } from './audit-scope.ts';

/** Few rows, because each is hashed on the event loop. */
const rowsPerRead = 200;

type Row = Selectable<Schema['audit_log']>;

/** Settings of the audit log: where digests begin, and the moment up to which payloads of each class are removed. */
interface LogMarks {
  readonly digestsFrom: bigint | null;
  readonly emptiedBefore: ReadonlyMap<bigint, bigint>;
}

async function readMarks({ engine, snapshot }: AuditScope): Promise<LogMarks> {
  const names = [digestsFromSetting, ...payloadClasses.map(emptiedBeforeSetting)];
  const query = compilerFor(engine.sql).selectFrom('settings').select(['name', 'value']).where('name', 'in', names);
  const values = new Map((await snapshot.read(query.compile())).map(({ name, value }) => [String(name), BigInt(String(value))]));
  return {
    digestsFrom: values.get(digestsFromSetting) ?? null,
    emptiedBefore: new Map(payloadClasses.map((name) => [payloadClassCodes[name], values.get(emptiedBeforeSetting(name)) ?? 0n])),
  };
}

function hashOf(previous: Uint8Array, row: Row, { digestsFrom }: LogMarks): Uint8Array | null {
  const { seq, payload_digest: digest, payload_class: classCode } = row;
  if (digestsFrom === null || seq < digestsFrom)
    return digest === null && classCode === null ? auditHash(previous, seq, auditEntryOf(row)) : null;
  return digest === null || classCode === null
    ? null
    : auditHashOfDigest(previous, seq, auditEntryOf(row), { digest, classCode });
}

/** The payload matches its digest, or was removed after its retention period. */
function isPayloadRight({ before, after, at, payload_digest: digest, payload_class: code }: Row, marks: LogMarks): boolean {
  if (digest === null || Buffer.compare(payloadDigest({ before, after }), digest) === 0) return true;
  return before === null && after === null && at < (marks.emptiedBefore.get(code ?? 0n) ?? 0n);
}

/** Checks the hash of every audit log entry over its predecessor, and that payloads exist until their retention ends. */
export async function checkAuditLog(scope: AuditScope): Promise<void> {
  const { engine, snapshot, sheet } = scope;
  const db = compilerFor(engine.sql);
  const marks = await readMarks(scope);
  let previous = auditChainStart;
  let seq = 0n;
  for (;;) {
    const query = db.selectFrom('audit_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(rowsPerRead);
    const rows = (await snapshot.read(query.compile())) as unknown as readonly Row[];
    for (const row of rows) {
      seq = row.seq;
      const expected = hashOf(previous, row, marks);
      const isLinked =
        expected !== null && Buffer.compare(expected, row.hash) === 0 && Buffer.compare(previous, row.previous_hash) === 0;
      if (!isLinked)
        sheet.find('audit_log', `audit log entry ${String(row.seq)} or an earlier one was changed, removed or inserted`);
      else if (!isPayloadRight(row, marks))
        sheet.find('audit_log', `the changed values in audit log entry ${String(row.seq)} were altered or removed too early`);
      previous = row.hash;
      sheet.checked.auditEntries += 1;
    }
    if (rows.length < rowsPerRead) return;
  }
}
