import { Readable } from 'node:stream';
import {
  adminRequestContractParams,
  serviceRequestAnswer,
  serviceRequestList,
  serviceRequestsQuery,
  stepServiceRequest,
} from '@tollgate/contract/service-requests';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { fileOf, takeFiles } from '../control-http/file-body.ts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { readRequestContract, uploadRequestContract } from '../control/request-contracts.ts';
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
      return { data: rows.map((plan) => requestView(plan, 'operator')), next };
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
    async (request) =>
      requestView(await stepRequest(control, principalOf(deps, request), request.params.id, request.body), 'operator'),
  );

  app.get(
    '/service-requests/:id/contracts/:contractId',
    {
      schema: {
        tags,
        summary: 'Fetch a contract of a request',
        description: 'As a download.',
        params: adminRequestContractParams,
      },
    },
    async (request, reply) => {
      const { pieces, contract } = await readRequestContract(control, principalOf(deps, request), request.params);
      const headers = attachmentHeaders(`contract-${contract.id.replaceAll('_', '-')}`, 'application/pdf');
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );

  takeFiles(app, { field: 'contract', mediaTypes: ['application/pdf'], whose: () => 'operator' }, (files) => {
    files.post(
      '/service-requests/:id/contracts',
      {
        schema: {
          tags,
          summary: 'Upload the contract for a customer',
          description:
            'The body is the file itself: a PDF of at most 5 MiB. It is kept sealed and never changed; the account is told by a message and by mail.',
          params: idParams,
          response: answers(serviceRequestAnswer, 201),
        },
      },
      async (request, reply) => {
        const which = { id: request.params.id, bytes: fileOf(request) };
        const plan = await uploadRequestContract(control, principalOf(deps, request), which);
        return reply.code(201).send(requestView(plan, 'operator'));
      },
    );
  });
};
