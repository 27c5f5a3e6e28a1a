import { sql } from 'kysely';
import { compilerFor } from '../../storage/compiler.ts';
import { uuidText } from '../../storage/uuid-bytes.ts';
import type { AuditScope } from './audit-scope.ts';
import { checkAuditLog } from './check-audit-log.ts';

async function checkOpenCalls({ engine, snapshot, sheet, incarnation }: AuditScope): Promise<void> {
  if (incarnation === null) return;
  // Calls of live nodes belong to those nodes. The other nodes will void the calls of a dead one.
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

/** Checks everything that is not a sum: the chain of the audit log, calls that nothing will close, quarantined records. */
export async function checkRecords(scope: AuditScope): Promise<void> {
  await checkAuditLog(scope);
  await checkOpenCalls(scope);
  await checkQuarantine(scope);
}
