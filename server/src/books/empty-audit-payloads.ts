import { sql } from 'kysely';
import { payloadClasses, type AuditRetention, type PayloadClass } from '../domain/books/audit-retention.ts';
import { payloadClassCodes } from '../storage/audit-chain.ts';
import { compilerFor } from '../storage/compiler.ts';
import type { Engine } from '../storage/engine.ts';

const rowsPerUnit = 500;
const dayMs = 86_400_000;

/** The setting with the moment up to which payloads of a class are removed. The audit reads it. */
export function emptiedBeforeSetting(payloadClass: PayloadClass): string {
  return `audit_log_${payloadClass}_emptied_before`;
}

/**
 * Removes the payloads of audit log entries that are older than their class's retention period. Rows stay and remain linked by the payload
 * digest. Recorded moments never move back, so a longer retention period restores nothing. Returns the number of payloads removed.
 */
export async function emptyAuditPayloads(
  engine: Engine,
  { nowMs, retention }: { readonly nowMs: number; readonly retention: AuditRetention },
): Promise<number> {
  const db = compilerFor(engine.sql);
  let emptied = 0;
  for (const payloadClass of payloadClasses) {
    const beforeMs = BigInt(nowMs - retention[payloadClass] * dayMs);
    const name = emptiedBeforeSetting(payloadClass);
    const mark = sql`insert into settings (name, value) values (${name}, ${String(beforeMs)})
      on conflict (name) do update set value = excluded.value where cast(settings.value as bigint) < cast(excluded.value as bigint)`;
    const some = sql`update audit_log set before = null, after = null where seq in (select seq from audit_log
      where payload_class = ${payloadClassCodes[payloadClass]} and at < ${beforeMs}
        and payload_class is not null and (before is not null or after is not null) order by at limit ${BigInt(rowsPerUnit)})`;
    for (let written = rowsPerUnit; written >= rowsPerUnit; emptied += written)
      [, written = 0] = await engine.write([{ query: mark.compile(db) }, { query: some.compile(db) }], []);
  }
  return emptied;
}
