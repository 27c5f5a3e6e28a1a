import { operatorRoles } from '../people/rights.ts';
import type { RoutePaths } from '../route.ts';

export const operatorAccountLifePaths = {
  listClosings: { method: 'GET', path: '/api/admin/closings', operators: operatorRoles },
  readClosing: { method: 'GET', path: '/api/admin/accounts/:id/closing', operators: operatorRoles },
  closeAccount: { method: 'POST', path: '/api/admin/accounts/:id/closing' },
  changeClosing: { method: 'PATCH', path: '/api/admin/accounts/:id/closing' },
} as const satisfies RoutePaths;
