import type { RoutePaths } from '../route.ts';

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
