import type { Selectable } from 'kysely';
import type { ContactProof, ContactProofsStore } from './contact-ports.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { ContactProofsTable } from './contact-proofs-schema.ts';
import type { Engine } from '../../../storage/engine.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import type { MailStatements } from '../../../storage/stores/mail-outbox-store.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';

function proofOf(row: Selectable<ContactProofsTable> | undefined): ContactProof | null {
  if (row === undefined) return null;
  return {
    accountId: row.account_id,
    email: row.email,
    askedBy: row.asked_by,
    expiresAtMs: Number(row.expires_at),
    mails: Number(row.mails),
    mailsSinceMs: Number(row.mails_since),
  };
}

/** Stores contact addresses that wait for confirmation. */
export function createContactProofsStore(engine: Engine, mailStatements: MailStatements): ContactProofsStore {
  const db = compilerFor(engine.sql);
  const none = { email: null, token_hash: null };
  return {
    async find(accountId) {
      const query = db.selectFrom('contact_proofs').selectAll().where('account_id', '=', accountId);
      return proofOf((await readRows(engine, 'hot', query))[0]);
    },

    async ask({ accountId, email, askedBy, expiresAtMs, mails, mailsSinceMs }, tokenHash, { mail, audit }) {
      const columns = {
        email,
        token_hash: tokenHash,
        asked_by: askedBy,
        expires_at: expiresAtMs,
        mails,
        mails_since: mailsSinceMs,
      };
      const put = db
        .insertInto('contact_proofs')
        .values({ account_id: accountId, ...columns })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns));
      await engine.write([{ query: put.compile() }, ...mailStatements(mail)], [audit]);
    },

    async byToken(tokenHash, nowMs) {
      const query = db
        .selectFrom('contact_proofs')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', BigInt(nowMs));
      return proofOf((await readRows(engine, 'hot', query))[0]);
    },

    prove({ accountId, email }, tokenHash, audit) {
      const use = db
        .updateTable('contact_proofs')
        .set(none)
        .where('account_id', '=', accountId)
        .where('token_hash', '=', tokenHash);
      const set = db.updateTable('accounts').set({ email }).where('id', '=', accountId);
      const unit = [
        { query: use.compile(), mustWrite: 'link' },
        { query: set.compile(), mustWrite: 'account' },
        ...changed(engine, 'account', accountId),
      ];
      return wasCommitted(engine.write(unit, [audit]));
    },

    async clear(accountId) {
      const query = db.updateTable('contact_proofs').set(none).where('account_id', '=', accountId);
      await engine.write([{ query: query.compile() }], []);
    },
  };
}
