import { Readable } from 'node:stream';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { accountParams } from '@tollgate/contract/console/account';
import {
  invoiceableAnswer,
  invoiceAnswer,
  invoiceFileParams,
  invoiceList,
  invoiceParams,
  invoiceRequest,
  reversalRequest,
} from '@tollgate/contract/console/invoices';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { moveInvoice, type InvoiceAct } from '../control/invoice-moves.ts';
import { findInvoice, findInvoiceable, listInvoices, readInvoiceFile, requestInvoice } from '../control/invoices.ts';
import { workingDays } from '../control/working-days.ts';
import type { Invoice } from '../domain/invoicing/invoice.ts';
import { invoiceableView, invoiceRowView, invoiceView } from '../views/invoice-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { answerOnce, onceDescription } from './idempotent.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: invoices'];
const path = `${accountPath}/invoices`;
const places = timePlaces(({ createdAtMs, id }: Invoice) => ({ atMs: createdAtMs, id }));
const mediaTypes = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' } as const;

export const invoicesResource: ConsoleResource = (app, deps) => {
  ofAccount(app, deps);
  ofInvoice(app, deps);
  moves(app, deps);
};

function ofAccount(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    path,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'List invoices',
        description: 'Requests and what became of them, newest first.',
        params: accountParams,
        querystring: plainListQuery,
        response: answers(invoiceList),
      },
    },
    async (request) => {
      const { params, query } = request;
      const load = await listInvoices(control, principalOf(request), { accountId: params.accountId });
      const { rows, next } = await readPage({ query, places, load });
      const at = await workingDays(control);
      return { data: rows.map((row) => invoiceRowView(row, at)), next };
    },
  );

  app.get(
    `${path}/invoiceable`,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'Read what can be invoiced',
        description:
          'Paid money that calls have used in closed hours, less what is on invoices or requested, rounded down to 0.01 CNY.',
        params: accountParams,
        response: answers(invoiceableAnswer),
      },
    },
    async (request) => invoiceableView(await findInvoiceable(control, principalOf(request), request.params.accountId)),
  );

  app.post(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Request an invoice',
        description: `From 100 CNY on. ${onceDescription}`,
        params: accountParams,
        body: invoiceRequest,
        response: answers(invoiceAnswer, 201),
      },
    },
    async (request, reply) => {
      const at = await workingDays(control);
      return answerOnce({ control }, request, reply, (mark) =>
        requestInvoice(control, principalOf(request), {
          accountId: request.params.accountId,
          request: request.body,
          mark: (invoice) => mark(invoiceView(invoice, at, 'account')),
        }),
      );
    },
  );
}

function ofInvoice(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    `${path}/:invoiceId`,
    {
      config: { who: 'money.read' },
      schema: { tags, summary: 'Read an invoice', params: invoiceParams, response: answers(invoiceAnswer) },
    },
    async (request) => {
      const { accountId, invoiceId: id } = request.params;
      return invoiceView(
        await findInvoice(control, principalOf(request), { accountId, id }),
        await workingDays(control),
        'account',
      );
    },
  );

  app.get(
    `${path}/:invoiceId/files/:format`,
    {
      config: { who: 'money.read', isForMembersOnly: true },
      schema: { tags, summary: 'Fetch a file of an invoice', params: invoiceFileParams },
    },
    async (request, reply) => {
      const { accountId, invoiceId: id, format } = request.params;
      const { invoice, pieces } = await readInvoiceFile(control, principalOf(request), { accountId, id, format });
      const headers = attachmentHeaders(`invoice-${invoice.issue?.number ?? 'draft'}`, mediaTypes[format]);
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );
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

  app.post(
    `${path}/:invoiceId/withdraw`,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Withdraw a request',
        description: 'Until it is approved. Its amount can be invoiced again.',
        params: invoiceParams,
        response: answers(invoiceAnswer),
      },
    },
    async (request) => {
      const { accountId, invoiceId: id } = request.params;
      return move(request, { accountId, id }, { move: 'withdraw' });
    },
  );

  app.post(
    `${path}/:invoiceId/reversal`,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Ask for the reversal of an invoice',
        description: 'Of its whole amount, which can be invoiced again once the invoice is reversed.',
        params: invoiceParams,
        body: reversalRequest,
        response: answers(invoiceAnswer),
      },
    },
    async (request) => {
      const { accountId, invoiceId: id } = request.params;
      const { reason, note } = request.body;
      return move(request, { accountId, id }, { move: 'request_reversal', reason, note });
    },
  );
}
