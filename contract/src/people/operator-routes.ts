import { impersonationAnswer } from './impersonation.ts';
import { inviteLinkAnswer, operatorAnswer, operatorList, operatorRequest } from './operators.ts';
import { idParams } from '../route-params.ts';
import { z } from 'zod';
import { describeRoutes } from '../route.ts';
import { operatorPeoplePaths } from './operator-paths.ts';

export const operatorPeopleRoutes = describeRoutes(operatorPeoplePaths, {
  startImpersonation: {
    tags: ['Accounts'],
    summary: 'Look at an account as its people see it',
    description: 'For an hour, reading only: every request that changes something is refused meanwhile. It is in the audit log.',
    params: idParams,
    answer: impersonationAnswer,
    status: 201,
    refusals: ['looks_need_operator'],
  },
  endImpersonation: {
    tags: ['Accounts'],
    summary: 'Stop looking at an account',
    answer: z.object({ ended: z.literal(true) }),
    refusals: ['looks_need_operator'],
  },
  listOperators: {
    tags: ['Operators'],
    summary: 'List operators',
    description: 'People who run the service.',
    answer: operatorList,
  },
  addOperator: {
    tags: ['Operators'],
    summary: 'Make somebody an operator',
    description: 'Or change what one may do. It holds from the answer on.',
    body: operatorRequest,
    answer: operatorAnswer,
    refusals: ['address_of_operator_unverified'],
  },
  removeOperator: { tags: ['Operators'], summary: 'Dismiss an operator', params: idParams, answer: operatorAnswer },
  createAdministratorLink: {
    tags: ['Operators'],
    summary: 'Make a link for an administrator',
    description: 'Whoever opens it first becomes an administrator. Earlier links work no more.',
    answer: inviteLinkAnswer,
    status: 201,
  },
});
