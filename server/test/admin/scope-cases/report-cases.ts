import { listLargestAccounts } from '../../../src/subjects/tenants/accounts/largest-accounts.ts';
import { listAccountChanges, listActsOnAccount, listAuditLog } from '../../../src/control/audit-log.ts';
import { listStrays } from '../../../src/subjects/calls/usage/list-usage.ts';
import type { ScopeCases } from './scope-case.ts';

export const reportCases: ScopeCases = {
  listAccountChanges: {
    may: 'whole',
    ask: (control, principal, { account }) => listAccountChanges(control, principal, { accountId: account }),
  },
  listActsOnAccount: {
    may: 'whole',
    ask: (control, principal, { account }) =>
      listActsOnAccount(control, principal, { accountId: account, action: 'invitation.create', fromMs: 0, toMs: 1 }),
  },
  listAuditLog: { may: 'operator', ask: (control, principal) => listAuditLog(control, principal, {}) },
  listLargestAccounts: { may: 'operator', ask: (control, principal) => listLargestAccounts(control, principal) },
  listStrays: { may: 'operator', ask: (control, principal) => listStrays(control, principal) },
};
