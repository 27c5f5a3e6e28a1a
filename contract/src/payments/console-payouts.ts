import { z } from 'zod';
import { amountAnswer, amountField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { paymentMethodNames, payoutKinds, payoutPartStates, payoutStates } from './payments.ts';
import { accountParams } from '../tenants/account.ts';

export const payeeFields = z
  .strictObject({
    name: textField('Account holder.', 128, 1),
    account: textField('Account number.', 64, 1),
    bank: textField('Bank and branch.', 128, 1),
  })
  .meta({ id: 'Payee', description: 'A bank account to pay to.' });
export type Payee = z.output<typeof payeeFields>;

export const payoutRequest = z
  .strictObject({
    amount: amountField('Amount to refund in CNY, from "0.01" to the refundable amount, with at most 2 decimals.', {
      decimalsMax: 2,
    }),
    reason: textField('Reason, shown to the operator.', 300).optional(),
    payee: payeeFields.nullable().optional().meta({
      description: 'Required if the amount is above `as_paid`, for the part that cannot use the original payment method.',
    }),
  })
  .meta({ examples: [{ amount: '80.00', reason: '不再使用' }] });
export type PayoutRequest = z.output<typeof payoutRequest>;

const partAnswer = z
  .object({
    id: z.string(),
    method: z.enum(paymentMethodNames),
    order_id: z.string().nullable().meta({ description: 'Order whose payment is refunded; `null`: paid to the bank account.' }),
    amount: amountAnswer('Amount of this part.', '80.00'),
    state: z.enum(payoutPartStates),
    reference: z.string().nullable().meta({ description: 'Reference at the payment service or the bank.' }),
    sent_at: timeAnswer.nullable(),
    done_at: timeAnswer.nullable(),
  })
  .meta({ id: 'PayoutPart' });

export const payoutStepAnswer = z.object({
  state: z.enum(payoutStates),
  at: timeAnswer,
  note: z.string().nullable().meta({ description: 'Reason, if one was given.' }),
});

const payoutFields = {
  id: z.string(),
  kind: z.enum(payoutKinds),
  state: z.enum(payoutStates),
  requested: amountAnswer('Requested amount.', '80.00'),
  amount: amountAnswer('Refunded amount; lower than requested if the rest was used in the meantime.', '80.00'),
  given_back: amountAnswer('Part of it that could not be paid and is back in the balance.', '0.00'),
  reason: z.string().nullable(),
  made_by: z.string(),
  created_at: timeAnswer,
};
export const payoutRow = z.object(payoutFields).meta({ id: 'PayoutRow' });
export type PayoutRow = z.output<typeof payoutRow>;
export const payoutList = listOf(payoutRow);
export const payoutsQuery = z.strictObject({
  ...pageQuery,
  order_id: z.string().max(64).optional().meta({ description: 'Only refunds with a part for this order.' }),
});

export const payoutAnswer = z
  .object({
    ...payoutFields,
    payee: payeeFields.nullable(),
    parts: z.array(partAnswer).meta({ description: 'Parts of the refund; none before approval.' }),
    steps: z.array(payoutStepAnswer).meta({ description: 'History, oldest first.' }),
  })
  .meta({ id: 'Payout' });
export type PayoutAnswer = z.output<typeof payoutAnswer>;

export const payoutOffer = z
  .object({
    returnable: amountAnswer('Maximum refund now.', '80.00'),
    paid: amountAnswer('Paid money minus refunds and adjustments.', '100.0000'),
    consumed: amountAnswer('Part of it used by calls or reserved for running calls.', '20.0000'),
    available: amountAnswer('Balance minus the amount reserved for running calls.', '90.0000'),
    reserved: amountAnswer('Amount reserved for running calls.', '0.0000'),
    as_paid: amountAnswer('Amount that can be refunded to the original payments; more needs a bank account.', '80.00'),
    waiting: z.string().nullable().meta({ description: 'Request waiting for a decision; at most one.' }),
  })
  .meta({ id: 'PayoutOffer' });
export type PayoutOffer = z.output<typeof payoutOffer>;

export const payoutParams = z.strictObject({ ...accountParams.shape, payoutId: z.string().max(64) });
