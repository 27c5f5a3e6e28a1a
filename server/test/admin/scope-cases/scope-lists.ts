import type { ControlContext } from '../../../src/control/control-context.ts';
import { listAccounts } from '../../../src/subjects/tenants/accounts/list-accounts.ts';
import { listCalls } from '../../../src/subjects/calls/list-calls.ts';
import { listUsage } from '../../../src/subjects/calls/usage/list-usage.ts';
import type { Principal } from '../../../src/control/principal.ts';
import type { ScopeIds } from './scope-case.ts';

const firstPage = { limit: 200, after: null };

/** The owner of a list row; `null` if it belongs to no sub-account, or the row does not show it. */
type Owner = readonly [account: string, part: string | null];

/** Lists with records of several accounts, requested for all of them or for some ids. */
type List = (control: ControlContext, principal: Principal, ids: Partial<ScopeIds>) => Promise<readonly Owner[]>;

/** Lists by name of the control function. */
export const scopeLists: Readonly<Record<string, List>> = {
  async listAccounts(control, principal, { account }) {
    const load = await listAccounts(control, principal, { named: account });
    return (await load(firstPage)).map((record) => [record.account.id, null]);
  },
  async listCalls(control, principal, { account, subAccount, key }) {
    const load = await listCalls(control, principal, { accountId: account, subAccountId: subAccount, keyId: key });
    return (await load({ limit: 200 })).rows.map((call) => [call.accountId, call.subAccountId]);
  },
  async listUsage(control, principal, { account, subAccount, key }) {
    const filter = { accountId: account, subAccountId: subAccount, keyId: key };
    const load = await listUsage(control, principal, { ...filter, groups: ['account_id', 'sub_account_id'] });
    const rows: [string, string | null][] = [];
    // Sorted by account, so the newest can be on a later page.
    for (let after: readonly (string | number)[] | null = null; ;) {
      const page = await load({ ...firstPage, after });
      rows.push(...page.map(({ group }): [string, string | null] => [String(group[0]), String(group[1]) || null]));
      after = page.at(-1)?.group ?? null;
      if (page.length < firstPage.limit || after === null) return rows;
    }
  },
};
