import { operatorSitePaths } from '@tollgate/contract/site/operator-paths';
import type { operatorSiteRoutes } from '@tollgate/contract/site/operator-routes';
import { clientOf } from '../client.ts';

export const operatorSiteApi = clientOf<typeof operatorSiteRoutes>(operatorSitePaths);
