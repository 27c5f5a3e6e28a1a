import { auditChainStart, auditHash } from '../audit-chain.ts';
import { compilerFor } from '../compiler.ts';
import { uuidText } from '../uuid-bytes.ts';
import type { AuditScope } from './audit-scope.ts';

const rowsPerRead = 2000;
const keysPerRead = 500;

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
      const expected = auditHash(previous, row.seq, {
        atMs: Number(row.at),
        actor: row.actor,
        sourceIp: row.source_ip,
        action: row.action,
        objectKind: row.object_kind,
        objectId: row.object_id,
        before: row.before,
        after: row.after,
      });
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
  const query = compilerFor(engine.sql).selectFrom('open_calls').select('id').where('incarnation', '<>', incarnation).limit(100);
  for (const row of await snapshot.read(query.compile())) {
    sheet.find('open_call', `call ${uuidText(row.id as Uint8Array)} was left open by a process that is gone`);
  }
}

/** Usage must belong to a key that exists, under the account that the key belongs to. */
async function checkOrphans({ engine, snapshot, sheet, keys }: AuditScope): Promise<void> {
  const db = compilerFor(engine.sql);
  const used = [...keys];
  for (let at = 0; at < used.length; at += keysPerRead) {
    const some = used.slice(at, at + keysPerRead);
    const ids = some.map(([key]) => key);
    const query = db.selectFrom('keys').select(['id', 'account_id']).where('id', 'in', ids);
    const owners = new Map((await snapshot.read(query.compile())).map((row) => [row.id, row.account_id]));
    for (const [key, account] of some) {
      if (owners.get(key) !== account)
        sheet.find('orphan', `usage of key ${key} under account ${account}, which has no such key`);
    }
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

/** What is not about sums: the audit log's chain, calls nobody will close, usage of nobody, records put aside. */
export async function checkRecords(scope: AuditScope): Promise<void> {
  await checkAuditLog(scope);
  await checkOpenCalls(scope);
  await checkOrphans(scope);
  await checkQuarantine(scope);
}
