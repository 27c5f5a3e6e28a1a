import { invoicingRoutes } from '@tollgate/contract/invoicing/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { deleteInvoiceTitle, findInvoiceTitle, listInvoiceTitles, putInvoiceTitle } from './invoice-titles.ts';
import { findVerification } from './verifications.ts';
import { invoiceTitleView } from './invoice-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';

async function verifiedAs({ control }: ConsoleDeps, request: Parameters<typeof principalOf>[0], accountId: string) {
  return (await findVerification(control, principalOf(request), accountId)).inForce;
}

export const invoiceTitlesResource: ConsoleResource = (app, deps) => {
  ofAccount(app, deps);
  ofTitle(app, deps);
};

function ofAccount(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  addRoute(app, invoicingRoutes.listInvoiceTitles, async (request) => {
    const { accountId } = request.params;
    const titles = await listInvoiceTitles(control, principalOf(request), accountId);
    const verified = await verifiedAs(deps, request, accountId);
    return { data: titles.map((title) => invoiceTitleView(title, verified)), next: null };
  });

  addRoute(app, invoicingRoutes.createInvoiceTitle, async (request) => {
    const { accountId } = request.params;
    const record = await putInvoiceTitle(control, principalOf(request), { accountId, id: null, request: request.body });
    return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
  });
}

function ofTitle(app: TypedApp, deps: ConsoleDeps): void {
  const { control } = deps;

  addRoute(app, invoicingRoutes.readInvoiceTitle, async (request) => {
    const { accountId, titleId: id } = request.params;
    const record = await findInvoiceTitle(control, principalOf(request), { accountId, id });
    return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
  });

  addRoute(app, invoicingRoutes.changeInvoiceTitle, async (request) => {
    const { accountId, titleId: id } = request.params;
    const record = await putInvoiceTitle(control, principalOf(request), { accountId, id, request: request.body });
    return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
  });

  addRoute(app, invoicingRoutes.deleteInvoiceTitle, async (request) => {
    const { accountId, titleId: id } = request.params;
    const record = await deleteInvoiceTitle(control, principalOf(request), { accountId, id });
    return invoiceTitleView(record, await verifiedAs(deps, request, accountId));
  });
}
