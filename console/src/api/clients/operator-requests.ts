import { operatorRequestsPaths } from '@tollgate/contract/requests/operator-paths';
import type { operatorRequestsRoutes } from '@tollgate/contract/requests/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorRequestsApi = clientOf<typeof operatorRequestsRoutes>(operatorRequestsPaths);
