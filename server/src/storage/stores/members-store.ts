import type { Selectable } from 'kysely';
import type { MembersStore } from '../../control/ports.ts';
import type { Member } from '../../domain/people/person.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import type { MembersTable } from '../people-tables.ts';

function memberOf(row: Selectable<MembersTable>): Member {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    role: row.role,
    subAccountId: row.sub_account_id,
    createdAtMs: Number(row.created_at),
  };
}

/** The statement that lets a person belong to an account. */
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

/** Who belongs to which account. */
export function createMembersStore(engine: Engine): MembersStore {
  const db = compilerFor(engine.sql);
  return {
    async find(accountId, userId) {
      const query = db.selectFrom('members').selectAll().where('account_id', '=', accountId).where('user_id', '=', userId);
      const [row] = await readRows(engine, 'hot', query);
      return row === undefined ? null : memberOf(row);
    },

    async ofPerson(userId) {
      const query = db.selectFrom('members').selectAll().where('user_id', '=', userId);
      return (await readRows(engine, 'hot', query.orderBy('created_at').orderBy('account_id'))).map(memberOf);
    },
  };
}
