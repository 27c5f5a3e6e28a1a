import { cataloguePaths } from '@tollgate/contract/catalogue/console-paths';
import type { catalogueRoutes } from '@tollgate/contract/catalogue/console-routes';
import { clientOf } from '../http/client.ts';

export const catalogueApi = clientOf<typeof catalogueRoutes>(cataloguePaths);
