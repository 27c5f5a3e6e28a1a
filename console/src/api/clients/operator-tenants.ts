import { operatorTenantsPaths } from '@tollgate/contract/tenants/operator-paths';
import type { operatorTenantsRoutes } from '@tollgate/contract/tenants/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorTenantsApi = clientOf<typeof operatorTenantsRoutes>(operatorTenantsPaths);
