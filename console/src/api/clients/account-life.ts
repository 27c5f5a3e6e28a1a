import { accountLifePaths } from '@tollgate/contract/account-life/console-paths';
import type { accountLifeRoutes } from '@tollgate/contract/account-life/console-routes';
import { clientOf } from '../http/client.ts';

export const accountLifeApi = clientOf<typeof accountLifeRoutes>(accountLifePaths);
