import { operatorRoles } from '../people/rights.ts';
import type { RoutePaths } from '../route.ts';

/** A POST that changes nothing: every operator can send it, like a GET. */
const reading = { method: 'POST', operators: operatorRoles } as const;

export const operatorCataloguePaths = {
  listPlanPrices: { method: 'GET', path: '/api/admin/plans/:id/prices' },
  putPlanPrice: { method: 'PUT', path: '/api/admin/plans/:id/prices/*', changesCatalogue: true },
  withdrawPlanPrice: { method: 'DELETE', path: '/api/admin/plans/:id/prices/*', changesCatalogue: true },
  listAccountPrices: { method: 'GET', path: '/api/admin/accounts/:id/prices' },
  putAccountPrice: { method: 'PUT', path: '/api/admin/accounts/:id/prices/*', changesCatalogue: true },
  withdrawAccountPrice: { method: 'DELETE', path: '/api/admin/accounts/:id/prices/*', changesCatalogue: true },
  listModels: { method: 'GET', path: '/api/admin/models' },
  putModel: { method: 'PUT', path: '/api/admin/models/*', changesCatalogue: true },
  previewPrice: { ...reading, path: '/api/admin/price-previews' },
  proposePrices: { method: 'POST', path: '/api/admin/price-proposals', kind: 'upload' },
  deleteModel: { method: 'DELETE', path: '/api/admin/models/*', changesCatalogue: true },
  listVendors: { method: 'GET', path: '/api/admin/vendors' },
  tryProvider: { method: 'POST', path: '/api/admin/providers/try' },
  simulateRoute: { ...reading, path: '/api/admin/route-simulations' },
  testProvider: { method: 'POST', path: '/api/admin/providers/:id/test' },
  listUpstreamModels: { method: 'GET', path: '/api/admin/providers/:id/upstream-models' },
  createProvider: { method: 'POST', path: '/api/admin/providers', changesCatalogue: true },
  listProviders: { method: 'GET', path: '/api/admin/providers' },
  readProvider: { method: 'GET', path: '/api/admin/providers/:id' },
  changeProvider: { method: 'PATCH', path: '/api/admin/providers/:id', changesCatalogue: true },
  deleteProvider: { method: 'DELETE', path: '/api/admin/providers/:id', changesCatalogue: true },
} as const satisfies RoutePaths;
