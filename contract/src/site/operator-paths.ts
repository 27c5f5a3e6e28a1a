import type { RoutePaths } from '../route.ts';

export const operatorSitePaths = {
  auditBooks: { method: 'POST', path: '/api/admin/audit' },
  backUpDatabase: { method: 'POST', path: '/api/admin/backup' },
  compareEnvironment: { method: 'GET', path: '/api/admin/environment' },
  applyEnvironment: { method: 'POST', path: '/api/admin/environment/take', changesCatalogue: true },
  readOverview: { method: 'GET', path: '/api/admin/overview' },
  readWorkQueues: { method: 'GET', path: '/api/admin/work-queues' },
  readLastAudit: { method: 'GET', path: '/api/admin/audit/last' },
  listNotices: { method: 'GET', path: '/api/admin/accounts/:id/notices' },
  listAuditLog: { method: 'GET', path: '/api/admin/audit-log' },
  listStrayRefusals: { method: 'GET', path: '/api/admin/stray-refusals' },
  readSiteSettings: { method: 'GET', path: '/api/admin/site-settings' },
  changeSiteSettings: { method: 'PATCH', path: '/api/admin/site-settings' },
} as const satisfies RoutePaths;
