import { newsPaths } from '@tollgate/contract/news/console-paths';
import type { newsRoutes } from '@tollgate/contract/news/console-routes';
import { clientOf } from '../client.ts';

export const newsApi = clientOf<typeof newsRoutes>(newsPaths);
