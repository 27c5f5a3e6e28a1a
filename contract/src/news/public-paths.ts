import type { RoutePaths } from '../route.ts';

export const publicNewsPaths = {
  listPublicAnnouncements: { method: 'GET', path: '/api/announcements' },
  readPublicAnnouncement: { method: 'GET', path: '/api/announcements/:id' },
  followAnnouncements: { method: 'GET', path: '/announcements.rss', kind: 'file' },
  readModelStatus: { method: 'GET', path: '/api/status/models' },
  readStatusSummary: { method: 'GET', path: '/api/v2/summary.json' },
  followIncidents: { method: 'GET', path: '/status.rss', kind: 'file' },
  unsubscribe: { method: 'POST', path: '/unsubscribe' },
} as const satisfies RoutePaths;
