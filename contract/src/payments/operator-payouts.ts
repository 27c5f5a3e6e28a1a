import { z } from 'zod';
import { payeeFields, payoutAnswer, payoutRow, payoutStepAnswer } from './console-payouts.ts';
import { paymentMethodNames, payoutStates } from './payments.ts';
import { amountAnswer, amountField, textField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

export const adminPayoutsQuery = z.strictObject({
  ...pageQuery,
  account_id: z.string().max(64).optional(),
  order_id: z.string().max(64).optional(),
  state: z.enum(payoutStates).optional(),
  open: z.enum(['true', 'false']).optional().meta({ description: '`true`: only refunds that are not finished.' }),
});

const ofAccount = { account_id: z.string(), account_name: z.string().nullable() };
export const adminPayoutRow = z
  .object({
    ...payoutRow.shape,
    ...ofAccount,
    troubled: z.boolean().meta({ description: 'Whether a part failed and needs a decision of an operator.' }),
    to_pay: z.boolean().meta({ description: 'Whether a part is waiting for a manual payment.' }),
  })
  .meta({ id: 'AdminPayoutRow' });
export type AdminPayoutRow = z.output<typeof adminPayoutRow>;
export const adminPayoutList = listOf(adminPayoutRow);

export const adminPayoutAnswer = z
  .object({
    ...payoutAnswer.shape,
    ...ofAccount,
    returnable: amountAnswer('Amount refundable to the account now.', '80.00'),
    parts: z.array(
      z.object({
        ...payoutAnswer.shape.parts.element.shape,
        by_hand: z.boolean().meta({ description: 'Whether an operator pays it manually and enters the reference.' }),
        attempts: z.number(),
        fault: z.string().nullable().meta({ description: 'Why it failed, as reported by the payment service.' }),
      }),
    ),
    steps: z.array(z.object({ ...payoutStepAnswer.shape, actor: z.string() })),
  })
  .meta({ id: 'AdminPayout' });
export type AdminPayoutAnswer = z.output<typeof adminPayoutAnswer>;

const payee = payeeFields
  .nullable()
  .optional()
  .meta({ description: 'Bank account, if the request has none or another one applies.' });

export const approvePayoutRequest = z
  .strictObject({
    amount: amountField('Amount to approve, if lower than requested; the whole amount by default.', {
      decimalsMax: 2,
    }).optional(),
    payee,
  })
  .meta({ examples: [{}] });
export type ApprovePayoutRequest = z.output<typeof approvePayoutRequest>;

export const payoutReasonRequest = z
  .strictObject({ reason: textField('Reason, shown to the account.', 300, 1) })
  .meta({ examples: [{ reason: '该账号有未处理的争议付款' }] });

export const payoutPartParams = z.strictObject({ id: z.string().max(64), partId: z.string().max(64) });
export const payoutReferenceRequest = z
  .strictObject({ reference: textField('Bank reference of the transfer; each counts once.', 64, 1) })
  .meta({ examples: [{ reference: '20261122-000777' }] });
export const payByBankRequest = z.strictObject({ payee }).meta({ examples: [{}] });

export const refundPaymentRequest = z
  .strictObject({
    method: z.enum(paymentMethodNames),
    external_id: z.string().min(1).max(128),
    amount: amountField('In CNY with at most 2 decimals; the rest of the payment by default.', { decimalsMax: 2 }).optional(),
    reason: textField('Reason, shown to the account.', 300, 1),
    payee,
  })
  .meta({ examples: [{ method: 'wechat', external_id: '4200002468202611220000000001', reason: '重复付款' }] });
export type RefundPaymentRequest = z.output<typeof refundPaymentRequest>;
