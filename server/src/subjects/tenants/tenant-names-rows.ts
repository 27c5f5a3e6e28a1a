import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** Names of all keys and sub-accounts of an account, including deleted ones. */
export async function tenantNames(engine: Engine, accountId: string) {
  const db = compilerFor(engine.sql);
  const keys = db.selectFrom('keys').select(['id', 'remark']).where('account_id', '=', accountId).where('remark', '<>', '');
  const subAccounts = db.selectFrom('sub_accounts').select(['id', 'name']).where('account_id', '=', accountId);
  return {
    keys: new Map((await readRows(engine, 'reports', keys)).map(({ id, remark }) => [id, remark])),
    subAccounts: new Map((await readRows(engine, 'reports', subAccounts)).map(({ id, name }) => [id, name])),
  };
}
