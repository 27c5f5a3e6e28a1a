import { operatorRequestsRoutes } from '@tollgate/contract/requests/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { fileOf, acceptFiles } from '../../control-http/file-body.ts';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import { readRequestContract, uploadRequestContract } from './request-contracts.ts';
import { listRequests, stepRequest, type RequestPlan } from './service-requests.ts';
import { requestView } from './request-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';
const places = timePlaces(({ request }: RequestPlan) => ({ atMs: request.createdAtMs, id: request.id }));

export const serviceRequestsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorRequestsRoutes.listServiceRequests, async (request) => {
    const { query } = request;
    const isOpen = query.state === undefined ? undefined : query.state === 'open';
    const load = await listRequests(control, principalOf(deps, request), { isOpen });
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map((plan) => requestView(plan, 'operator')), next };
  });

  addRoute(app, operatorRequestsRoutes.moveServiceRequest, async (request) =>
    requestView(await stepRequest(control, principalOf(deps, request), request.params.id, request.body), 'operator'),
  );

  addRoute(app, operatorRequestsRoutes.downloadRequestContract, async (request, reply) => {
    const { pieces, contract } = await readRequestContract(control, principalOf(deps, request), request.params);
    const headers = attachmentHeaders(`contract-${contract.id.replaceAll('_', '-')}`, 'application/pdf');
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });

  acceptFiles(app, { field: 'contract', mediaTypes: ['application/pdf'], whose: () => 'operator' }, (files) => {
    addRoute(files, operatorRequestsRoutes.uploadRequestContract, async (request) => {
      const which = { id: request.params.id, bytes: fileOf(request) };
      const plan = await uploadRequestContract(control, principalOf(deps, request), which);
      return requestView(plan, 'operator');
    });
  });
};
