import { operatorRoles } from './rights.ts';
import type { RoutePaths } from '../route.ts';

export const operatorPeoplePaths = {
  startImpersonation: {
    method: 'POST',
    path: '/api/admin/accounts/:id/impersonation',
    operators: operatorRoles,
    mayWhileImpersonating: true,
  },
  endImpersonation: {
    method: 'DELETE',
    path: '/api/admin/impersonation',
    operators: operatorRoles,
    mayWhileImpersonating: true,
  },
  listOperators: { method: 'GET', path: '/api/admin/operators' },
  addOperator: { method: 'POST', path: '/api/admin/operators' },
  removeOperator: { method: 'DELETE', path: '/api/admin/operators/:id' },
  createAdministratorLink: { method: 'POST', path: '/api/admin/operators/invite-link' },
} as const satisfies RoutePaths;
