import type { RoutePaths } from '../route.ts';

export const operatorNewsPaths = {
  listAnnouncements: { method: 'GET', path: '/api/admin/announcements' },
  createAnnouncement: { method: 'POST', path: '/api/admin/announcements' },
  changeAnnouncement: { method: 'PUT', path: '/api/admin/announcements/:id' },
  withdrawAnnouncement: { method: 'POST', path: '/api/admin/announcements/:id/withdraw' },
  endMaintenance: { method: 'POST', path: '/api/admin/announcements/:id/end-maintenance' },
  listRouteHealth: { method: 'GET', path: '/api/admin/status/routes' },
  listIncidents: { method: 'GET', path: '/api/admin/incidents' },
  listSuspectedModels: { method: 'GET', path: '/api/admin/incidents/suggested' },
  openIncident: { method: 'POST', path: '/api/admin/incidents' },
  updateIncident: { method: 'POST', path: '/api/admin/incidents/:id/updates' },
  listProbes: { method: 'GET', path: '/api/admin/probes' },
  putProbe: { method: 'PUT', path: '/api/admin/probes' },
} as const satisfies RoutePaths;
