import { requestsRoutes } from '@tollgate/contract/requests/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { fileOf, acceptFiles } from '../../control-http/file-body.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { listContractDocuments, readContractDocument } from './contract-documents.ts';
import { offeredPlans } from '../tenants/plans/plans.ts';
import { createRequest, listOwnRequests, withdrawRequest } from './service-requests.ts';
import { readRequestContract, uploadRequestContract } from './request-contracts.ts';
import { documentView, requestView } from './request-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';

/** Plans, and requests for dedicated channels and private deployments. */
export const serviceRequestsResource: ConsoleResource = (app, deps) => {
  requests(app, deps);
  documents(app, deps);
  contracts(app, deps);
};

function requests(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, requestsRoutes.listPlans, async () => ({
    data: (await offeredPlans(control)).map(({ plan: { id, name, limits, concurrencyRecommended } }) => ({
      id,
      name,
      requests_per_minute: limits.requestsPerMinute,
      concurrency_ceiling: limits.concurrency,
      concurrency_recommended: concurrencyRecommended,
    })),
  }));

  addRoute(app, requestsRoutes.listServiceRequests, async (request) => ({
    data: (await listOwnRequests(control, principalOf(request), request.params.accountId)).map((plan) =>
      requestView(plan, 'account'),
    ),
  }));

  addRoute(app, requestsRoutes.createServiceRequest, async (request) => {
    const made = await createRequest(control, principalOf(request), request.params.accountId, request.body);
    return requestView(made, 'account');
  });

  addRoute(app, requestsRoutes.withdrawServiceRequest, async (request) => {
    const { accountId, requestId: id } = request.params;
    return requestView(await withdrawRequest(control, principalOf(request), { accountId, id }), 'account');
  });
}

function documents(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, requestsRoutes.listContractDocuments, async () => ({
    data: (await listContractDocuments(control)).map(documentView),
  }));

  addRoute(app, requestsRoutes.downloadContractDocument, async (request, reply) => {
    const { document, pieces } = await readContractDocument(control, request.params.id);
    const name = `contract-${document.kind}-${document.locale}-${document.versionOn}`;
    return reply.headers(attachmentHeaders(name, 'application/pdf')).send(Readable.from(pieces, { objectMode: false }));
  });
}

function contracts(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, requestsRoutes.downloadRequestContract, async (request, reply) => {
    const { accountId, requestId: id, contractId } = request.params;
    const { contract, pieces } = await readRequestContract(control, principalOf(request), { accountId, id, contractId });
    const headers = attachmentHeaders(`contract-${contract.id.replaceAll('_', '-')}`, 'application/pdf');
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });

  const whose = (request: Parameters<typeof principalOf>[0]): string =>
    (request.params as { readonly accountId: string }).accountId;
  acceptFiles(app, { field: 'contract', mediaTypes: ['application/pdf'], whose }, (files) => {
    addRoute(files, requestsRoutes.uploadRequestContract, async (request) => {
      const { accountId, requestId: id } = request.params;
      const which = { accountId, id, bytes: fileOf(request) };
      return requestView(await uploadRequestContract(control, principalOf(request), which), 'account');
    });
  });
}
