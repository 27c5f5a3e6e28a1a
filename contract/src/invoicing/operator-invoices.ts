import { z } from 'zod';
import { invoiceAnswer, invoiceRow, invoiceSearch, verificationAnswer } from './console-invoices.ts';
import { invoiceFormats, invoiceQueueNames, invoiceStates, invoiceTypes, verificationStates } from './invoicing.ts';
import { textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

const ofAccount = { account_name: z.string() };

export const adminInvoiceRow = invoiceRow.extend(ofAccount).meta({ id: 'AdminInvoiceRow' });
export const adminInvoiceList = listOf(adminInvoiceRow);
export const adminInvoice = invoiceAnswer
  .extend({
    ...ofAccount,
    verified_name: z.string().nullable().meta({
      description: 'The verified enterprise of the account; `null`: none, so no enterprise invoice can be approved.',
    }),
  })
  .meta({ id: 'AdminInvoice' });
export type AdminInvoiceRow = z.output<typeof adminInvoiceRow>;
export type AdminInvoice = z.output<typeof adminInvoice>;

export const adminInvoicesQuery = z.strictObject({
  state: z
    .enum([...invoiceStates, ...invoiceQueueNames, 'open', 'all'])
    .optional()
    .meta({
      description:
        '`open` (default): requests waiting for an operator, oldest first; `to_review`, `to_issue`, `to_reverse`: parts of it. Other values: newest first.',
    }),
  type: z.enum(invoiceTypes).optional(),
  account_id: z.string().max(64).optional(),
  search: invoiceSearch,
  ...pageQuery,
});

const reason = textField('Reason, shown to the account.', 500, 1);

export const rejectRequest = z
  .strictObject({ reason })
  .meta({ examples: [{ reason: 'The tax number does not match the title.' }] });

const invoiceNumber = z
  .string()
  .regex(/^[0-9]{8,20}$/, { error: 'must be the invoice number: 8 to 20 digits, or 20 for a fully digital invoice' });

export const issueRequest = z
  .strictObject({
    number: invoiceNumber.meta({ description: 'Unique invoice number of the tax system.' }),
    issued_on: z.iso.date({ error: 'must be a date such as "2026-11-26"' }).optional().meta({ description: 'Today by default.' }),
    courier: textField('Courier of a paper invoice.', 40, 1).nullable().optional(),
    tracking_number: textField('Tracking number of the courier.', 40, 1).nullable().optional(),
  })
  .meta({ examples: [{ number: '26312000000012345678', issued_on: '2026-11-26' }] });
export type IssueRequest = z.output<typeof issueRequest>;

export const slipRequest = z
  .strictObject({ slip: textField('Number of the confirmation slip of the tax system.', 40, 1) })
  .meta({ examples: [{ slip: '31200026110000012345' }] });
export const reverseRequest = z
  .strictObject({ red_number: invoiceNumber.meta({ description: 'Unique number of the red-letter invoice.' }) })
  .meta({ examples: [{ red_number: '26312000000087654321' }] });

export const adminFileParams = z.strictObject({ id: z.string().max(64), format: z.enum(invoiceFormats) });

export const adminVerification = verificationAnswer
  .extend({ ...ofAccount, decided_by: z.string().nullable() })
  .meta({ id: 'AdminVerification' });
export const adminVerificationList = listOf(adminVerification);
export type AdminVerification = z.output<typeof adminVerification>;
export const verificationsQuery = z.strictObject({
  state: z.enum(verificationStates).optional().meta({ description: '`submitted` by default. Oldest first.' }),
  ...pageQuery,
});

const dates = z.array(z.iso.date({ error: 'must be dates such as "2027-01-01"' })).max(366);
export const workingYearRequest = z
  .strictObject({
    off: dates.meta({ description: 'Holidays, optionally including weekends.' }),
    on: dates.meta({ description: 'Saturdays and Sundays that are working days.' }),
    source: textField('Source of the dates.', 200, 1),
  })
  .meta({ examples: [{ off: ['2027-01-01'], on: [], source: '国务院办公厅通知' }] });
export const yearParams = z.strictObject({
  year: z.string().regex(/^20\d\d$/, { error: 'must be a year such as 2027' }),
});
export const workingYearAnswer = z
  .object({ year: z.number(), off: z.array(z.string()), on: z.array(z.string()), source: z.string(), updated_at: timeAnswer })
  .meta({ id: 'WorkingYear' });
export type WorkingYearAnswer = z.output<typeof workingYearAnswer>;
export const workingYearsAnswer = z
  .object({
    data: z.array(workingYearAnswer),
    missing: z.array(z.number()).meta({ description: 'Years with missing data, whose due dates are estimates.' }),
  })
  .meta({ id: 'WorkingYears' });
export type WorkingYearsAnswer = z.output<typeof workingYearsAnswer>;
