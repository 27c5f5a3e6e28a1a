import {
  incidentAnswer,
  incidentList,
  incidentRequest,
  incidentUpdateRequest,
  routesStatusList,
  routesStatusQuery,
  suggestedIncidentList,
} from '@tollgate/contract/admin/incidents';
import { answers, idParams } from '../control-http/route-schema.ts';
import { listIncidents, openIncident, routesStatus, suggestIncidents, updateIncident } from '../control/incidents.ts';
import { incidentView } from '../views/incident-view.ts';
import { principalOf } from './admin-auth.ts';
import type { Incident } from '../domain/status/incident.ts';
import type { AdminResource } from './admin-deps.ts';
import { answerOnce, onceDescription } from './idempotent.ts';

const tags = ['Incidents'];

const ofRoutes: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/status/routes',
    {
      schema: {
        tags,
        summary: 'Read how routes fare',
        description:
          'By what attempts at them met, those that failed and were taken up by another route included: what everybody reads of models is the end of it. Those that failed most first.',
        querystring: routesStatusQuery,
        response: answers(routesStatusList),
      },
    },
    async (request) => {
      const routes = await routesStatus(control, principalOf(deps, request), request.query.span === '7d' ? 168 : 24);
      return {
        data: routes.map(({ route, good, bad, firstToken }) => ({
          ...{ route, attempts: good + bad, failed: bad, first_token: firstToken },
          availability: Math.floor((good * 10_000) / Math.max(1, good + bad)) / 100,
        })),
        next: null,
      };
    },
  );
};

export const incidentsResource: AdminResource = (app, deps) => {
  ofRoutes(app, deps);
  const { control } = deps;

  app.get(
    '/incidents',
    {
      schema: {
        tags,
        summary: 'List incidents',
        description: 'Those that are open, and the newest 50.',
        response: answers(incidentList),
      },
    },
    async (request) => ({ data: (await listIncidents(control, principalOf(deps, request))).map(incidentView), next: null }),
  );

  app.get(
    '/incidents/suggested',
    {
      schema: {
        tags,
        summary: 'List models that look broken',
        description: 'For more than one account, by the latest five minutes; those that an open incident names are left out.',
        response: answers(suggestedIncidentList),
      },
    },
    async (request) => {
      const suggested = await suggestIncidents(control, principalOf(deps, request));
      return {
        data: suggested.map(({ model, availabilityPpm, since }) => ({ model, availability: availabilityPpm / 10_000, since })),
        next: null,
      };
    },
  );

  app.post(
    '/incidents',
    {
      schema: {
        tags,
        summary: 'Tell of a disturbance',
        description: `The status page, its feed and \`/api/v2/summary.json\` have it within seconds. ${onceDescription}`,
        body: incidentRequest,
        response: answers(incidentAnswer, 201),
      },
    },
    (request, reply) =>
      answerOnce<Incident>(deps, request, reply, {
        act: (once) => openIncident(control, principalOf(deps, request), request.body, once),
        view: incidentView,
      }),
  );

  app.post(
    '/incidents/:id/updates',
    {
      schema: {
        tags,
        summary: 'Tell how far a disturbance is',
        description: `\`resolved\` ends it; a \`postmortem\` may follow. ${onceDescription}`,
        params: idParams,
        body: incidentUpdateRequest,
        response: answers(incidentAnswer),
      },
    },
    (request, reply) =>
      answerOnce<Incident>(deps, request, reply, {
        act: (once) =>
          updateIncident(control, principalOf(deps, request), { id: request.params.id, request: request.body, once }),
        view: incidentView,
        status: 200,
      }),
  );
};
