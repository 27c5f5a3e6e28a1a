import { Readable } from 'node:stream';
import {
  adminFileParams,
  adminInvoice,
  adminInvoiceList,
  adminInvoicesQuery,
  issueRequest,
  rejectRequest,
  reverseRequest,
  slipRequest,
} from '@tollgate/contract/admin/invoices';
import { reversalRequest } from '@tollgate/contract/console/invoices';
import {
  invoiceQueueNames,
  invoiceQueues,
  invoiceStates,
  openInvoiceStates,
  type InvoiceState,
} from '@tollgate/contract/invoicing';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { fileOf, takeFiles } from '../control-http/file-body.ts';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { moveInvoice, putInvoiceFile, type InvoiceAct } from '../control/invoice-moves.ts';
import { findInvoice, listInvoices, readInvoiceFile } from '../control/invoices.ts';
import { findAccount } from '../control/within-scope.ts';
import { findVerification } from '../control/verifications.ts';
import { workingDays } from '../control/working-days.ts';
import type { Invoice } from '../domain/invoicing/invoice.ts';
import { invoiceRowView, invoiceView } from '../views/invoice-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Invoices'];
const path = '/invoices';
const places = timePlaces(({ createdAtMs, id }: Invoice) => ({ atMs: createdAtMs, id }));
/** Who decides on money. */
const operators = ['administrator', 'finance'] as const;
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

/** Which invoices are asked for, and whether they are worked, oldest first. */
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

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List invoices',
        description:
          'Those that wait for an operator, oldest first, with the working days left; or those in a state, newest first.',
        querystring: adminInvoicesQuery,
        response: answers(adminInvoiceList),
      },
    },
    async (request) => {
      const { state = 'open', type, account_id: accountId, ...query } = request.query;
      const principal = principalOf(deps, request);
      const load = await listInvoices(control, principal, { accountId, type, ...statesOf(state) });
      const { rows, next } = await readPage({ query, places, load });
      const at = await workingDays(control);
      const data = await Promise.all(
        rows.map(async (row) => {
          const { account } = await findAccount(control, principal, row.accountId);
          return { ...invoiceRowView(row, at), account_name: account.name };
        }),
      );
      return { data, next };
    },
  );

  app.get(
    `${path}/:id`,
    { schema: { tags, summary: 'Read an invoice', params: idParams, response: answers(adminInvoice) } },
    async (request) => viewOf(deps, request, await findInvoice(control, principalOf(deps, request), { id: request.params.id })),
  );
}

/** Brings a request a step on. */
function mover(deps: AdminDeps) {
  return async (request: FastifyRequest, id: string, act: InvoiceAct) => {
    const moved = await moveInvoice(deps.control, principalOf(deps, request), { which: { id }, act }, deps.consoleOrigin);
    return viewOf(deps, request, moved);
  };
}

function moves(app: TypedApp, deps: AdminDeps): void {
  const move = mover(deps);
  const config = { operators };
  const response = answers(adminInvoice);
  const about = (summary: string, description: string) => ({ tags, summary, description, params: idParams, response });

  app.post(
    `${path}/:id/review`,
    { config, schema: about('Begin the review', 'Of a request that was submitted; the account sees that somebody looks at it.') },
    (request) => move(request, request.params.id, { move: 'review' }),
  );
  app.post(
    `${path}/:id/approve`,
    {
      config,
      schema: about('Approve a request', 'It is to be issued 3 to 5 working days later, and cannot be withdrawn any more.'),
    },
    (request) => move(request, request.params.id, { move: 'approve' }),
  );
  app.post(
    `${path}/:id/reject`,
    {
      config,
      schema: { ...about('Reject a request', 'Until it is issued. Its amount can be invoiced again.'), body: rejectRequest },
    },
    (request) => move(request, request.params.id, { move: 'reject', reason: request.body.reason }),
  );
  app.post(
    `${path}/:id/issue`,
    {
      config,
      schema: {
        ...about(
          'Say that an invoice is issued',
          'Of an electronic one the files are uploaded before; they are mailed to the address of the request. Of a paper one courier and tracking number are needed.',
        ),
        body: issueRequest,
      },
    },
    (request) => move(request, request.params.id, { move: 'issue', ...request.body }),
  );
  reversals(app, move, about);
}

function reversals(
  app: TypedApp,
  move: ReturnType<typeof mover>,
  about: (
    summary: string,
    description: string,
  ) => { readonly params: typeof idParams; readonly response: ReturnType<typeof answers<typeof adminInvoice>> },
): void {
  const config = { operators };
  app.post(
    `${path}/:id/reversal`,
    {
      config,
      schema: {
        ...about('Begin a reversal', 'In place of the account, such as of an invoice that was wrong.'),
        body: reversalRequest,
      },
    },
    (request) => move(request, request.params.id, { move: 'request_reversal', ...request.body }),
  );
  app.post(
    `${path}/:id/reversal/confirm`,
    {
      config,
      schema: {
        ...about('Enter the confirmation slip', 'It is void after 72 hours; the invoice then is as it was.'),
        body: slipRequest,
      },
    },
    (request) => move(request, request.params.id, { move: 'confirm_reversal', slip: request.body.slip }),
  );
  app.post(
    `${path}/:id/reversal/complete`,
    {
      config,
      schema: { ...about('Say that an invoice is reversed', 'Its amount can be invoiced again.'), body: reverseRequest },
    },
    (request) => move(request, request.params.id, { move: 'reverse', red_number: request.body.red_number }),
  );
  app.post(
    `${path}/:id/reversal/refuse`,
    { config, schema: { ...about('Refuse a reversal', 'The invoice stays as it is.'), body: rejectRequest } },
    (request) => move(request, request.params.id, { move: 'refuse_reversal', reason: request.body.reason }),
  );
}

function files(app: TypedApp, deps: AdminDeps): void {
  const { control } = deps;
  app.get(
    `${path}/:id/files/:format`,
    { schema: { tags, summary: 'Fetch a file of an invoice', params: adminFileParams } },
    async (request, reply) => {
      const { invoice, pieces } = await readInvoiceFile(control, principalOf(deps, request), request.params);
      const headers = attachmentHeaders(`invoice-${invoice.issue?.number ?? 'draft'}`, mediaTypes[request.params.format]);
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );

  takeFiles(app, { field: 'file', mediaTypes: uploadTypes, whose: () => 'operator' }, (scope) => {
    scope.put(
      `${path}/:id/files/:format`,
      {
        config: { operators },
        schema: {
          tags,
          summary: 'Upload a file of an invoice',
          description:
            'The body is the file itself, of at most 5 MiB. Of an approved electronic invoice; the account gets it once it is issued.',
          params: adminFileParams,
          response: answers(adminInvoice),
        },
      },
      async (request) => {
        const given = { ...request.params, bytes: fileOf(request) };
        return viewOf(deps, request, await putInvoiceFile(control, principalOf(deps, request), given));
      },
    );
  });
}
