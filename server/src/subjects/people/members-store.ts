import type { Selectable } from 'kysely';
import type { MembersStore } from './member-ports.ts';
import type { Invitation } from '../../domain/people/invitation.ts';
import type { Member } from '../../domain/people/person.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import type { InvitationsTable, MembersTable } from './people-schema.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';

function memberOf(row: Selectable<MembersTable>): Member {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    role: row.role,
    subAccountId: row.sub_account_id,
    createdAtMs: Number(row.created_at),
  };
}

function invitationOf(row: Selectable<InvitationsTable>): Invitation {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    role: row.role,
    subAccountId: row.sub_account_id,
    inviter: row.inviter,
    createdAtMs: Number(row.created_at),
    expiresAtMs: Number(row.expires_at),
  };
}

/** The statement that adds a person to an account. */
export function memberStatement(engine: Pick<Engine, 'sql'>, member: Member): UnitStatement {
  const query = compilerFor(engine.sql).insertInto('members').values({
    account_id: member.accountId,
    user_id: member.userId,
    role: member.role,
    sub_account_id: member.subAccountId,
    created_at: member.createdAtMs,
  });
  return { query: query.compile() };
}

function invitationParts(engine: Engine, mailStatements: MailStatements) {
  const db = compilerFor(engine.sql);
  const open = (nowMs: number) => db.selectFrom('invitations').selectAll().where('expires_at', '>', BigInt(nowMs));
  const parts: Omit<MembersStore, 'find' | 'ofPerson' | 'ofAccount' | 'update' | 'remove'> = {
    async invitationsOf(accountId, nowMs) {
      const query = open(nowMs).where('account_id', '=', accountId).orderBy('created_at', 'desc').orderBy('id').limit(1000);
      return (await readRows(engine, 'hot', query)).map(invitationOf);
    },

    async findInvitation(tokenHash, nowMs) {
      const [row] = await readRows(engine, 'hot', open(nowMs).where('token_hash', '=', tokenHash));
      return row === undefined ? null : invitationOf(row);
    },

    async invitationsTo(email, nowMs) {
      const query = open(nowMs)
        .where('email_lower', '=', email.toLowerCase())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(20);
      return (await readRows(engine, 'hot', query)).map(invitationOf);
    },

    async invite({ invitation, tokenHash }, mail, audit) {
      const { accountId, email } = invitation;
      const earlier = db
        .deleteFrom('invitations')
        .where('account_id', '=', accountId)
        .where('email_lower', '=', email.toLowerCase());
      const insert = db.insertInto('invitations').values({
        id: invitation.id,
        account_id: accountId,
        email,
        email_lower: email.toLowerCase(),
        token_hash: tokenHash,
        role: invitation.role,
        sub_account_id: invitation.subAccountId,
        inviter: invitation.inviter,
        created_at: invitation.createdAtMs,
        expires_at: invitation.expiresAtMs,
      });
      await engine.write([{ query: earlier.compile() }, { query: insert.compile() }, ...mailStatements(mail)], [audit]);
    },

    async withdraw(id, audit) {
      const query = db.deleteFrom('invitations').where('id', '=', id);
      await engine.write([{ query: query.compile(), mustWrite: 'invitation' }], [audit]);
    },

    async accept(id, member, audit) {
      const query = db.deleteFrom('invitations').where('id', '=', id);
      const joins = member === null ? [] : [memberStatement(engine, member)];
      await engine.write([{ query: query.compile(), mustWrite: 'invitation' }, ...joins], [audit]);
    },
  };
  return parts;
}

/** Stores members of accounts, and invitations. */
export function createMembersStore(engine: Engine, mailStatements: MailStatements): MembersStore {
  const db = compilerFor(engine.sql);
  return {
    ...invitationParts(engine, mailStatements),

    async find(accountId, userId) {
      const query = db.selectFrom('members').selectAll().where('account_id', '=', accountId).where('user_id', '=', userId);
      const [row] = await readRows(engine, 'hot', query);
      return row === undefined ? null : memberOf(row);
    },

    async ofPerson(userId) {
      const query = db.selectFrom('members').selectAll().where('user_id', '=', userId);
      return (await readRows(engine, 'hot', query.orderBy('created_at').orderBy('account_id'))).map(memberOf);
    },

    async ofAccount(accountId) {
      const query = db.selectFrom('members').selectAll().where('account_id', '=', accountId);
      return (await readRows(engine, 'hot', query.orderBy('created_at').orderBy('user_id'))).map(memberOf);
    },

    async update({ accountId, userId, role, subAccountId }, audit) {
      const query = db
        .updateTable('members')
        .set({ role, sub_account_id: subAccountId })
        .where('account_id', '=', accountId)
        .where('user_id', '=', userId);
      await engine.write([{ query: query.compile(), mustWrite: 'member' }], [audit]);
    },

    async remove({ accountId, userId }, audit) {
      const query = db.deleteFrom('members').where('account_id', '=', accountId).where('user_id', '=', userId);
      await engine.write([{ query: query.compile(), mustWrite: 'member' }], [audit]);
    },
  };
}
