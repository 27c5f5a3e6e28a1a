import { listAccountChanges, listAuditLog, listStrays } from '../../../src/control/lists-within-scope.ts';
import type { ScopeCases } from './scope-case.ts';

export const reportCases: ScopeCases = {
  listAccountChanges: {
    may: 'whole',
    ask: (control, principal, { account }) => listAccountChanges(control, principal, { accountId: account }),
  },
  listAuditLog: { may: 'operator', ask: (control, principal) => listAuditLog(control, principal, {}) },
  listStrays: { may: 'operator', ask: (control, principal) => listStrays(control, principal) },
};
