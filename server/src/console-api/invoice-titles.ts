import { accountParams } from '@tollgate/contract/console/account';
import {
  invoiceTitleAnswer,
  invoiceTitleList,
  invoiceTitleParams,
  invoiceTitleRequest,
} from '@tollgate/contract/console/invoices';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { deleteInvoiceTitle, findInvoiceTitle, listInvoiceTitles, putInvoiceTitle } from '../control/invoice-titles.ts';
import { findVerification } from '../control/verifications.ts';
import { invoiceTitleView } from '../views/invoice-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: invoices'];
const path = `${accountPath}/invoice-titles`;

async function verifiedAs({ control }: ConsoleDeps, request: Parameters<typeof principalOf>[0], accountId: string) {
  return (await findVerification(control, principalOf(request), accountId)).inForce;
}

export const invoiceTitlesResource: ConsoleResource = (app, deps) => {
  ofAccount(app, deps);
  ofTitle(app, deps);
};

function ofAccount(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  app.get(
    path,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'List invoice titles',
        description: 'Whom invoices are made out to, oldest first; all on one page.',
        params: accountParams,
        response: answers(invoiceTitleList),
      },
    },
    async (request) => {
      const { accountId } = request.params;
      const titles = await listInvoiceTitles(control, principalOf(request), accountId);
      const verified = await verifiedAs(deps, request, accountId);
      return { data: titles.map((title) => invoiceTitleView(title, verified)), next: null };
    },
  );

  app.post(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Create an invoice title',
        description: 'Tax numbers are checked with their check character; case, width and spaces do not matter.',
        params: accountParams,
        body: invoiceTitleRequest,
        response: answers(invoiceTitleAnswer, 201),
      },
    },
    async (request, reply) => {
      const { accountId } = request.params;
      const record = await putInvoiceTitle(control, principalOf(request), { accountId, id: null, request: request.body });
      return reply.code(201).send(invoiceTitleView(record, await verifiedAs(deps, request, accountId)));
    },
  );
}

function ofTitle(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  app.get(
    `${path}/:titleId`,
    {
      config: { who: 'money.read' },
      schema: { tags, summary: 'Read an invoice title', params: invoiceTitleParams, response: answers(invoiceTitleAnswer) },
    },
    async (request) => {
      const { accountId, titleId: id } = request.params;
      const record = await findInvoiceTitle(control, principalOf(request), { accountId, id });
      return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
    },
  );

  app.put(
    `${path}/:titleId`,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Change an invoice title',
        description: 'Says all of it anew. Requests that were made keep what it said.',
        params: invoiceTitleParams,
        body: invoiceTitleRequest,
        response: answers(invoiceTitleAnswer),
      },
    },
    async (request) => {
      const { accountId, titleId: id } = request.params;
      const record = await putInvoiceTitle(control, principalOf(request), { accountId, id, request: request.body });
      return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
    },
  );

  app.delete(
    `${path}/:titleId`,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Delete an invoice title',
        description: 'Requests that were made keep what it said.',
        params: invoiceTitleParams,
        response: answers(invoiceTitleAnswer),
      },
    },
    async (request) => {
      const { accountId, titleId: id } = request.params;
      const record = await deleteInvoiceTitle(control, principalOf(request), { accountId, id });
      return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
    },
  );
}
