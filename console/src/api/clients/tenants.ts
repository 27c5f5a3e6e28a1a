import { tenantsPaths } from '@tollgate/contract/tenants/console-paths';
import type { tenantsRoutes } from '@tollgate/contract/tenants/console-routes';
import { clientOf } from '../http/client.ts';

export const tenantsApi = clientOf<typeof tenantsRoutes>(tenantsPaths);
