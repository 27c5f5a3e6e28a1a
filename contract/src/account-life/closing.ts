import { z } from 'zod';
import { amountAnswer, ofType, timeAnswer } from '../fields.ts';

/**
 * States of a closure. In `closing`, owners can still cancel it. The next states pay out the balance, notify owners, and erase personal
 * data from the account and from sign-in.
 */
export const closingStates = ['closing', 'paying', 'telling', 'erasing', 'forgetting', 'closed'] as const;
export type ClosingState = (typeof closingStates)[number];

/** Days during which a closure can be canceled, and days before that deadline when owners are reminded. */
export const undoDays = 7;
export const remindDays = 2;

/** Obstacles to closing an account. */
export const closingObstacles = ['invoice', 'debt', 'last_operator'] as const;
export type ClosingObstacle = (typeof closingObstacles)[number];

/**
 * What a closure waits for: the seven days, an obstacle, running calls, an automatic refund, a refund that an operator decides or pays, a
 * remainder not refunded yet, the last mails, or the erasure.
 */
export const closingWaits = [
  ...(['days', 'invoice', 'debt', 'last_operator', 'calls'] as const),
  ...(['payout', 'payout_to_decide', 'remainder', 'mails', 'erasure'] as const),
] as const;
export type ClosingWait = (typeof closingWaits)[number];

const operatorWaits: readonly ClosingWait[] = ['invoice', 'debt', 'last_operator', 'payout_to_decide', 'remainder'];

/** Whether the closure continues only after an operator acts. */
export function waitsForOperator(waits: readonly ClosingWait[]): boolean {
  return waits.some((wait) => operatorWaits.includes(wait));
}

export const closingAnswer = z
  .object({
    state: z.enum(closingStates).nullable().meta({ description: '`null`: the account is open.' }),
    requested_at: timeAnswer.nullable(),
    due_at: timeAnswer.nullable().meta({ description: 'Until when the closure can be canceled.' }),
    closed_at: timeAnswer.nullable(),
    obstacles: z.array(z.enum(closingObstacles)).meta({
      description:
        'What prevents closure: `invoice`, a request or reversal in progress; `debt`, a negative balance; `last_operator`, the only administrator of the service.',
    }),
    remainder: amountAnswer('Unused paid money, paid out before the account is closed.'),
    waits_for_payout: z.boolean().meta({ description: 'Whether an operator still has to pay out the remainder.' }),
    open_orders: z.number().meta({ description: 'Unpaid orders; they are closed first.' }),
    open_requests: z.number().meta({ description: 'Requests for channels and deployments; they are declined.' }),
  })
  .meta({ id: 'AccountClosing' });
export type ClosingAnswer = z.output<typeof closingAnswer>;

export const beginClosingRequest = z
  .strictObject({
    // Compared with the account name, so older names with any characters must be accepted.
    name: z.string(ofType('must be a string')).min(1).max(200).meta({ description: 'The exact name of the account.' }),
    password: z.string().max(128).optional().meta({
      description: 'Password of the caller. A caller without a password must have signed in within the last ten minutes.',
    }),
  })
  .meta({ examples: [{ name: 'Example Ltd', password: 'the password of the owner' }] });
