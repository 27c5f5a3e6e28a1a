import { operatorNewsPaths } from '@tollgate/contract/news/operator-paths';
import type { operatorNewsRoutes } from '@tollgate/contract/news/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorNewsApi = clientOf<typeof operatorNewsRoutes>(operatorNewsPaths);
