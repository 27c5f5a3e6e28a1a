import type { DirectoryStore } from '../../../domain/tenants/directory.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { createAccountsStore } from './accounts-store.ts';
import { createLedgerStore } from '../../ledger/ledger-store.ts';
import { createSubAccountsStore } from '../sub-accounts/sub-accounts-store.ts';
import { keyColumns, keyRecordOf } from '../tenant-rows.ts';

/** Source of the live directory. Includes keys that can no longer be used, because a refused call belongs to their account. */
export function createDirectoryStore(engine: Engine): DirectoryStore {
  const db = compilerFor(engine.sql);
  const accounts = createAccountsStore(engine);
  const ledger = createLedgerStore(engine);
  const subAccounts = createSubAccountsStore(engine);

  function selectKeys() {
    return db.selectFrom('keys').select(keyColumns);
  }

  return {
    async findKeyByHash(hash) {
      const [row] = await readRows(engine, 'hot', selectKeys().where('hash', '=', hash));
      if (row === undefined) return null;
      const { key } = keyRecordOf(row);
      const [account, totals, subAccount] = await Promise.all([
        accounts.find(key.accountId),
        ledger.totals(key.accountId),
        key.subAccountId === null ? null : subAccounts.find(key.subAccountId),
      ]);
      if (account === null) return null;
      return { key, account: account.account, credits: totals.credits, subAccount: subAccount?.subAccount ?? null };
    },

    async accountsOfPlan(planId) {
      return (await accounts.ofPlan(planId)).map(({ account }) => account);
    },

    async loadAccount(accountId, keyIds) {
      const [account, totals, rows, found] = await Promise.all([
        accounts.find(accountId),
        ledger.totals(accountId),
        keyIds.length === 0 ? [] : readRows(engine, 'hot', selectKeys().where('id', 'in', keyIds)),
        subAccounts.allOf(accountId),
      ]);
      if (account === null) return null;
      const keys = rows.map((row) => keyRecordOf(row).key);
      return { account: account.account, credits: totals.credits, keys, subAccounts: found };
    },
  };
}
