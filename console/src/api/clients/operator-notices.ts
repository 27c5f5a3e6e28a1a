import { operatorNoticesPaths } from '@tollgate/contract/notices/operator-paths';
import type { operatorNoticesRoutes } from '@tollgate/contract/notices/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorNoticesApi = clientOf<typeof operatorNoticesRoutes>(operatorNoticesPaths);
