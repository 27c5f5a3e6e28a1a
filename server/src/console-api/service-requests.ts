import { Readable } from 'node:stream';
import { accountParams } from '@tollgate/contract/console/account';
import { contractDocuments } from '@tollgate/contract/contract-documents';
import { planOffers } from '@tollgate/contract/console/plan-offers';
import {
  createServiceRequest,
  requestContractParams,
  ownServiceRequests,
  serviceRequestAnswer,
  serviceRequestParams,
} from '@tollgate/contract/service-requests';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { fileOf, takeFiles } from '../control-http/file-body.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { listContractDocuments, readContractDocument } from '../control/contract-documents.ts';
import { offeredPlans } from '../control/plans.ts';
import { createRequest, listOwnRequests, withdrawRequest } from '../control/service-requests.ts';
import { readRequestContract, uploadRequestContract } from '../control/request-contracts.ts';
import { documentView, requestView } from '../views/request-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: requests'];
const listPath = `${accountPath}/service-requests`;

/** Plans, and requests for the dedicated channel and for private deployment. */
export const serviceRequestsResource: ConsoleResource = (app, deps) => {
  requests(app, deps);
  documents(app, deps);
  contracts(app, deps);
};

function requests(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    '/plans',
    {
      config: { who: 'everybody' },
      schema: { tags, summary: 'Read the plans', description: 'In order, with their limits.', response: answers(planOffers) },
    },
    async () => ({
      data: (await offeredPlans(control)).map(({ plan: { id, name, limits, concurrencyRecommended } }) => ({
        ...{ id, name, requests_per_minute: limits.requestsPerMinute, concurrency_ceiling: limits.concurrency },
        concurrency_recommended: concurrencyRecommended,
      })),
    }),
  );

  app.get(
    listPath,
    {
      config: { who: 'requests.read' },
      schema: {
        tags,
        summary: 'List requests',
        description: 'For the dedicated channel and for private deployment, with their stages and dates.',
        params: accountParams,
        response: answers(ownServiceRequests),
      },
    },
    async (request) => ({
      data: (await listOwnRequests(control, principalOf(request), request.params.accountId)).map((plan) =>
        requestView(plan, 'account'),
      ),
    }),
  );

  app.post(
    listPath,
    {
      config: { who: 'requests.write' },
      schema: {
        tags,
        summary: 'Ask for a dedicated channel or a private deployment',
        description: 'One of each kind may be under way.',
        params: accountParams,
        body: createServiceRequest,
        response: answers(serviceRequestAnswer, 201),
      },
    },
    async (request, reply) => {
      const made = await createRequest(control, principalOf(request), request.params.accountId, request.body);
      return reply.code(201).send(requestView(made, 'account'));
    },
  );

  app.post(
    `${listPath}/:requestId/withdraw`,
    {
      config: { who: 'requests.write' },
      schema: {
        tags,
        summary: 'Take a request back',
        params: serviceRequestParams,
        response: answers(serviceRequestAnswer),
      },
    },
    async (request) => {
      const { accountId, requestId: id } = request.params;
      return requestView(await withdrawRequest(control, principalOf(request), { accountId, id }), 'account');
    },
  );
}

function documents(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    '/contract-documents',
    {
      config: { who: 'signed-in' },
      schema: {
        tags,
        summary: 'List the contracts that are offered',
        description: 'With dedicated channels and private deployments, in every language they are written in.',
        response: answers(contractDocuments),
      },
    },
    async () => ({ data: (await listContractDocuments(control)).map(documentView) }),
  );

  app.get(
    '/contract-documents/:id/file',
    {
      config: { who: 'signed-in' },
      schema: { tags, summary: 'Fetch a contract that is offered', description: 'As a download.', params: idParams },
    },
    async (request, reply) => {
      const { document, pieces } = await readContractDocument(control, request.params.id);
      const name = `contract-${document.kind}-${document.locale}-${document.versionOn}`;
      return reply.headers(attachmentHeaders(name, 'application/pdf')).send(Readable.from(pieces, { objectMode: false }));
    },
  );
}

function contracts(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    `${listPath}/:requestId/contracts/:contractId`,
    {
      config: { who: 'requests.read', isForMembersOnly: true },
      schema: { tags, summary: 'Fetch a contract of a request', description: 'As a download.', params: requestContractParams },
    },
    async (request, reply) => {
      const { accountId, requestId: id, contractId } = request.params;
      const { contract, pieces } = await readRequestContract(control, principalOf(request), { accountId, id, contractId });
      const headers = attachmentHeaders(`contract-${contract.id.replaceAll('_', '-')}`, 'application/pdf');
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );

  const whose = (request: Parameters<typeof principalOf>[0]): string =>
    (request.params as { readonly accountId: string }).accountId;
  takeFiles(app, { field: 'contract', mediaTypes: ['application/pdf'], whose }, (files) => {
    files.post(
      `${listPath}/:requestId/contracts`,
      {
        config: { who: 'requests.write' },
        schema: {
          tags,
          summary: 'Upload a signed contract',
          description:
            'The body is the file itself: a PDF of at most 5 MiB. It is kept sealed and never changed; operators are told.',
          params: serviceRequestParams,
          response: answers(serviceRequestAnswer, 201),
        },
      },
      async (request, reply) => {
        const { accountId, requestId: id } = request.params;
        const which = { accountId, id, bytes: fileOf(request) };
        return reply.code(201).send(requestView(await uploadRequestContract(control, principalOf(request), which), 'account'));
      },
    );
  });
}
