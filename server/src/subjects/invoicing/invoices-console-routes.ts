import { invoicingRoutes } from '@tollgate/contract/invoicing/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { readPage, timePlaces } from '../../control-http/paging.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { moveInvoice, type InvoiceAct } from './invoice-moves.ts';
import { findInvoice, findInvoiceable, listInvoices, readInvoiceFile, requestInvoice } from './invoices.ts';
import { workingDays } from './working-days.ts';
import type { Invoice } from './rules/invoice.ts';
import { invoiceableView, invoiceRowView, invoiceView } from './invoice-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { answerOnce } from '../../console-api/idempotent.ts';
import { principalOf } from '../../console-api/request-principal.ts';
const places = timePlaces(({ createdAtMs, id }: Invoice) => ({ atMs: createdAtMs, id }));
const mediaTypes = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' } as const;

export const invoicesResource: ConsoleResource = (app, deps) => {
  ofAccount(app, deps);
  ofInvoice(app, deps);
  moves(app, deps);
};

function ofAccount(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, invoicingRoutes.listInvoices, async (request) => {
    const { params, query } = request;
    const load = await listInvoices(control, principalOf(request), { accountId: params.accountId, search: query.search });
    const { rows, next } = await readPage({ query, places, load });
    const at = await workingDays(control);
    return { data: rows.map((row) => invoiceRowView(row, at)), next };
  });

  addRoute(app, invoicingRoutes.readInvoiceable, async (request) =>
    invoiceableView(await findInvoiceable(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, invoicingRoutes.requestInvoice, async (request, reply) => {
    const at = await workingDays(control);
    return answerOnce({ control }, request, reply, (mark) =>
      requestInvoice(control, principalOf(request), {
        accountId: request.params.accountId,
        request: request.body,
        mark: (invoice) => mark(invoiceView(invoice, at, 'account')),
      }),
    );
  });
}

function ofInvoice(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, invoicingRoutes.readInvoice, async (request) => {
    const { accountId, invoiceId: id } = request.params;
    return invoiceView(
      await findInvoice(control, principalOf(request), { accountId, id }),
      await workingDays(control),
      'account',
    );
  });

  addRoute(app, invoicingRoutes.downloadInvoiceFile, async (request, reply) => {
    const { accountId, invoiceId: id, format } = request.params;
    const { invoice, pieces } = await readInvoiceFile(control, principalOf(request), { accountId, id, format });
    const headers = attachmentHeaders(`invoice-${invoice.issue?.number ?? 'draft'}`, mediaTypes[format]);
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });
}

function moves(app: TypedApp, { control, consoleOrigin }: ConsoleDeps): void {
  async function move(
    request: Parameters<typeof principalOf>[0],
    which: { readonly accountId: string; readonly id: string },
    act: InvoiceAct,
  ) {
    const moved = await moveInvoice(control, principalOf(request), { which, act }, consoleOrigin);
    return invoiceView(moved, await workingDays(control), 'account');
  }

  addRoute(app, invoicingRoutes.withdrawInvoice, async (request) => {
    const { accountId, invoiceId: id } = request.params;
    return move(request, { accountId, id }, { move: 'withdraw' });
  });

  addRoute(app, invoicingRoutes.requestReversal, async (request) => {
    const { accountId, invoiceId: id } = request.params;
    const { reason, note } = request.body;
    return move(request, { accountId, id }, { move: 'request_reversal', reason, note });
  });
}
