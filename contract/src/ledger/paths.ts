import { moneyOperators } from '../console/rights.ts';
import type { RoutePaths } from '../route.ts';

export const operatorLedgerPaths = {
  listBookAudits: { method: 'GET', path: '/api/admin/audits' },
  beginBookAudit: { method: 'POST', path: '/api/admin/audits', operators: moneyOperators },
  readBookAudit: { method: 'GET', path: '/api/admin/audits/:id' },
  createCredit: { method: 'POST', path: '/api/admin/accounts/:id/credits', operators: moneyOperators },
  readLedger: { method: 'GET', path: '/api/admin/accounts/:id/ledger' },
  listHeldTrialCredits: { method: 'GET', path: '/api/admin/trial-credits/held' },
  grantTrialCredit: { method: 'POST', path: '/api/admin/accounts/:id/trial-credit', operators: moneyOperators },
} as const satisfies RoutePaths;

export const ledgerPaths = {
  readBilling: { method: 'GET', path: '/api/console/accounts/:accountId/billing', who: 'money.read' },
  changeBilling: { method: 'PATCH', path: '/api/console/accounts/:accountId/billing', who: 'money.write' },
  listStatements: { method: 'GET', path: '/api/console/accounts/:accountId/statements', who: 'money.read' },
  readStatement: { method: 'GET', path: '/api/console/accounts/:accountId/statements/:month', who: 'money.read' },
  downloadStatement: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/statements/:month/content',
    kind: 'file',
    who: 'money.read',
    isForMembersOnly: true,
  },
} as const satisfies RoutePaths;
