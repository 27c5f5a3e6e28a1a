import { balanceNow, runningNow } from '../../../src/subjects/ledger/balance-now.ts';
import { createAccount, patchAccount, patchOwnAccount } from '../../../src/subjects/tenants/accounts/accounts.ts';
import { freezeAccount } from '../../../src/subjects/tenants/accounts/freeze-account.ts';
import { operator } from '../../../src/control/principal.ts';
import { findAccount, findWholeAccount, requireAccount } from '../../../src/control/within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

export const accountCases: ScopeCases = {
  findAccount: { may: 'account', ask: (control, principal, { account }) => findAccount(control, principal, account) },
  findWholeAccount: { may: 'whole', ask: (control, principal, { account }) => findWholeAccount(control, principal, account) },
  requireAccount: {
    may: 'account',
    ask: (control, principal, { account }) => {
      requireAccount(principal, account);
      return findAccount(control, operator('test'), account);
    },
  },
  balanceNow: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      const balance = await balanceNow(control, principal, account);
      await findAccount(control, operator('test'), account);
      return balance;
    },
  },
  runningNow: {
    may: 'account',
    ask: async (control, principal, { account }) => {
      const running = await runningNow(control, principal, account);
      await findAccount(control, operator('test'), account);
      return running;
    },
  },
  patchOwnAccount: {
    may: 'whole',
    ask: (control, principal, { account }) => patchOwnAccount(control, principal, account, { name: 'Changed' }),
  },
  createAccount: { may: 'operator', ask: (control, principal) => createAccount(control, principal, { name: 'New' }) },
  patchAccount: {
    may: 'operator',
    ask: (control, principal, { account }) => patchAccount(control, principal, account, { plan: 'standard' }),
  },
  freezeAccount: {
    may: 'operator',
    ask: async (control, principal, { account }) => {
      await freezeAccount(control, principal, account);
      return 'frozen';
    },
  },
};
