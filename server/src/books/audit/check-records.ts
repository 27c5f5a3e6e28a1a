import { sql } from 'kysely';
import { auditChainStart, auditEntryOf, auditHash } from '../../storage/audit-chain.ts';
import { compilerFor } from '../../storage/compiler.ts';
import { uuidText } from '../../storage/uuid-bytes.ts';
import type { AuditScope } from './audit-scope.ts';

/** Few, because each is hashed on the event loop. */
const rowsPerRead = 200;

/** Every entry of the audit log hashes to what it says, over the one before it. */
async function checkAuditLog({ engine, snapshot, sheet }: AuditScope): Promise<void> {
  const db = compilerFor(engine.sql);
  let previous = auditChainStart;
  let seq = 0n;
  for (;;) {
    const query = db.selectFrom('audit_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(rowsPerRead);
    const rows = (await snapshot.read(query.compile())) as unknown as Awaited<ReturnType<typeof query.execute>>;
    for (const row of rows) {
      seq = row.seq;
      const expected = auditHash(previous, row.seq, auditEntryOf(row));
      const isWhole = Buffer.compare(expected, row.hash) === 0 && Buffer.compare(previous, row.previous_hash) === 0;
      if (!isWhole)
        sheet.find('audit_log', `audit log entry ${String(row.seq)} or one before it was changed, removed or inserted`);
      previous = row.hash;
      sheet.checked.auditEntries += 1;
    }
    if (rows.length < rowsPerRead) return;
  }
}

async function checkOpenCalls({ engine, snapshot, sheet, incarnation }: AuditScope): Promise<void> {
  if (incarnation === null) return;
  // Calls of other nodes are theirs, and those of a dead one will be made void by the others.
  const isLookedAfter = sql<boolean>`incarnation in (select incarnation from nodes where recovered_at is null)`;
  const query = compilerFor(engine.sql)
    .selectFrom('open_calls')
    .select('id')
    .where('incarnation', '<>', incarnation)
    .$if(engine.sql === 'postgres', (all) => all.where((eb) => eb.not(isLookedAfter)))
    .limit(100);
  for (const row of await snapshot.read(query.compile())) {
    sheet.find('open_call', `call ${uuidText(row.id as Uint8Array)} was left open by a process that is gone`);
  }
}

async function checkQuarantine({ engine, snapshot, sheet }: AuditScope): Promise<void> {
  const query = compilerFor(engine.sql).selectFrom('quarantined_calls').select(['id', 'fault']).limit(100);
  for (const row of await snapshot.read(query.compile())) {
    const id = row.id as Uint8Array;
    const name = id.length === 16 ? uuidText(id) : Buffer.from(id).toString('utf8');
    sheet.find('quarantine', `the record of call ${name} could not be stored: ${String(row.fault)}`);
  }
}

/** What is not about sums: the audit log's chain, calls nobody will close, records put aside. */
export async function checkRecords(scope: AuditScope): Promise<void> {
  await checkAuditLog(scope);
  await checkOpenCalls(scope);
  await checkQuarantine(scope);
}
