import { operatorAccountLifePaths } from '@tollgate/contract/account-life/operator-paths';
import type { operatorAccountLifeRoutes } from '@tollgate/contract/account-life/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorAccountLifeApi = clientOf<typeof operatorAccountLifeRoutes>(operatorAccountLifePaths);
