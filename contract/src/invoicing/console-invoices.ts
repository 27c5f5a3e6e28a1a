import { z } from 'zod';
import { amountAnswer, amountField, linesField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery, searchField } from '../lists.ts';
import {
  invoiceFormats,
  invoiceStates,
  invoiceTypes,
  licenceTypes,
  reversalReasons,
  titleKinds,
  verificationStates,
} from './invoicing.ts';
import { accountParams } from '../tenants/account.ts';

const optionalText = (description: string, lengthMax: number) => textField(description, lengthMax).nullable().optional();
const addressField = z
  .email({ error: 'must be an e-mail address' })
  .max(254)
  .nullable()
  .optional()
  .meta({ description: 'Address that receives an electronic invoice.', examples: ['finance@example.com'] });

const deliveryFields = {
  email: addressField,
  consignee: optionalText('Recipient of a paper invoice.', 60),
  phone: optionalText('Phone number of the recipient.', 40),
  address: optionalText('Delivery address of a paper invoice.', 200),
};

export const invoiceTitleRequest = z
  .strictObject({
    kind: z.enum(titleKinds, { error: 'must be "enterprise" or "individual"' }),
    name: textField('Name printed on the invoice.', 100, 1),
    tax_number: optionalText(
      'Required for an enterprise: the 18-character unified social credit code. Older numbers of 15 or 20 characters are valid only on ordinary invoices.',
      40,
    ),
    address: optionalText('Registered address, required for an enterprise.', 200),
    telephone: optionalText('Registered phone number, required for an enterprise.', 40),
    bank: optionalText('Bank of the enterprise, optional.', 100),
    bank_account: optionalText('Account number at that bank, optional.', 60),
    delivery: z.strictObject(deliveryFields).optional().meta({ description: 'Default delivery of invoices with this title.' }),
  })
  .meta({
    examples: [
      {
        kind: 'enterprise',
        name: '示例科技有限公司',
        tax_number: '91330106673959654P',
        address: '杭州市示例路 1 号',
        telephone: '0571-88880000',
        delivery: { email: 'finance@example.com' },
      },
    ],
  });
export type InvoiceTitleRequest = z.output<typeof invoiceTitleRequest>;

const printedTitle = z.object({
  kind: z.enum(titleKinds),
  name: z.string(),
  tax_number: z.string().nullable(),
  address: z.string().nullable(),
  telephone: z.string().nullable(),
  bank: z.string().nullable(),
  bank_account: z.string().nullable(),
});
const deliveryAnswer = z.object({
  email: z.string().nullable(),
  consignee: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
});

export const invoiceTitleAnswer = printedTitle
  .extend({
    id: z.string(),
    delivery: deliveryAnswer,
    is_verified: z
      .boolean()
      .meta({ description: 'Whether name and tax number match the verified enterprise, as special invoices require.' }),
    is_legacy_number: z.boolean().meta({
      description: 'Whether the tax number is an older number, which is valid only on ordinary invoices.',
    }),
    created_at: timeAnswer,
    updated_at: timeAnswer,
  })
  .meta({ id: 'InvoiceTitle' });
export const invoiceTitleList = listOf(invoiceTitleAnswer);
export type InvoiceTitleAnswer = z.output<typeof invoiceTitleAnswer>;
export const invoiceTitleParams = z.strictObject({ ...accountParams.shape, titleId: z.string().max(64) });

const span = z.object({
  from: z.string().meta({ description: 'First day, in the time zone of the service.', examples: ['2026-11-24'] }),
  to: z.string().meta({ description: 'Last day.', examples: ['2026-11-25'] }),
  is_estimated: z
    .boolean()
    .meta({ description: 'Whether the dates are estimates because the holidays of the year are missing.' }),
});
export const invoiceDates = z.object({ review: span, issuance: span });

/** Lines that add up to the amount available for invoices. */
export const invoiceableAnswer = z
  .object({
    consumed: amountAnswer('Paid money used by calls in closed hours.', '1215.3765'),
    issued: amountAnswer('Part of it that is invoiced.'),
    requested: amountAnswer('Part of it that is requested.'),
    rounding: amountAnswer('Less than 0.01, carried over to the next invoice.', '0.0065'),
    invoiceable: amountAnswer('Whole fen: consumed − issued − requested − rounding.', '1215.37'),
    minimum: amountAnswer('Minimum amount of an invoice.', '100.00'),
    types: z.array(z.enum(invoiceTypes)).meta({ description: 'Invoice types that this service issues.' }),
    is_verified: z
      .boolean()
      .meta({ description: 'Whether the account is a verified enterprise, which every enterprise invoice requires.' }),
    verification: z.enum(verificationStates).nullable().meta({
      description: '`approved` once the account is verified, or else the state of its latest verification; `null`: none.',
    }),
    email: z.string().nullable().meta({
      description: 'Registered address of the account, used for electronic invoices unless the request or title has another.',
    }),
    tax_rate: z.number().meta({ description: 'Tax rate in percent; amounts include the tax.' }),
    item: z.string().meta({ description: 'Item printed on the invoice.' }),
    dates: invoiceDates.meta({ description: 'Expected dates of a request made today.' }),
  })
  .meta({ id: 'Invoiceable' });
export type InvoiceableAnswer = z.output<typeof invoiceableAnswer>;

export const invoiceRequest = z
  .strictObject({
    type: z.enum(invoiceTypes),
    title_id: z.string().max(64).meta({
      description:
        'Id of a title of the account. An enterprise title needs a verified account, an address and a phone number, on ordinary and special invoices. A special invoice must name the verified enterprise.',
    }),
    amount: amountField('In CNY with at most 2 decimals, from "100" to the invoiceable amount (default).', {
      decimalsMax: 2,
    }).optional(),
    ...deliveryFields,
    remark: optionalText('Printed on the invoice, such as an order number.', 100),
  })
  .meta({ examples: [{ type: 'electronic_ordinary', title_id: 'ttl_5Fj2kQ0mZpR7sT1v' }] });
export type InvoiceRequest = z.output<typeof invoiceRequest>;

const invoiceFields = {
  id: z.string(),
  account_id: z.string(),
  type: z.enum(invoiceTypes),
  state: z.enum(invoiceStates),
  amount: amountAnswer('Tax included.', '1215.37'),
  net: amountAnswer('Without tax.', '1146.58'),
  tax: amountAnswer('The tax in it.', '68.79'),
  tax_rate: z.number(),
  item: z.string(),
  title: printedTitle,
  delivery: deliveryAnswer,
  remark: z.string().nullable(),
  requested_by: z.string(),
  created_at: timeAnswer,
  dates: invoiceDates,
  working_days_left: z.number().nullable().meta({
    description: 'Working days until the next step of the operator is due; negative if overdue, `null` if none is waiting.',
  }),
  number: z.string().nullable().meta({ description: 'Invoice number, once issued.' }),
  issued_on: z.string().nullable(),
  courier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  reversal: z
    .object({
      reason: z.enum(reversalReasons),
      note: z.string().nullable(),
      slip: z.string().nullable().meta({ description: 'Number of the confirmation slip.' }),
      void_at: timeAnswer.nullable().meta({ description: 'When the slip expires, 72 hours after it was entered.' }),
      red_number: z.string().nullable().meta({ description: 'Number of the red-letter invoice.' }),
    })
    .nullable(),
  reason: z.string().nullable().meta({ description: 'Why it was rejected, or its reversal was refused.' }),
};

export const invoiceRow = z.object(invoiceFields).meta({ id: 'InvoiceRow' });
export const invoiceList = listOf(invoiceRow);
export const invoiceSearch = searchField(
  'Part of the id (case-insensitive), or of the number of the invoice or its red-letter invoice.',
  '26312000000012345678',
);
export const invoicesQuery = z.strictObject({ search: invoiceSearch, ...pageQuery });
export type InvoiceRowAnswer = z.output<typeof invoiceRow>;

export const invoiceAnswer = z
  .object({
    ...invoiceFields,
    steps: z.array(
      z.object({
        state: z.enum(invoiceStates),
        at: timeAnswer,
        actor: z.string().nullable().meta({ description: '`null`: the operator.' }),
        note: z.string().nullable(),
      }),
    ),
    files: z.array(z.object({ format: z.enum(invoiceFormats), bytes: z.number() })),
  })
  .meta({ id: 'Invoice' });
export type InvoiceAnswer = z.output<typeof invoiceAnswer>;

export const invoiceParams = z.strictObject({ ...accountParams.shape, invoiceId: z.string().max(64) });
export const invoiceFileParams = z.strictObject({ ...invoiceParams.shape, format: z.enum(invoiceFormats) });

export const reversalRequest = z
  .strictObject({
    reason: z.enum(reversalReasons, { error: 'must be "wrongly_issued", "returned", "service_ended" or "allowance"' }),
    note: linesField('Note for the operator.', 500).nullable().optional(),
  })
  .meta({ examples: [{ reason: 'wrongly_issued', note: 'The company has a new name.' }] });

export const verificationRequest = z
  .strictObject({
    name: textField('Name of the enterprise, as on its business licence.', 100, 1),
    tax_number: textField('Unified social credit code, as on its business licence.', 40, 1),
  })
  .meta({ examples: [{ name: '示例科技有限公司', tax_number: '91330106673959654P' }] });

export const verificationAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    state: z.enum(verificationStates),
    name: z.string(),
    tax_number: z.string(),
    licence: z.object({ media_type: z.enum(licenceTypes), bytes: z.number() }).nullable(),
    requested_by: z.string(),
    created_at: timeAnswer,
    submitted_at: timeAnswer.nullable(),
    decided_at: timeAnswer.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was refused.' }),
    working_days_left: z.number().nullable(),
    expected: span.nullable().meta({ description: 'When the decision is expected.' }),
  })
  .meta({ id: 'Verification' });
export type VerificationAnswer = z.output<typeof verificationAnswer>;

/** The verification in force, and the pending or last decided one. */
export const verificationState = z
  .object({
    in_force: verificationAnswer.nullable().meta({ description: 'The verified enterprise of the account.' }),
    latest: verificationAnswer.nullable(),
  })
  .meta({ id: 'VerificationState' });
export type VerificationStateAnswer = z.output<typeof verificationState>;
