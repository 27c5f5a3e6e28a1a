import { operatorCallsPaths } from '@tollgate/contract/calls/operator-paths';
import type { operatorCallsRoutes } from '@tollgate/contract/calls/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorCallsApi = clientOf<typeof operatorCallsRoutes>(operatorCallsPaths);
