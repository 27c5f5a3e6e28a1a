import type { Selectable } from 'kysely';
import type { OperatorsStore } from './operator-ports.ts';
import type { OperatorRecord } from '../../domain/people/person.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import type { OperatorsTable } from './people-schema.ts';

function operatorOf({ user_id, role, created_at }: Selectable<OperatorsTable>): OperatorRecord {
  return { userId: user_id, role, createdAtMs: Number(created_at) };
}

/** Stores the operators of the service. */
export function createOperatorsStore(engine: Engine): OperatorsStore {
  const db = compilerFor(engine.sql);
  return {
    async find(userId) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('operators').selectAll().where('user_id', '=', userId));
      return row === undefined ? null : operatorOf(row);
    },

    async list() {
      const query = db.selectFrom('operators').selectAll().orderBy('created_at').orderBy('user_id');
      return (await readRows(engine, 'hot', query)).map(operatorOf);
    },

    async put({ userId, role, createdAtMs }, audit) {
      const query = db
        .insertInto('operators')
        .values({ user_id: userId, role, created_at: BigInt(createdAtMs) })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role }));
      await engine.write([{ query: query.compile() }], [audit]);
    },

    async remove(userId, audit) {
      const query = db.deleteFrom('operators').where('user_id', '=', userId);
      await engine.write([{ query: query.compile(), mustWrite: 'operator' }], [audit]);
    },
  };
}
