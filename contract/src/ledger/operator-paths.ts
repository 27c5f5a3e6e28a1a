import { moneyOperators } from '../people/rights.ts';
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
