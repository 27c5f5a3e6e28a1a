import { callsPaths } from '@tollgate/contract/calls/console-paths';
import type { callsRoutes } from '@tollgate/contract/calls/console-routes';
import { clientOf } from '../client.ts';

export const callsApi = clientOf<typeof callsRoutes>(callsPaths);
