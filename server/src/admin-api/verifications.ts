import { Readable } from 'node:stream';
import { adminVerification, adminVerificationList, rejectRequest, verificationsQuery } from '@tollgate/contract/admin/invoices';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { VerificationRecord } from '../control/invoice-ports.ts';
import { decideVerification, listVerifications, readLicenceFile } from '../control/verifications.ts';
import { findAccount } from '../control/within-scope.ts';
import { workingDays } from '../control/working-days.ts';
import { verificationView } from '../views/verification-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Invoices'];
const path = '/verifications';
const operators = ['administrator', 'finance'] as const;
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

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List verifications of enterprises',
        description: 'Those that wait for a decision, or are in another state; oldest first.',
        querystring: verificationsQuery,
        response: answers(adminVerificationList),
      },
    },
    async (request) => {
      const { state = 'submitted', ...query } = request.query;
      const load = await listVerifications(control, principalOf(deps, request), state);
      const { rows, next } = await readPage({ query, places, load });
      return { data: await Promise.all(rows.map((row) => viewOf(deps, request, row))), next };
    },
  );

  app.get(
    `${path}/:id/licence`,
    {
      // Support reads to help, and this helps nobody.
      config: { operators },
      schema: { tags, summary: 'Fetch a business licence', description: 'As a download.', params: idParams },
    },
    async (request, reply) => {
      const { record, pieces } = await readLicenceFile(control, principalOf(deps, request), { id: request.params.id });
      const headers = attachmentHeaders(`licence-${record.taxNumber}`, record.licence?.mediaType ?? '');
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );

  app.post(
    `${path}/:id/approve`,
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Verify an enterprise',
        description: 'In place of whom the account was verified to be before.',
        params: idParams,
        response: answers(adminVerification),
      },
    },
    async (request) => {
      const decided = await decideVerification(control, principalOf(deps, request), { id: request.params.id, reason: null });
      return viewOf(deps, request, decided);
    },
  );

  app.post(
    `${path}/:id/reject`,
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Refuse to verify an enterprise',
        description: 'The licence is deleted after 30 days.',
        params: idParams,
        body: rejectRequest,
        response: answers(adminVerification),
      },
    },
    async (request) => {
      const { reason } = request.body;
      const decided = await decideVerification(control, principalOf(deps, request), { id: request.params.id, reason });
      return viewOf(deps, request, decided);
    },
  );
};
