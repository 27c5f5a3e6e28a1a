import { z } from 'zod';
import { closingAnswer, closingWaits } from './closing.ts';
import { textField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

const reason = textField('Why, for the audit log.', 500, 1);

export const closeAccountRequest = z.strictObject({ reason }).meta({ examples: [{ reason: 'Asked for by letter' }] });

export const closingActs = ['take_back', 'hasten', 'settled'] as const;

export const actOnClosingRequest = z
  .strictObject({
    act: z.enum(closingActs).meta({
      description:
        '`take_back`: keys come back as they were. `hasten`: the seven days end now. `settled`: the remainder was paid out by hand, or there is nobody to pay it to.',
    }),
    reason,
  })
  .meta({ examples: [{ act: 'hasten', reason: 'Asked for by letter' }] });
export type ClosingAct = (typeof closingActs)[number];

export const adminClosingAnswer = closingAnswer
  .extend({
    account_id: z.string(),
    account_name: z.string(),
    settled: z.string().nullable(),
    waits_for: z.array(z.enum(closingWaits)).meta({
      description:
        '`days`: it can be taken back. An obstacle. `calls`: some still run. `payout`: the return goes by itself. `payout_to_decide`, `remainder`: an operator decides, pays, or says that nothing is to be returned. `mails`, `erasure`: the last steps.',
    }),
  })
  .meta({ id: 'Closing' });
export type AdminClosingAnswer = z.output<typeof adminClosingAnswer>;
export const adminClosingList = listOf(adminClosingAnswer);
export const closingsQuery = z.strictObject({
  ...pageQuery,
  state: z
    .enum(['open', 'closed'])
    .optional()
    .meta({ description: 'Those under way, soonest due first, if left out; or those that are over, newest first.' }),
});
