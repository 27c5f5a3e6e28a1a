import { callsPaths } from '@tollgate/contract/calls/console-paths';
import type { callsRoutes } from '@tollgate/contract/calls/console-routes';
import { clientOf } from '../http/client.ts';

export const callsApi = clientOf<typeof callsRoutes>(callsPaths);
