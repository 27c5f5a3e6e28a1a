import { sitePaths } from '@tollgate/contract/site/console-paths';
import type { siteRoutes } from '@tollgate/contract/site/console-routes';
import { clientOf } from '../http/client.ts';

export const siteApi = clientOf<typeof siteRoutes>(sitePaths);
