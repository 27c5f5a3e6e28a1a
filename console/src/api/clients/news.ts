import { newsPaths } from '@tollgate/contract/news/console-paths';
import type { newsRoutes } from '@tollgate/contract/news/console-routes';
import { clientOf } from '../http/client.ts';

export const newsApi = clientOf<typeof newsRoutes>(newsPaths);
