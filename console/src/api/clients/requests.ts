import { requestsPaths } from '@tollgate/contract/requests/console-paths';
import type { requestsRoutes } from '@tollgate/contract/requests/console-routes';
import { clientOf } from '../http/client.ts';

export const requestsApi = clientOf<typeof requestsRoutes>(requestsPaths);
