import { lowBalanceDefault } from '@tollgate/contract/notices/alerts';
import { parseAmount } from '@tollgate/contract/money';
import type { AlertSettingsStore } from './alert-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

export const lowBalanceByItself = parseAmount(lowBalanceDefault);

/** Stores notification settings of accounts. */
export function createAlertSettingsStore(engine: Engine): AlertSettingsStore {
  const db = compilerFor(engine.sql);
  return {
    async find(accountId) {
      const query = db.selectFrom('alert_settings').selectAll().where('account_id', '=', accountId);
      const [row] = await readRows(engine, 'reports', query);
      return row === undefined
        ? { lowBalance: lowBalanceByItself, capMail: true }
        : { lowBalance: row.low_balance, capMail: row.cap_mail === 1n };
    },

    async put(accountId, { lowBalance, capMail }, audit) {
      const values = { low_balance: lowBalance, cap_mail: capMail ? 1 : 0, updated_at: audit.atMs };
      const insert = db
        .insertInto('alert_settings')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values));
      await engine.write([{ query: insert.compile() }], [audit]);
    },
  };
}
