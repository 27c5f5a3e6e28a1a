import { operatorPeoplePaths } from '@tollgate/contract/people/operator-paths';
import type { operatorPeopleRoutes } from '@tollgate/contract/people/operator-routes';
import { clientOf } from '../http/client.ts';

export const operatorPeopleApi = clientOf<typeof operatorPeopleRoutes>(operatorPeoplePaths);
