import type { Selectable } from 'kysely';
import type { VerificationRecord, VerificationsStore } from './invoice-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import type { VerificationsTable } from './invoices-schema.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';
import { keptUntil } from '../../storage/stores/objects-index-store.ts';
import { wasCommitted } from '../../storage/was-committed.ts';

function timeOf(ms: bigint | null): number | null {
  return ms === null ? null : Number(ms);
}

function verificationOf(row: Selectable<VerificationsTable>): VerificationRecord {
  const { object, media_type: mediaType, bytes } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    state: row.state,
    name: row.name,
    taxNumber: row.tax_number,
    licence: object === null || mediaType === null || bytes === null ? null : { object, mediaType, bytes: Number(bytes) },
    requestedBy: row.requested_by,
    createdAtMs: Number(row.created_at),
    submittedAtMs: timeOf(row.submitted_at),
    decidedBy: row.decided_by,
    decidedAtMs: timeOf(row.decided_at),
    reason: row.reason,
  };
}

function columnsOf(record: VerificationRecord) {
  const { licence } = record;
  return {
    state: record.state,
    object: licence?.object ?? null,
    media_type: licence?.mediaType ?? null,
    bytes: licence?.bytes ?? null,
    submitted_at: record.submittedAtMs,
    decided_by: record.decidedBy,
    decided_at: record.decidedAtMs,
    reason: record.reason,
  };
}

const dayMs = 86_400_000;

/** How long the licence is kept after the verification enters each state. */
const keptFor: Readonly<Partial<Record<VerificationRecord['state'], number>>> = {
  submitted: 10 * 365 * dayMs,
  // Kept for later questions.
  rejected: 30 * dayMs,
  withdrawn: 0,
};

/** Stores enterprise verifications of accounts. */
export function createVerificationsStore(engine: Engine, mailStatements: MailStatements): VerificationsStore {
  const db = compilerFor(engine.sql);
  return {
    async find(id) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('verifications').selectAll().where('id', '=', id));
      return row === undefined ? null : verificationOf(row);
    },

    async ofAccount(accountId, limit) {
      const query = db.selectFrom('verifications').selectAll().where('account_id', '=', accountId);
      const newest = query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
      return (await readRows(engine, 'hot', newest)).map(verificationOf);
    },

    async inForce(accountId) {
      const query = db.selectFrom('verifications').selectAll().where('account_id', '=', accountId);
      const [row] = await readRows(engine, 'hot', query.where('state', '=', 'approved'));
      return row === undefined ? null : verificationOf(row);
    },

    async queue(state, { limit, after }) {
      const query = db
        .selectFrom('verifications')
        .selectAll()
        .where('state', '=', state)
        .where('submitted_at', 'is not', null)
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('submitted_at', 'id'), '>', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        );
      const rows = await readRows(engine, 'reports', query.orderBy('submitted_at').orderBy('id').limit(limit));
      return rows.map(verificationOf);
    },

    async begin(record, audit) {
      const { id, accountId, name, taxNumber, requestedBy, createdAtMs } = record;
      // Conflict: the transaction fails, and `begin` returns `false`.
      const query = db
        .insertInto('verifications')
        .values({
          id,
          account_id: accountId,
          name,
          tax_number: taxNumber,
          requested_by: requestedBy,
          created_at: createdAtMs,
          ...columnsOf(record),
        })
        .onConflict((conflict) => conflict.doNothing());
      return wasCommitted(engine.write([{ query: query.compile(), mustWrite: 'verification' }], [audit]));
    },

    async move(record, from, { notice, mails, audit }) {
      const { id, accountId, state, licence } = record;
      const set = db.updateTable('verifications').set(columnsOf(record)).where('id', '=', id).where('state', '=', from);
      const earlier = db
        .updateTable('verifications')
        .set({ state: 'replaced' })
        .where('account_id', '=', accountId)
        .where('state', '=', 'approved');
      const replacing = state === 'approved' ? [{ query: earlier.compile() }] : [];
      const keptMs = keptFor[state];
      const keeping = licence === null || keptMs === undefined ? [] : [keptUntil(engine, licence.object, audit.atMs + keptMs)];
      const unit = [
        ...replacing,
        { query: set.compile(), mustWrite: 'verification' },
        ...keeping,
        ...(notice === null ? [] : [noticeStatement(engine, notice)]),
        ...mails.flatMap(mailStatements),
      ];
      return wasCommitted(engine.write(unit, [audit]));
    },
  };
}
