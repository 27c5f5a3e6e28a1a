import { peoplePaths } from '@tollgate/contract/people/console-paths';
import type { peopleRoutes } from '@tollgate/contract/people/console-routes';
import { clientOf } from '../http/client.ts';

export const peopleApi = clientOf<typeof peopleRoutes>(peoplePaths);
