import type { RoutePaths } from '../route.ts';

export const cataloguePaths = {
  listModels: { method: 'GET', path: '/api/console/models', who: 'everybody' },
  listAccountModels: { method: 'GET', path: '/api/console/accounts/:accountId/models', who: 'account.read' },
  listOwnRoutes: { method: 'GET', path: '/api/console/accounts/:accountId/own-routes', who: 'keys.read' },
} as const satisfies RoutePaths;
