import type { ImpersonationsStore } from './impersonation-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

export function createImpersonationsStore(engine: Engine): ImpersonationsStore {
  const db = compilerFor(engine.sql);
  return {
    async find(userId) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('impersonations').selectAll().where('user_id', '=', userId));
      if (row === undefined) return null;
      return {
        userId: row.user_id,
        accountId: row.account_id,
        startedAtMs: Number(row.started_at),
        untilMs: Number(row.until),
      };
    },

    async start({ userId, accountId, startedAtMs, untilMs }, audit) {
      const columns = { account_id: accountId, started_at: BigInt(startedAtMs), until: BigInt(untilMs) };
      const query = db
        .insertInto('impersonations')
        .values({ user_id: userId, ...columns })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns));
      await engine.write([{ query: query.compile() }], [audit]);
    },

    async end(userId, audit) {
      await engine.write([{ query: db.deleteFrom('impersonations').where('user_id', '=', userId).compile() }], [audit]);
    },
  };
}
