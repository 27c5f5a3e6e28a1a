import { operatorNewsRoutes } from '@tollgate/contract/news/operator-routes';
import { formatExact } from '@tollgate/contract/money';
import { addRoute } from '../../../control-http/add-route.ts';
import { listIncidents, openIncident, routesStatus, suggestIncidents, updateIncident } from './incidents.ts';
import { incidentView } from './incident-view.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { Incident } from '../../../domain/status/incident.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
import { answerOnce } from '../../../admin-api/idempotent.ts';

const ofRoutes: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorNewsRoutes.listRouteHealth, async (request) => {
    const routes = await routesStatus(control, principalOf(deps, request), request.query.span ?? '24h');
    return {
      data: routes.map(({ route, good, bad, cost, firstToken }) => ({
        route,
        attempts: good + bad,
        failed: bad,
        upstream_cost: formatExact(cost),
        first_token: firstToken,
        availability: good + bad === 0 ? 100 : Math.floor((good * 10_000) / (good + bad)) / 100,
      })),
      next: null,
    };
  });
};

export const incidentsResource: AdminResource = (app, deps) => {
  ofRoutes(app, deps);
  const { control } = deps;

  addRoute(app, operatorNewsRoutes.listIncidents, async (request) => ({
    data: (await listIncidents(control, principalOf(deps, request))).map(incidentView),
    next: null,
  }));

  addRoute(app, operatorNewsRoutes.listSuspectedModels, async (request) => {
    const suggested = await suggestIncidents(control, principalOf(deps, request));
    return {
      data: suggested.map(({ model, availabilityPpm, since }) => ({ model, availability: availabilityPpm / 10_000, since })),
      next: null,
    };
  });

  addRoute(app, operatorNewsRoutes.openIncident, (request, reply) =>
    answerOnce<Incident>(deps, request, reply, {
      act: (once) => openIncident(control, principalOf(deps, request), request.body, once),
      view: incidentView,
    }),
  );

  addRoute(app, operatorNewsRoutes.updateIncident, (request, reply) =>
    answerOnce<Incident>(deps, request, reply, {
      act: (once) => updateIncident(control, principalOf(deps, request), { id: request.params.id, request: request.body, once }),
      view: incidentView,
      status: 200,
    }),
  );
};
