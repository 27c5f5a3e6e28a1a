import type { BillingStore } from './billing-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** Stores billing notification settings of accounts. */
export function createBillingStore(engine: Engine): BillingStore {
  const db = compilerFor(engine.sql);
  return {
    async find(accountId) {
      const query = db.selectFrom('billing_settings').selectAll().where('account_id', '=', accountId);
      const [row] = await readRows(engine, 'reports', query);
      return {
        statementMail: row?.statement_mail === 1n,
        monthlyBudget: row?.monthly_budget ?? null,
        budgetArming: Number(row?.budget_arming ?? 0n),
      };
    },

    async put(accountId, { statementMail, monthlyBudget, budgetArming }, audit) {
      const values = {
        statement_mail: statementMail ? 1 : 0,
        monthly_budget: monthlyBudget,
        budget_arming: budgetArming,
        updated_at: audit.atMs,
      };
      const insert = db
        .insertInto('billing_settings')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values));
      await engine.write([{ query: insert.compile() }], [audit]);
    },
  };
}
