import { operatorPeopleRoutes } from '@tollgate/contract/people/operator-routes';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { addRoute } from '../../control-http/add-route.ts';
import { endImpersonation, startImpersonation } from './impersonation.ts';
import { showTime } from '../../control/show-time.ts';
import type { FastifyRequest } from 'fastify';
import { personOf, principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

/** The signed-in person; requests with a token cannot view accounts. @throws {ApiError} 403 */
function userIdOf(request: FastifyRequest): string {
  const person = personOf(request);
  if (person === null) throw refusal('looks_need_operator');
  return person.id;
}

export const impersonationResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorPeopleRoutes.startImpersonation, async (request) => {
    const which = { userId: userIdOf(request), accountId: request.params.id };
    const { accountId, untilMs } = await startImpersonation(control, principalOf(deps, request), which);
    return { account_id: accountId, until: showTime(untilMs) };
  });

  addRoute(app, operatorPeopleRoutes.endImpersonation, async (request) => {
    await endImpersonation(control, principalOf(deps, request), userIdOf(request));
    return { ended: true as const };
  });
};
