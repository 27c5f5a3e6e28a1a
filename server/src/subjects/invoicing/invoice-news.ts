import type { InvoiceEvent } from '@tollgate/contract/invoicing/invoicing';
import { formatAmount } from '@tollgate/contract/money';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import { datesOf } from './rules/due-dates.ts';
import { isElectronic } from './rules/invoice-rules.ts';
import type { Invoice } from './rules/invoice.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { AccountRecord } from '../../domain/tenants/tenant-records.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { workingDays } from './working-days.ts';

const setbacks: readonly InvoiceEvent[] = ['rejected', 'reversal_refused', 'reversal_void'];

function pathOf({ id }: Invoice): string {
  return `/invoices/${encodeURIComponent(id)}`;
}

/** The date by which the next step is expected; empty if none is. */
async function dueOf(
  parts: Pick<ControlContext, 'stores' | 'calendar' | 'clock'>,
  invoice: Invoice,
  event: InvoiceEvent,
): Promise<string> {
  if (!['submitted', 'under_review', 'approved'].includes(event)) return '';
  const { review, issuance } = datesOf(invoice.steps, await workingDays(parts));
  return event === 'approved' ? issuance.to : review.to;
}

/** The invoice numbers in the notice of an event. */
function numbersOf({ issue, reversal }: Invoice, event: InvoiceEvent) {
  const number = event === 'reversed' ? reversal?.redNumber : issue?.number;
  return { number: number ?? '', courier: issue?.courier ?? '', tracking: issue?.trackingNumber ?? '' };
}

/** The message and mail to the account about a request in its new state. */
export async function invoiceNotice(
  parts: Pick<ControlContext, 'stores' | 'calendar' | 'clock'>,
  invoice: Invoice,
  event: InvoiceEvent,
): Promise<AccountNotice> {
  const { id, accountId, type, amount, title, steps, createdAtMs } = invoice;
  const last = steps.at(-1);
  return {
    accountId,
    kind: setbacks.includes(event) ? 'invoice_setback' : 'invoice_progress',
    // A request can return to the same state, but each number of steps occurs once.
    source: `invoice:${id}:${String(steps.length)}`,
    params: {
      event,
      type,
      amount: formatAmount(amount, 2),
      title: title.name,
      due: await dueOf(parts, invoice, event),
      reason: last?.note ?? '',
      ...numbersOf(invoice, event),
    },
    link: pathOf(invoice),
    atMs: last?.atMs ?? createdAtMs,
  };
}

/** Mails an electronic invoice that was just issued, with its files, to the requested address. */
export function invoiceDelivery(
  invoice: Invoice,
  { locale }: AccountRecord,
  consoleOrigin: () => string,
): readonly OutgoingMail[] {
  const { id, type, amount, title, delivery, issue, files } = invoice;
  if (!isElectronic(type) || delivery.email === null) return [];
  return [
    {
      source: `invoice-delivery:${id}`,
      recipient: delivery.email,
      locale: locale ?? 'zh',
      template: 'invoice-delivery',
      params: {
        amount: formatAmount(amount, 2),
        title: title.name,
        number: issue?.number ?? '',
        files: JSON.stringify(files.map(({ format, object }) => ({ format, object }))),
        url: `${consoleOrigin()}${pathOf(invoice)}`,
      },
    },
  ];
}
