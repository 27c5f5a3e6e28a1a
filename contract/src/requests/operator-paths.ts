import type { RoutePaths } from '../route.ts';

export const operatorRequestsPaths = {
  listContractDocuments: { method: 'GET', path: '/api/admin/contract-documents' },
  downloadContractDocument: { method: 'GET', path: '/api/admin/contract-documents/:id/file', kind: 'file' },
  removeContractDocument: { method: 'DELETE', path: '/api/admin/contract-documents/:id' },
  addContractDocument: { method: 'POST', path: '/api/admin/contract-documents', kind: 'upload' },
  replaceContractDocument: { method: 'PUT', path: '/api/admin/contract-documents/:id', kind: 'upload' },
  listServiceRequests: { method: 'GET', path: '/api/admin/service-requests' },
  moveServiceRequest: { method: 'POST', path: '/api/admin/service-requests/:id/step' },
  downloadRequestContract: { method: 'GET', path: '/api/admin/service-requests/:id/contracts/:contractId', kind: 'file' },
  uploadRequestContract: { method: 'POST', path: '/api/admin/service-requests/:id/contracts', kind: 'upload' },
} as const satisfies RoutePaths;
