import { operatorPeopleRoutes } from '@tollgate/contract/people/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { operatorAnswer } from '@tollgate/contract/people/operators';
import type { z } from 'zod';
import { appointOperator, dismissOperator, listOperators, type KnownOperator } from './operators.ts';
import { showTime } from '../../control/show-time.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

function view({ record, person }: KnownOperator): z.output<typeof operatorAnswer> {
  return {
    id: record.userId,
    email: person?.email ?? null,
    name: person?.name ?? null,
    role: record.role,
    created_at: showTime(record.createdAtMs),
  };
}

export const operatorsResource: AdminResource = (app, deps) => {
  const { control, people, firstAdministrator, consoleOrigin } = deps;
  addRoute(app, operatorPeopleRoutes.listOperators, async (request) => ({
    data: (await listOperators(control, people, principalOf(deps, request))).map(view),
    next: null,
  }));

  addRoute(app, operatorPeopleRoutes.addOperator, async (request) =>
    view(await appointOperator(control, people, principalOf(deps, request), request.body)),
  );

  addRoute(app, operatorPeopleRoutes.removeOperator, async (request) =>
    view(await dismissOperator(control, people, principalOf(deps, request), request.params.id)),
  );

  addRoute(app, operatorPeopleRoutes.createAdministratorLink, async (request) => {
    const token = await firstAdministrator.invite(principalOf(deps, request));
    return { url: `${consoleOrigin()}/setup#token=${token}` };
  });
};
