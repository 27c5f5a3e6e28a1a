import type { RoutePaths } from '../route.ts';

export const accountLifePaths = {
  listDataExports: { method: 'GET', path: '/api/console/accounts/:accountId/data-exports', who: 'account.close' },
  createDataExport: { method: 'POST', path: '/api/console/accounts/:accountId/data-exports', who: 'account.close' },
  readDataExport: { method: 'GET', path: '/api/console/accounts/:accountId/data-exports/:exportId', who: 'account.close' },
  cancelDataExport: { method: 'DELETE', path: '/api/console/accounts/:accountId/data-exports/:exportId', who: 'account.close' },
  downloadDataExport: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/data-exports/:exportId/content',
    kind: 'file',
    who: 'account.close',
    isForMembersOnly: true,
  },
  readClosing: { method: 'GET', path: '/api/console/accounts/:accountId/closing', who: 'account.close' },
  closeAccount: { method: 'POST', path: '/api/console/accounts/:accountId/closing', who: 'account.close' },
  withdrawClosing: { method: 'DELETE', path: '/api/console/accounts/:accountId/closing', who: 'account.close' },
} as const satisfies RoutePaths;
