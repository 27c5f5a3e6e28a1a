import type { RoutePaths } from '../route.ts';

export const cataloguePaths = {
  listModels: { method: 'GET', path: '/api/console/models', who: 'everybody' },
  listAccountModels: { method: 'GET', path: '/api/console/accounts/:accountId/models', who: 'account.read' },
} as const satisfies RoutePaths;
