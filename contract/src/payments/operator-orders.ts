import { z } from 'zod';
import { orderAnswer, orderPayment, orderRow } from './console-orders.ts';
import { paymentMethodNames } from './payments.ts';
import { amountAnswer, amountField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

export const adminOrdersQuery = z.strictObject({
  ...pageQuery,
  account_id: z.string().max(64).optional(),
  state: z.enum(['open', 'paid', 'closed', 'mismatch']).optional(),
  method: z.enum(paymentMethodNames).optional(),
});

const ofAccount = {
  account_id: z.string().nullable().meta({ description: '`null`: an operator tried the method.' }),
  account_name: z.string().nullable(),
  remark: z.string().meta({ description: 'What a transfer is recognised by.' }),
};

export const adminOrderRow = z.object({ ...orderRow.shape, ...ofAccount }).meta({ id: 'AdminOrderRow' });
export type AdminOrderRow = z.output<typeof adminOrderRow>;
export const adminOrderList = listOf(adminOrderRow);

const bankConfirmation = z
  .object({
    bank_reference: z.string(),
    amount: amountAnswer('As the first operator has seen it.', '60000.00'),
    payer: z.string(),
    payer_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is taken although the payer is not the verified enterprise.' }),
    operator: z.string(),
    created_at: timeAnswer,
  })
  .meta({ id: 'BankConfirmation' });

export const adminOrderAnswer = z
  .object({
    ...orderAnswer.shape,
    ...ofAccount,
    payments: z.array(z.object({ ...orderPayment.shape, payer: z.string().nullable() })),
    verified_name: z.string().nullable().meta({
      description: 'Who the account is verified to be, which transfers have to come from; `null`: nobody yet.',
    }),
    confirmation: bankConfirmation.nullable().meta({ description: 'A transfer that a second operator still has to confirm.' }),
  })
  .meta({ id: 'AdminOrder' });
export type AdminOrderAnswer = z.output<typeof adminOrderAnswer>;

export const confirmTransferRequest = z
  .strictObject({
    bank_reference: textField("The bank's number of the transfer, from the statement.", 64, 1),
    amount: amountField('What has arrived, in CNY, with at most 2 decimals.', { decimalsMax: 2 }),
    payer: textField('Who has paid, as on the statement.', 128, 1),
    payer_reason: textField('Why it is taken; needed where the payer is not who the account is verified to be.', 300, 1)
      .nullable()
      .optional(),
  })
  .meta({ examples: [{ bank_reference: '20261122-000123', amount: '1000.00', payer: '示例科技有限公司' }] });

export const undecidedPayment = z
  .object({
    ...orderPayment.shape,
    method: z.enum(paymentMethodNames),
    order_id: z.string(),
    order_amount: amountAnswer('What the order asks for.', '100.00'),
    payer: z.string().nullable(),
    account_id: z.string().nullable(),
    account_name: z.string().nullable(),
  })
  .meta({ id: 'UndecidedPayment' });
export const undecidedPaymentList = z.object({ data: z.array(undecidedPayment) });
export type UndecidedPayment = z.output<typeof undecidedPayment>;

export const decidePaymentRequest = z
  .strictObject({
    method: z.enum(paymentMethodNames),
    external_id: z.string().min(1).max(128),
    decision: z.enum(['credit', 'returned'], { error: 'must be "credit" or "returned"' }).meta({
      description:
        '`credit`: the account gets what arrived. `returned`: it was given back outside, and the account gets nothing.',
    }),
  })
  .meta({ examples: [{ method: 'bank', external_id: '20261122-000124', decision: 'credit' }] });

export const codeBatchRequest = z
  .strictObject({
    name: textField('What the batch is for.', 100, 1),
    amount: amountField('What each code gives, in CNY, with at most 4 decimals.', { decimalsMax: 4 }),
    count: z.int({ error: 'must be a whole number from 1 to 10000' }).min(1).max(10_000),
    sold: z.boolean({ error: 'must be true or false' }).meta({
      description: 'Whether the codes are sold: what they give then counts as paid, and can be invoiced. Otherwise it is a gift.',
    }),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .optional()
      .meta({ description: 'Codes are worth nothing from then on.' }),
  })
  .meta({ examples: [{ name: 'Autumn fair', amount: '50', count: 100, sold: false, expires_at: null }] });

export const codeBatchAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    amount: amountAnswer('What each code gives.', '50.0000'),
    count: z.number(),
    redeemed: z.number(),
    sold: z.boolean(),
    expires_at: timeAnswer.nullable(),
    withdrawn_at: timeAnswer.nullable(),
    made_by: z.string(),
    created_at: timeAnswer,
  })
  .meta({ id: 'CodeBatch' });
export type CodeBatchAnswer = z.output<typeof codeBatchAnswer>;
export const codeBatchList = listOf(codeBatchAnswer);
export const newCodeBatchAnswer = z
  .object({
    ...codeBatchAnswer.shape,
    codes: z.array(z.string()).meta({ description: 'Shown this once; only their hashes are kept.' }),
  })
  .meta({ id: 'NewCodeBatch' });
export type NewCodeBatchAnswer = z.output<typeof newCodeBatchAnswer>;

const textMax = 8192;
const texts = z.record(z.string().max(64), textField('What people read who pay and who set it up.', textMax));
const credentials = z.record(z.string().max(64), z.string().max(textMax));
export const paymentMethodParams = z.strictObject({ name: z.enum(paymentMethodNames) });
export const putPaymentMethodRequest = z
  .strictObject({
    enabled: z.boolean({ error: 'must be true or false' }),
    settings: texts.optional().meta({ description: 'What may be read again; all of it. Left out: as it was.' }),
    secrets: credentials
      .optional()
      .meta({ description: 'Only the ones that change; they are never shown again. `""` forgets one.' }),
  })
  .meta({ examples: [{ enabled: true, settings: { payee: '示例科技有限公司', account: '6222…', bank: '示例银行' } }] });

export const paymentMethodAnswer = z
  .object({
    name: z.enum(paymentMethodNames),
    enabled: z.boolean(),
    settings: z.record(z.string(), z.string()),
    fields: z.array(
      z.object({
        name: z.string(),
        secret: z.boolean(),
        required: z.boolean(),
        is_set: z.boolean(),
        multiline: z.boolean().meta({ description: 'A key in PEM or base64, over several lines. White space does not matter.' }),
        choices: z
          .array(z.string())
          .nullable()
          .meta({ description: 'What it can be, the one that holds without a word first. `null`: any text.' }),
      }),
    ),
    callback_url: z.string().nullable().meta({ description: 'Where the service reports; to be entered there, if it asks.' }),
    changed_at: timeAnswer.nullable(),
  })
  .meta({ id: 'PaymentMethod' });
export type PaymentMethodAnswer = z.output<typeof paymentMethodAnswer>;
export const returnedTrialAnswer = z
  .object({
    state: z.enum(['done', 'pending', 'failed', 'unknown']).meta({ description: '`pending`: the service is at it; ask again.' }),
    reason: z.string().nullable().meta({ description: 'Why it failed, as the service says.' }),
  })
  .meta({ id: 'ReturnedTrial' });
export type ReturnedTrialAnswer = z.output<typeof returnedTrialAnswer>;
export const paymentMethodList = z.object({ data: z.array(paymentMethodAnswer) });
