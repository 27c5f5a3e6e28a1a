import { z } from 'zod';
import { amountAnswer, amountField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { paymentMethodNames, payoutKinds, payoutPartStates, payoutStates } from './payments.ts';
import { accountParams } from '../tenants/account.ts';

export const payeeFields = z
  .strictObject({
    name: textField('Whose account it is.', 128, 1),
    account: textField('Its number.', 64, 1),
    bank: textField('The bank, with its branch.', 128, 1),
  })
  .meta({ id: 'Payee', description: 'A bank account to pay to.' });
export type Payee = z.output<typeof payeeFields>;

export const payoutRequest = z
  .strictObject({
    amount: amountField('What to return, in CNY: from "0.01", with at most 2 decimals, and at most what can be returned.', {
      decimalsMax: 2,
    }),
    reason: textField('Why, for the operator.', 300).optional(),
    payee: payeeFields
      .nullable()
      .optional()
      .meta({ description: 'Needed where `as_paid` of the offer is less than the amount: for what cannot go back as it came.' }),
  })
  .meta({ examples: [{ amount: '80.00', reason: '不再使用' }] });
export type PayoutRequest = z.output<typeof payoutRequest>;

const partAnswer = z
  .object({
    id: z.string(),
    method: z.enum(paymentMethodNames),
    order_id: z
      .string()
      .nullable()
      .meta({ description: 'The order whose payment it goes back to; `null`: to the bank account.' }),
    amount: amountAnswer('What goes this way.', '80.00'),
    state: z.enum(payoutPartStates),
    reference: z.string().nullable().meta({ description: "The payment service's or the bank's number of it." }),
    sent_at: timeAnswer.nullable(),
    done_at: timeAnswer.nullable(),
  })
  .meta({ id: 'PayoutPart' });

export const payoutStepAnswer = z.object({
  state: z.enum(payoutStates),
  at: timeAnswer,
  note: z.string().nullable().meta({ description: 'Why, where a reason was given.' }),
});

const payoutFields = {
  id: z.string(),
  kind: z.enum(payoutKinds),
  state: z.enum(payoutStates),
  requested: amountAnswer('What was asked for.', '80.00'),
  amount: amountAnswer('What is returned: less than asked for where the rest was used meanwhile.', '80.00'),
  given_back: amountAnswer('Of it, what could not be paid and is back in the balance.', '0.00'),
  reason: z.string().nullable(),
  made_by: z.string(),
  created_at: timeAnswer,
};
export const payoutRow = z.object(payoutFields).meta({ id: 'PayoutRow' });
export type PayoutRow = z.output<typeof payoutRow>;
export const payoutList = listOf(payoutRow);
export const payoutsQuery = z.strictObject({
  ...pageQuery,
  order_id: z.string().max(64).optional().meta({ description: 'Only those of which a part goes back to this order.' }),
});

export const payoutAnswer = z
  .object({
    ...payoutFields,
    payee: payeeFields.nullable(),
    parts: z.array(partAnswer).meta({ description: 'The ways that it goes; none before it is approved.' }),
    steps: z.array(payoutStepAnswer).meta({ description: 'What became of it, oldest first.' }),
  })
  .meta({ id: 'Payout' });
export type PayoutAnswer = z.output<typeof payoutAnswer>;

export const payoutOffer = z
  .object({
    returnable: amountAnswer('The most that can be returned now.', '80.00'),
    paid: amountAnswer('What was paid, less what was returned and what adjustments took of it.', '100.0000'),
    consumed: amountAnswer('Of it, what calls have used up, or may use while they run.', '20.0000'),
    available: amountAnswer('The balance, less what is set aside for running calls.', '90.0000'),
    reserved: amountAnswer('What is set aside for running calls.', '0.0000'),
    as_paid: amountAnswer(
      'Up to this sum money goes back to the payments it came by; what is more needs a bank account to pay to.',
      '80.00',
    ),
    waiting: z.string().nullable().meta({ description: 'The request that waits for a decision; there is one at a time.' }),
  })
  .meta({ id: 'PayoutOffer' });
export type PayoutOffer = z.output<typeof payoutOffer>;

export const payoutParams = z.strictObject({ ...accountParams.shape, payoutId: z.string().max(64) });
