import type { InvoiceTitleRequest } from '@tollgate/contract/invoicing/console-invoices';
import { readTitle } from './rules/invoice-rules.ts';
import type { InvoiceDelivery, InvoiceTitle } from './rules/invoice.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { TitleRecord } from './invoice-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { findWholeAccount } from '../../control/within-scope.ts';

interface WhichTitle {
  readonly accountId: string;
  readonly id: string;
}

/** @throws {ApiError} 400 naming the field. */
function titleOf(request: InvoiceTitleRequest): { readonly title: InvoiceTitle; readonly delivery: InvoiceDelivery } {
  const text = (value: string | null | undefined): string | null => {
    const trimmed = value?.trim() ?? '';
    return trimmed === '' ? null : trimmed;
  };
  const name = text(request.name);
  if (name === null) throw invalid('name', 'must not be empty');
  const title = readTitle({
    kind: request.kind,
    name,
    taxNumber: text(request.tax_number),
    address: text(request.address),
    telephone: text(request.telephone),
    bank: text(request.bank),
    bankAccount: text(request.bank_account),
  });
  if ('fault' in title) throw invalid(title.field, title.fault);
  const { email, consignee, phone, address } = request.delivery ?? {};
  return {
    title,
    delivery: { email: text(email), consignee: text(consignee), phone: text(phone), address: text(address) },
  };
}

/** The titles of an account, oldest first. @throws {ApiError} 404 */
export async function listInvoiceTitles(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly TitleRecord[]> {
  await findWholeAccount(context, principal, accountId);
  return context.stores.invoicing.titles.ofAccount(accountId);
}

/** @throws {ApiError} 404 */
export async function findInvoiceTitle(
  context: ControlContext,
  principal: Principal,
  { accountId, id }: WhichTitle,
): Promise<TitleRecord> {
  await findWholeAccount(context, principal, accountId);
  const record = await context.stores.invoicing.titles.find(id);
  return found(record?.accountId === accountId ? record : null, 'invoice title');
}

/** Creates a title, or replaces the one with the given id. Existing requests keep the earlier content. @throws {ApiError} 400, 404, 409 */
export function putInvoiceTitle(
  context: ControlContext,
  principal: Principal,
  { accountId, id, request }: { readonly accountId: string; readonly id: string | null; readonly request: InvoiceTitleRequest },
): Promise<TitleRecord> {
  return context.changeQueue.run(async () => {
    const before = id === null ? null : await findInvoiceTitle(context, principal, { accountId, id });
    const { title, delivery } = titleOf(request);
    if (before === null) await requireRoom(context, principal, 'invoiceTitles', { accountId });
    const nowMs = context.clock.nowMs();
    const record: TitleRecord = {
      id: before?.id ?? context.ids.named('ttl'),
      accountId,
      title,
      delivery,
      createdAtMs: before?.createdAtMs ?? nowMs,
      updatedAtMs: nowMs,
    };
    await context.stores.invoicing.titles.put(
      record,
      auditEntry(context, principal, {
        action: before === null ? 'invoice-title.create' : 'invoice-title.update',
        objectKind: 'account',
        objectId: accountId,
        before: before === null ? undefined : { title_id: before.id, ...before.title },
        after: { title_id: record.id, ...title },
      }),
    );
    return record;
  });
}

/** Deletes a title. Existing requests keep its content. @throws {ApiError} 404 */
export function deleteInvoiceTitle(context: ControlContext, principal: Principal, which: WhichTitle): Promise<TitleRecord> {
  return context.changeQueue.run(async () => {
    const record = await findInvoiceTitle(context, principal, which);
    const note = { action: 'invoice-title.delete', objectKind: 'account', objectId: which.accountId };
    await context.stores.invoicing.titles.remove(
      which.id,
      auditEntry(context, principal, { ...note, before: { title_id: record.id, ...record.title } }),
    );
    return record;
  });
}
