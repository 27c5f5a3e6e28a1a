import { publicNewsPaths } from '@tollgate/contract/news/public-paths';
import type { publicNewsRoutes } from '@tollgate/contract/news/public-routes';
import { clientOf } from '../http/client.ts';

export const publicNewsApi = clientOf<typeof publicNewsRoutes>(publicNewsPaths);
