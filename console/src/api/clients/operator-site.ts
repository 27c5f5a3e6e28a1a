import { operatorSitePaths } from '@tollgate/contract/site/operator-paths';
import type { operatorSiteRoutes } from '@tollgate/contract/site/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorSiteApi = clientOf<typeof operatorSiteRoutes>(operatorSitePaths);
