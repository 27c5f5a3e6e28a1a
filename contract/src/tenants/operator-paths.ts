import type { RoutePaths } from '../route.ts';

export const operatorTenantsPaths = {
  createAccount: { method: 'POST', path: '/api/admin/accounts' },
  listAccounts: { method: 'GET', path: '/api/admin/accounts' },
  readAccount: { method: 'GET', path: '/api/admin/accounts/:id' },
  readBrokenConnections: { method: 'GET', path: '/api/admin/accounts/:id/broken-connections' },
  changeAccount: { method: 'PATCH', path: '/api/admin/accounts/:id' },
  createKey: { method: 'POST', path: '/api/admin/accounts/:id/keys' },
  listKeys: { method: 'GET', path: '/api/admin/accounts/:id/keys' },
  readKey: { method: 'GET', path: '/api/admin/keys/:id' },
  changeKey: { method: 'PATCH', path: '/api/admin/keys/:id' },
  deleteKey: { method: 'DELETE', path: '/api/admin/keys/:id' },
  resetKey: { method: 'POST', path: '/api/admin/keys/:id/reset' },
  listLargestAccounts: { method: 'GET', path: '/api/admin/largest-accounts' },
  listPlans: { method: 'GET', path: '/api/admin/plans' },
  putPlan: { method: 'PUT', path: '/api/admin/plans/:id' },
  deletePlan: { method: 'DELETE', path: '/api/admin/plans/:id' },
  createSubAccount: { method: 'POST', path: '/api/admin/accounts/:id/sub-accounts' },
  listSubAccounts: { method: 'GET', path: '/api/admin/accounts/:id/sub-accounts' },
  changeSubAccount: { method: 'PATCH', path: '/api/admin/sub-accounts/:id' },
  deleteSubAccount: { method: 'DELETE', path: '/api/admin/sub-accounts/:id' },
} as const satisfies RoutePaths;
