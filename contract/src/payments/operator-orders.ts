import { z } from 'zod';
import { orderAnswer, orderPayment, orderRow, orderSearch } from './console-orders.ts';
import { paymentMethodNames } from './payments.ts';
import { amountAnswer, amountField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

export const adminOrdersQuery = z.strictObject({
  ...pageQuery,
  account_id: z.string().max(64).optional(),
  state: z.enum(['open', 'paid', 'closed', 'mismatch']).optional(),
  method: z.enum(paymentMethodNames).optional(),
  search: orderSearch,
});

const ofAccount = {
  account_id: z.string().nullable().meta({ description: '`null`: a test payment of an operator.' }),
  account_name: z.string().nullable(),
  remark: z.string().meta({ description: 'Remark that identifies the transfer.' }),
};

export const adminOrderRow = z.object({ ...orderRow.shape, ...ofAccount }).meta({ id: 'AdminOrderRow' });
export type AdminOrderRow = z.output<typeof adminOrderRow>;
export const adminOrderList = listOf(adminOrderRow);

const bankConfirmation = z
  .object({
    bank_reference: z.string(),
    amount: amountAnswer('Amount entered by the first operator.', '60000.00'),
    payer: z.string(),
    payer_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the payment is accepted although the payer is not the verified enterprise.' }),
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
      description: 'Verified enterprise, from which transfers must come; `null`: none.',
    }),
    confirmation: bankConfirmation.nullable().meta({ description: 'A transfer that a second operator must confirm.' }),
  })
  .meta({ id: 'AdminOrder' });
export type AdminOrderAnswer = z.output<typeof adminOrderAnswer>;

export const confirmTransferRequest = z
  .strictObject({
    bank_reference: textField('Bank reference from the statement.', 64, 1),
    amount: amountField('Amount received in CNY, with at most 2 decimals.', { decimalsMax: 2 }),
    payer: textField('Payer as on the statement.', 128, 1),
    payer_reason: textField('Why the payment is accepted; required if the payer is not the verified enterprise.', 300, 1)
      .nullable()
      .optional(),
  })
  .meta({ examples: [{ bank_reference: '20261122-000123', amount: '1000.00', payer: '示例科技有限公司' }] });

export const undecidedPayment = z
  .object({
    ...orderPayment.shape,
    method: z.enum(paymentMethodNames),
    order_id: z.string(),
    order_amount: amountAnswer('Amount of the order.', '100.00'),
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
      description: '`credit`: credits the received amount. `returned`: the payment was refunded outside and is not credited.',
    }),
  })
  .meta({ examples: [{ method: 'bank', external_id: '20261122-000124', decision: 'credit' }] });

export const codeBatchRequest = z
  .strictObject({
    name: textField('Purpose of the batch.', 100, 1),
    amount: amountField('Credit per code in CNY, with at most 4 decimals.', { decimalsMax: 4 }),
    count: z.int({ error: 'must be a whole number from 1 to 10000' }).min(1).max(10_000),
    sold: z.boolean({ error: 'must be true or false' }).meta({
      description: 'Whether the codes are sold. Their credit then counts as paid and can be invoiced; otherwise it is goodwill.',
    }),
    expires_at: z.iso.datetime({ offset: true }).nullable().optional().meta({ description: 'When the codes expire.' }),
  })
  .meta({ examples: [{ name: 'Autumn fair', amount: '50', count: 100, sold: false, expires_at: null }] });

export const codeBatchAnswer = z
  .object({
    id: z.string(),
    name: z.string(),
    amount: amountAnswer('Credit per code.', '50.0000'),
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
    codes: z.array(z.string()).meta({ description: 'Shown only once; only hashes are stored.' }),
  })
  .meta({ id: 'NewCodeBatch' });
export type NewCodeBatchAnswer = z.output<typeof newCodeBatchAnswer>;

const textMax = 8192;
const texts = z.record(z.string().max(64), textField('Value of the setting.', textMax));
const credentials = z.record(z.string().max(64), z.string().max(textMax));
export const paymentMethodParams = z.strictObject({ name: z.enum(paymentMethodNames) });
export const putPaymentMethodRequest = z
  .strictObject({
    enabled: z.boolean({ error: 'must be true or false' }),
    settings: texts.optional().meta({ description: 'All readable settings; unchanged if omitted.' }),
    secrets: credentials
      .optional()
      .meta({ description: 'Only secrets that change; they are never shown again. `""` deletes one.' }),
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
        multiline: z
          .boolean()
          .meta({ description: 'Whether it is a multi-line key in PEM or base64. White space does not matter.' }),
        choices: z.array(z.string()).nullable().meta({ description: 'Allowed values, default first. `null`: any text.' }),
      }),
    ),
    callback_url: z.string().nullable().meta({ description: 'Callback address to enter at the payment service, if required.' }),
    changed_at: timeAnswer.nullable(),
  })
  .meta({ id: 'PaymentMethod' });
export type PaymentMethodAnswer = z.output<typeof paymentMethodAnswer>;
export const returnedTrialAnswer = z
  .object({
    state: z.enum(['done', 'pending', 'failed', 'unknown']).meta({ description: '`pending`: in progress; ask again.' }),
    reason: z.string().nullable().meta({ description: 'Why it failed, as reported by the payment service.' }),
  })
  .meta({ id: 'ReturnedTrial' });
export type ReturnedTrialAnswer = z.output<typeof returnedTrialAnswer>;
export const paymentMethodList = z.object({ data: z.array(paymentMethodAnswer) });
