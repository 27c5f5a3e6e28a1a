import { z } from 'zod';
import { amountAnswer, amountField, linesField, textField, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';
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
  .meta({ description: 'Where an electronic invoice is sent.', examples: ['finance@example.com'] });

const deliveryFields = {
  email: addressField,
  consignee: optionalText('Who takes a paper invoice from the courier.', 60),
  phone: optionalText('Of the consignee.', 40),
  address: optionalText('Where a paper invoice is brought.', 200),
};

export const invoiceTitleRequest = z
  .strictObject({
    kind: z.enum(titleKinds, { error: 'must be "enterprise" or "individual"' }),
    name: textField('Whom the invoice is for, as printed.', 100, 1),
    tax_number: optionalText(
      'An enterprise needs it: its unified social credit code of 18 characters. Older numbers of 15 or 20 go on ordinary invoices alone.',
      40,
    ),
    address: optionalText('Of the enterprise, as registered. An enterprise needs it.', 200),
    telephone: optionalText('Of the enterprise, as registered. An enterprise needs it.', 40),
    bank: optionalText('Of the enterprise; may be left out.', 100),
    bank_account: optionalText('At that bank; may be left out.', 60),
    delivery: z.strictObject(deliveryFields).optional().meta({ description: 'Where invoices with this title usually go.' }),
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
      .meta({ description: 'Has the name and number that the account is verified by, as special invoices need.' }),
    is_legacy_number: z.boolean().meta({
      description: 'The tax number is of the time before unified codes: ordinary invoices take it, special ones do not.',
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
  is_estimated: z.boolean().meta({ description: 'Rests on a year whose holidays are not known here yet.' }),
});
export const invoiceDates = z.object({ review: span, issuance: span });

/** Lines that add up to what can be invoiced. */
export const invoiceableAnswer = z
  .object({
    consumed: amountAnswer('Paid money that calls have used in hours that are closed.', '1215.3765'),
    issued: amountAnswer('Of it on invoices.'),
    requested: amountAnswer('Of it on requests under way.'),
    rounding: amountAnswer('Less than 0.01, which stays for the next invoice.', '0.0065'),
    invoiceable: amountAnswer('Whole fen: consumed − issued − requested − rounding.', '1215.37'),
    minimum: amountAnswer('Less is not invoiced.', '100.00'),
    types: z.array(z.enum(invoiceTypes)).meta({ description: 'That this service issues.' }),
    is_verified: z
      .boolean()
      .meta({ description: 'Whether the account is verified as an enterprise, as every invoice of an enterprise needs.' }),
    verification: z.enum(verificationStates).nullable().meta({
      description: '`approved` once the account is verified, else the state of its latest attempt; `null`: there was none.',
    }),
    email: z.string().nullable().meta({
      description:
        'The registered address of the account: an electronic invoice goes there unless the request or its title names another.',
    }),
    tax_rate: z.number().meta({ description: 'In percent; amounts include the tax.' }),
    item: z.string().meta({ description: 'What is printed as sold.' }),
    dates: invoiceDates.meta({ description: 'Of a request that is made today.' }),
  })
  .meta({ id: 'Invoiceable' });
export type InvoiceableAnswer = z.output<typeof invoiceableAnswer>;

export const invoiceRequest = z
  .strictObject({
    type: z.enum(invoiceTypes),
    title_id: z.string().max(64).meta({
      description:
        'Of a title of the account. That of an enterprise, for an ordinary or a special invoice, needs the account to be verified with its business licence, and has address and telephone; that of a special invoice is the verified enterprise.',
    }),
    amount: amountField('In CNY with at most 2 decimals, from "100" to what can be invoiced; all of that if left out.', {
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
    description: 'Until the operator has to do the next thing; negative once overdue, `null` where nothing waits for it.',
  }),
  number: z.string().nullable().meta({ description: 'Of the invoice, once issued.' }),
  issued_on: z.string().nullable(),
  courier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  reversal: z
    .object({
      reason: z.enum(reversalReasons),
      note: z.string().nullable(),
      slip: z.string().nullable().meta({ description: 'Number of the confirmation slip.' }),
      void_at: timeAnswer.nullable().meta({ description: 'When the slip is void, 72 hours after it was entered.' }),
      red_number: z.string().nullable().meta({ description: 'Of the red-letter invoice.' }),
    })
    .nullable(),
  reason: z.string().nullable().meta({ description: 'Why it was rejected, or its reversal was refused.' }),
};

export const invoiceRow = z.object(invoiceFields).meta({ id: 'InvoiceRow' });
export const invoiceList = listOf(invoiceRow);
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
    note: linesField('What the operator should know.', 500).nullable().optional(),
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

/** What is in force, and what is under way or was decided last. */
export const verificationState = z
  .object({
    in_force: verificationAnswer.nullable().meta({ description: 'Who the account is verified to be.' }),
    latest: verificationAnswer.nullable(),
  })
  .meta({ id: 'VerificationState' });
export type VerificationStateAnswer = z.output<typeof verificationState>;
