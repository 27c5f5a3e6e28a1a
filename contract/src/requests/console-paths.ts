import type { RoutePaths } from '../route.ts';

export const requestsPaths = {
  listPlans: { method: 'GET', path: '/api/console/plans', who: 'everybody' },
  listServiceRequests: { method: 'GET', path: '/api/console/accounts/:accountId/service-requests', who: 'requests.read' },
  createServiceRequest: { method: 'POST', path: '/api/console/accounts/:accountId/service-requests', who: 'requests.write' },
  withdrawServiceRequest: {
    method: 'POST',
    path: '/api/console/accounts/:accountId/service-requests/:requestId/withdraw',
    who: 'requests.write',
  },
  listContractDocuments: { method: 'GET', path: '/api/console/contract-documents', who: 'signed-in' },
  downloadContractDocument: { method: 'GET', path: '/api/console/contract-documents/:id/file', kind: 'file', who: 'signed-in' },
  downloadRequestContract: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/service-requests/:requestId/contracts/:contractId',
    kind: 'file',
    who: 'requests.read',
    isForMembersOnly: true,
  },
  uploadRequestContract: {
    method: 'POST',
    path: '/api/console/accounts/:accountId/service-requests/:requestId/contracts',
    kind: 'upload',
    who: 'requests.write',
  },
} as const satisfies RoutePaths;
