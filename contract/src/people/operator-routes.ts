import { impersonationAnswer } from './impersonation.ts';
import { inviteLinkAnswer, operatorAnswer, operatorList, operatorRequest } from './operators.ts';
import { idParams } from '../route-params.ts';
import { z } from 'zod';
import { describeRoutes } from '../route.ts';
import { operatorPeoplePaths } from './operator-paths.ts';

export const operatorPeopleRoutes = describeRoutes(operatorPeoplePaths, {
  startImpersonation: {
    tags: ['Accounts'],
    summary: 'View an account as its members',
    description: 'Read-only for an hour: requests that change something are refused. Recorded in the audit log.',
    params: idParams,
    answer: impersonationAnswer,
    status: 201,
    refusals: ['looks_need_operator'],
  },
  endImpersonation: {
    tags: ['Accounts'],
    summary: 'Stop viewing an account',
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
    summary: 'Set an operator',
    description: 'Adds an operator or changes the role. Effective at once.',
    body: operatorRequest,
    answer: operatorAnswer,
    refusals: ['address_of_operator_unverified'],
  },
  removeOperator: { tags: ['Operators'], summary: 'Dismiss an operator', params: idParams, answer: operatorAnswer },
  createAdministratorLink: {
    tags: ['Operators'],
    summary: 'Create an administrator link',
    description: 'The first person who opens it becomes an administrator. Earlier links stop working.',
    answer: inviteLinkAnswer,
    status: 201,
  },
});
