import { listSubAccounts } from '../../../src/subjects/tenants/sub-accounts/list-sub-accounts.ts';
import { subAccountFigures } from '../../../src/subjects/tenants/sub-accounts/sub-account-figures.ts';
import { createSubAccount, deleteSubAccount, patchSubAccount } from '../../../src/subjects/tenants/sub-accounts/sub-accounts.ts';
import { findAccount, findSubAccount } from '../../../src/control/within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

export const subAccountCases: ScopeCases = {
  listSubAccounts: {
    may: 'account',
    ask: (control, principal, { account }) => listSubAccounts(control, principal, { accountId: account }),
  },
  subAccountFigures: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      await findAccount(control, principal, account);
      return subAccountFigures(control, principal, account, []);
    },
  },
  findSubAccount: { may: 'see', ask: (control, principal, { subAccount }) => findSubAccount(control, principal, subAccount) },
  createSubAccount: {
    may: 'whole',
    ask: (control, principal, { account }) => createSubAccount(control, principal, account, { name: 'New' }),
  },
  patchSubAccount: {
    may: 'whole',
    ask: (control, principal, { subAccount }) => patchSubAccount(control, principal, subAccount, { name: 'Changed' }),
  },
  deleteSubAccount: {
    may: 'whole',
    ask: (control, principal, { subAccount }) => deleteSubAccount(control, principal, subAccount),
  },
};
