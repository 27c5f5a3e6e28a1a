import type { RoutePaths } from '../route.ts';

export const callsPaths = {
  listCalls: { method: 'GET', path: '/api/console/accounts/:accountId/calls', who: 'calls.read' },
  sumCalls: { method: 'GET', path: '/api/console/accounts/:accountId/calls/summary', who: 'calls.read' },
  readCall: { method: 'GET', path: '/api/console/accounts/:accountId/calls/:callId', who: 'calls.read' },
  listExports: { method: 'GET', path: '/api/console/accounts/:accountId/exports', who: 'exports.make' },
  createExport: { method: 'POST', path: '/api/console/accounts/:accountId/exports', who: 'exports.make' },
  readExport: { method: 'GET', path: '/api/console/accounts/:accountId/exports/:exportId', who: 'exports.make' },
  cancelExport: { method: 'DELETE', path: '/api/console/accounts/:accountId/exports/:exportId', who: 'exports.make' },
  downloadExport: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/exports/:exportId/content',
    kind: 'file',
    who: 'exports.make',
    isForMembersOnly: true,
  },
  sumUsage: { method: 'GET', path: '/api/console/accounts/:accountId/usage', who: 'usage.read' },
  downloadUsage: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/usage/content',
    kind: 'file',
    who: 'exports.make',
    isForMembersOnly: true,
  },
} as const satisfies RoutePaths;
