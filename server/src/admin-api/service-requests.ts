import {
  serviceRequestAnswer,
  serviceRequestList,
  serviceRequestsQuery,
  stepServiceRequest,
} from '@tollgate/contract/service-requests';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { listRequests, stepRequest, type RequestPlan } from '../control/service-requests.ts';
import { requestView } from '../views/request-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Requests'];
const places = timePlaces(({ request }: RequestPlan) => ({ atMs: request.createdAtMs, id: request.id }));

export const serviceRequestsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/service-requests',
    {
      schema: {
        tags,
        summary: 'List requests',
        description: 'For the dedicated channel and for private deployment, oldest first.',
        querystring: serviceRequestsQuery,
        response: answers(serviceRequestList),
      },
    },
    async (request) => {
      const { query } = request;
      const isOpen = query.state === undefined ? undefined : query.state === 'open';
      const load = await listRequests(control, principalOf(deps, request), { isOpen });
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(requestView), next };
    },
  );

  app.post(
    '/service-requests/:id/step',
    {
      schema: {
        tags,
        summary: 'Move a request on',
        description: 'To its next stage, or to its end; the account is told by a message and by mail.',
        params: idParams,
        body: stepServiceRequest,
        response: answers(serviceRequestAnswer),
      },
    },
    async (request) => requestView(await stepRequest(control, principalOf(deps, request), request.params.id, request.body)),
  );
};
