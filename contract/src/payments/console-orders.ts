import { z } from 'zod';
import { amountAnswer, amountField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery, searchField } from '../lists.ts';
import { chargeFaults, orderPurposes, orderStates, paymentMethodNames, paymentStates } from './payments.ts';
import { accountParams } from '../tenants/account.ts';

export const createOrderRequest = z
  .strictObject({
    amount: amountField('Amount to pay in CNY, from "0.01", with at most 2 decimals.', { decimalsMax: 2 }),
    method: z.enum(paymentMethodNames, { error: 'must be one of the available payment methods' }),
  })
  .meta({ examples: [{ amount: '100.00', method: 'alipay' }] });

const texts = z.record(z.string(), z.string());

export const paymentStep = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('qr'), text: z.string() }),
    z.object({ kind: z.literal('redirect'), url: z.string() }),
    z.object({ kind: z.literal('instructions'), fields: texts }),
  ])
  .meta({
    id: 'PaymentStep',
    description: 'How to pay: show `text` as a QR code, open `url`, or transfer to the account in `fields`.',
  });
export type PaymentStep = z.output<typeof paymentStep>;

export const orderPayment = z
  .object({
    external_id: z.string().meta({ description: 'Number of the payment at the payment service.' }),
    amount: amountAnswer('Amount received, in `currency`.', '100.00'),
    currency: z.string(),
    state: z.enum(paymentStates).meta({
      description:
        '`credited`; `surplus`: the order was already paid, and this payment is refunded or credited; `mismatch`: wrong amount; `returned`: refunded.',
    }),
    received_at: timeAnswer,
  })
  .meta({ id: 'OrderPayment' });

const orderFields = {
  id: z.string(),
  state: z.enum(orderStates),
  purpose: z.enum(orderPurposes),
  method: z.enum(paymentMethodNames),
  amount: amountAnswer('Amount to pay.', '100.00'),
  refunded: amountAnswer('Refunded amount.', '0.00'),
  made_by: z.string(),
  created_at: timeAnswer,
  expires_at: timeAnswer.meta({ description: 'When the order expires. Later payments are still credited.' }),
  paid_at: timeAnswer.nullable(),
  fault: z.enum(chargeFaults).nullable().meta({ description: 'Why an automatic order failed.' }),
};

export const orderAnswer = z
  .object({
    ...orderFields,
    step: paymentStep
      .nullable()
      .meta({ description: '`null`: the payment service did not respond yet, or the order has expired.' }),
    payments: z.array(orderPayment).meta({ description: 'Received payments, oldest first.' }),
  })
  .meta({ id: 'Order' });
export type OrderAnswer = z.output<typeof orderAnswer>;

export const orderRow = z.object(orderFields).meta({ id: 'OrderRow' });
export type OrderRow = z.output<typeof orderRow>;
export const orderList = listOf(orderRow);
export const orderSearch = searchField(
  'Part of the order number or of the transfer remark (case-insensitive), or the number of a payment at the payment service.',
  'ord_5Fj2',
);
export const ordersQuery = z.strictObject({ search: orderSearch, ...pageQuery });

export const orderParams = z.strictObject({ ...accountParams.shape, orderId: z.string().max(64) });

export const topUpOffer = z
  .object({
    methods: z.array(z.object({ name: z.enum(paymentMethodNames), label: z.string() })).meta({
      description: 'Available payment methods. `label`: display name set by the operator.',
    }),
    amount_min: amountAnswer('Minimum amount.', '0.01'),
    amount_max: amountAnswer('Maximum amount per order.', '1000000.00'),
  })
  .meta({ id: 'TopUpOffer' });

export const redeemRequest = z
  .strictObject({
    code: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: '20 characters; hyphens, spaces and case are ignored.', examples: ['7K3QM-ZX9TA-PP2WC-4HN8D'] }),
  })
  .meta({ examples: [{ code: '7K3QM-ZX9TA-PP2WC-4HN8D' }] });

export const redemptionAnswer = z
  .object({
    last4: z.string(),
    amount: amountAnswer('Credited amount.', '50.0000'),
    paid: z.boolean().meta({ description: 'Whether the code was sold, so that its credit counts as paid.' }),
    redeemed_at: timeAnswer,
  })
  .meta({ id: 'Redemption' });
export type RedemptionAnswer = z.output<typeof redemptionAnswer>;
export const redemptionList = z.object({ data: z.array(redemptionAnswer) });
