import { operatorSiteRoutes } from '@tollgate/contract/site/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { auditBooks, backUp, compareEnvironment, adoptEnvironment } from './operations.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

function nameFor(nowMs: number): string {
  return `tollgate-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')}.db`;
}

export const maintenanceResource: AdminResource = (app, deps) => {
  addRoute(app, operatorSiteRoutes.auditBooks, async (request) => auditBooks(deps, principalOf(deps, request)));

  addRoute(app, operatorSiteRoutes.backUpDatabase, async (request) => {
    const name = request.body?.path ?? nameFor(deps.control.clock.nowMs());
    const made = await backUp(deps, principalOf(deps, request), name);
    return made;
  });

  addRoute(app, operatorSiteRoutes.compareEnvironment, async (request) => ({
    differences: [...(await compareEnvironment(deps, principalOf(deps, request)))],
  }));

  addRoute(app, operatorSiteRoutes.applyEnvironment, async (request) => ({
    differences: [...(await adoptEnvironment(deps, principalOf(deps, request)))],
  }));
};
