import { noticesPaths } from '@tollgate/contract/notices/console-paths';
import type { noticesRoutes } from '@tollgate/contract/notices/console-routes';
import { clientOf } from '../http/client.ts';

export const noticesApi = clientOf<typeof noticesRoutes>(noticesPaths);
