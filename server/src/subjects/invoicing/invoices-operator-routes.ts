import { operatorInvoicingRoutes } from '@tollgate/contract/invoicing/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { adminInvoice, adminInvoicesQuery } from '@tollgate/contract/invoicing/operator-invoices';
import {
  invoiceQueueNames,
  invoiceQueues,
  invoiceStates,
  openInvoiceStates,
  type InvoiceState,
} from '@tollgate/contract/invoicing/invoicing';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { fileOf, acceptFiles } from '../../control-http/file-body.ts';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { moveInvoice, putInvoiceFile, type InvoiceAct } from './invoice-moves.ts';
import { findInvoice, listInvoices, readInvoiceFile } from './invoices.ts';
import { findAccount } from '../../control/within-scope.ts';
import { findVerification } from './verifications.ts';
import { workingDays } from './working-days.ts';
import type { Invoice } from './rules/invoice.ts';
import { invoiceRowView, invoiceView } from './invoice-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminDeps, AdminResource } from '../../admin-api/admin-deps.ts';
const places = timePlaces(({ createdAtMs, id }: Invoice) => ({ atMs: createdAtMs, id }));
const mediaTypes = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' } as const;
const uploadTypes = [...Object.values(mediaTypes), 'text/xml', 'application/zip', 'application/octet-stream'];

async function viewOf(deps: AdminDeps, request: FastifyRequest, invoice: Invoice): Promise<z.output<typeof adminInvoice>> {
  const principal = principalOf(deps, request);
  const { account } = await findAccount(deps.control, principal, invoice.accountId);
  const { inForce } = await findVerification(deps.control, principal, invoice.accountId);
  const view = invoiceView(invoice, await workingDays(deps.control), 'operator');
  return { ...view, account_name: account.name, verified_name: inForce?.name ?? null };
}

type AskedState = NonNullable<z.output<typeof adminInvoicesQuery>['state']>;

/** The selected states. Queues that operators work on are listed oldest first. */
function statesOf(asked: AskedState): { readonly states: readonly InvoiceState[] | undefined; readonly isQueue: boolean } {
  if (asked === 'open') return { states: openInvoiceStates, isQueue: true };
  const queue = invoiceQueueNames.find((name) => name === asked);
  if (queue !== undefined) return { states: invoiceQueues[queue], isQueue: true };
  return { states: invoiceStates.filter((state) => asked === 'all' || state === asked), isQueue: false };
}

export const invoicesResource: AdminResource = (app, deps) => {
  lists(app, deps);
  moves(app, deps);
  files(app, deps);
};

function lists(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;

  addRoute(app, operatorInvoicingRoutes.listInvoices, async (request) => {
    const { state = 'open', type, account_id: accountId, search, ...query } = request.query;
    const principal = principalOf(deps, request);
    const load = await listInvoices(control, principal, { accountId, type, search, ...statesOf(state) });
    const { rows, next } = await readPage({ query, places, load });
    const at = await workingDays(control);
    const data = await Promise.all(
      rows.map(async (row) => {
        const { account } = await findAccount(control, principal, row.accountId);
        return { ...invoiceRowView(row, at), account_name: account.name };
      }),
    );
    return { data, next };
  });

  addRoute(app, operatorInvoicingRoutes.readInvoice, async (request) =>
    viewOf(deps, request, await findInvoice(control, principalOf(deps, request), { id: request.params.id })),
  );
}

/** Returns a handler that moves a request to its next state. */
function mover(deps: AdminDeps) {
  return async (request: FastifyRequest, id: string, act: InvoiceAct) => {
    const moved = await moveInvoice(deps.control, principalOf(deps, request), { which: { id }, act }, deps.consoleOrigin);
    return viewOf(deps, request, moved);
  };
}

function moves(app: TypedApp, deps: AdminDeps): void {
  const move = mover(deps);

  addRoute(app, operatorInvoicingRoutes.reviewInvoice, (request) => move(request, request.params.id, { move: 'review' }));
  addRoute(app, operatorInvoicingRoutes.approveInvoice, (request) => move(request, request.params.id, { move: 'approve' }));
  addRoute(app, operatorInvoicingRoutes.rejectInvoice, (request) =>
    move(request, request.params.id, { move: 'reject', reason: request.body.reason }),
  );
  addRoute(app, operatorInvoicingRoutes.issueInvoice, (request) =>
    move(request, request.params.id, { move: 'issue', ...request.body }),
  );
  reversals(app, move);
}

function reversals(app: TypedApp, move: ReturnType<typeof mover>): void {
  addRoute(app, operatorInvoicingRoutes.beginReversal, (request) =>
    move(request, request.params.id, { move: 'request_reversal', ...request.body }),
  );
  addRoute(app, operatorInvoicingRoutes.confirmReversal, (request) =>
    move(request, request.params.id, { move: 'confirm_reversal', slip: request.body.slip }),
  );
  addRoute(app, operatorInvoicingRoutes.completeReversal, (request) =>
    move(request, request.params.id, { move: 'reverse', red_number: request.body.red_number }),
  );
  addRoute(app, operatorInvoicingRoutes.refuseReversal, (request) =>
    move(request, request.params.id, { move: 'refuse_reversal', reason: request.body.reason }),
  );
}

function files(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;
  addRoute(app, operatorInvoicingRoutes.downloadInvoiceFile, async (request, reply) => {
    const { invoice, pieces } = await readInvoiceFile(control, principalOf(deps, request), request.params);
    const headers = attachmentHeaders(`invoice-${invoice.issue?.number ?? 'draft'}`, mediaTypes[request.params.format]);
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });

  acceptFiles(app, { field: 'file', mediaTypes: uploadTypes, whose: () => 'operator' }, (scope) => {
    addRoute(scope, operatorInvoicingRoutes.uploadInvoiceFile, async (request) => {
      const given = { ...request.params, bytes: fileOf(request) };
      return viewOf(deps, request, await putInvoiceFile(control, principalOf(deps, request), given));
    });
  });
}
