import { operatorCataloguePaths } from '@tollgate/contract/catalogue/operator-paths';
import type { operatorCatalogueRoutes } from '@tollgate/contract/catalogue/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorCatalogueApi = clientOf<typeof operatorCatalogueRoutes>(operatorCataloguePaths);
