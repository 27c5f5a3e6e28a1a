import type { Selectable } from 'kysely';
import type { MembersStore } from '../../control/ports.ts';
import type { Member } from '../../domain/people/person.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine } from '../engine.ts';
import type { MembersTable } from '../schema.ts';

function memberOf(row: Selectable<MembersTable>): Member {
  return {
    accountId: row.account_id,
    userId: row.user_id,
    role: row.role,
    subAccountId: row.sub_account_id,
    createdAtMs: Number(row.created_at),
  };
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
