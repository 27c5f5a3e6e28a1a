import { operatorInvoicingRoutes } from '@tollgate/contract/invoicing/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { adminVerification } from '@tollgate/contract/invoicing/operator-invoices';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import type { VerificationRecord } from './invoice-ports.ts';
import { decideVerification, listVerifications, readLicenceFile } from './verifications.ts';
import { findAccount } from '../../control/within-scope.ts';
import { workingDays } from './working-days.ts';
import { verificationView } from './verification-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../admin-api/admin-deps.ts';
const places = timePlaces(({ submittedAtMs, id }: VerificationRecord) => ({ atMs: submittedAtMs ?? 0, id }));

async function viewOf(
  deps: AdminDeps,
  request: FastifyRequest,
  record: VerificationRecord,
): Promise<z.output<typeof adminVerification>> {
  const { account } = await findAccount(deps.control, principalOf(deps, request), record.accountId);
  const view = verificationView(record, await workingDays(deps.control));
  return { ...view, account_name: account.name, decided_by: record.decidedBy };
}

export const verificationsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorInvoicingRoutes.listVerifications, async (request) => {
    const { state = 'submitted', ...query } = request.query;
    const load = await listVerifications(control, principalOf(deps, request), state);
    const { rows, next } = await readPage({ query, places, load });
    return { data: await Promise.all(rows.map((row) => viewOf(deps, request, row))), next };
  });

  addRoute(app, operatorInvoicingRoutes.downloadLicence, async (request, reply) => {
    const { record, pieces } = await readLicenceFile(control, principalOf(deps, request), { id: request.params.id });
    const headers = attachmentHeaders(`licence-${record.taxNumber}`, record.licence?.mediaType ?? '');
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });

  addRoute(app, operatorInvoicingRoutes.approveVerification, async (request) => {
    const decided = await decideVerification(control, principalOf(deps, request), { id: request.params.id, reason: null });
    return viewOf(deps, request, decided);
  });

  addRoute(app, operatorInvoicingRoutes.refuseVerification, async (request) => {
    const { reason } = request.body;
    const decided = await decideVerification(control, principalOf(deps, request), { id: request.params.id, reason });
    return viewOf(deps, request, decided);
  });
};
