import { z } from 'zod';
import { invoiceFormats } from '@tollgate/contract/invoicing/invoicing';
import type { ControlContext } from '../../control/control-context.ts';
import { voidReversals } from '../../subjects/invoicing/invoice-moves.ts';
import { operator } from '../../control/principal.ts';
import { missingYears } from '../../subjects/invoicing/working-days.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Objects } from '../../domain/content/objects.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import { voidReversalsJob } from '../../subjects/invoicing/void-reversals-job.ts';
import { watchWorkingYearsJob } from '../../subjects/invoicing/watch-working-years-job.ts';
import type { TimedJob } from '../../jobs/timed-job.ts';
import type { MailAttachment } from '../../mail/smtp-sender.ts';

interface InvoiceJobOptions {
  readonly control: ControlContext;
  readonly alarms: OperatorAlarms;
  readonly consoleOrigin: () => string;
}

/** Timed jobs of invoices. */
export function invoiceJobs({ control, alarms, consoleOrigin }: InvoiceJobOptions): readonly TimedJob[] {
  return [
    voidReversalsJob(() => voidReversals(control, operator('system'), consoleOrigin)),
    watchWorkingYearsJob({ missingYears: () => missingYears(control), alarms }),
  ];
}

const files = z.array(z.object({ format: z.enum(invoiceFormats), object: z.string() }));
const mediaTypes = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' } as const;

/** The files of an invoice, for the mail that delivers it; none for other mails. Files that no longer exist are left out. */
export async function invoiceAttachments(
  objects: Pick<Objects, 'find' | 'read'>,
  mail: OutgoingMail,
): Promise<readonly MailAttachment[]> {
  if (mail.template !== 'invoice-delivery') return [];
  const attachments: MailAttachment[] = [];
  for (const { format, object } of files.parse(JSON.parse(mail.params.files))) {
    const stored = await objects.find(object);
    if (stored === null) continue;
    const pieces = await Array.fromAsync(objects.read(stored));
    const filename = `invoice-${mail.params.number}.${format}`;
    attachments.push({ filename, contentType: mediaTypes[format], content: Buffer.concat(pieces) });
  }
  return attachments;
}
