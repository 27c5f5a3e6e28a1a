import type { RoutePaths } from '../route.ts';

export const operatorCallsPaths = {
  listCalls: { method: 'GET', path: '/api/admin/calls' },
  sumCalls: { method: 'GET', path: '/api/admin/calls/summary' },
  readCall: { method: 'GET', path: '/api/admin/calls/:id' },
  sumUsage: { method: 'GET', path: '/api/admin/usage' },
} as const satisfies RoutePaths;
