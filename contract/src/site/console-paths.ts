import type { RoutePaths } from '../route.ts';

export const sitePaths = {
  readSite: { method: 'GET', path: '/api/console/site', who: 'everybody' },
  readLogo: { method: 'GET', path: '/api/console/site/logo', kind: 'file', who: 'everybody' },
  readLegalText: { method: 'GET', path: '/api/console/site/legal/:text', who: 'everybody' },
  listAccountChanges: { method: 'GET', path: '/api/console/accounts/:accountId/audit', who: 'audit.read' },
} as const satisfies RoutePaths;
