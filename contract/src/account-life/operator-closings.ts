import { z } from 'zod';
import { closingAnswer, closingWaits } from './closing.ts';
import { textField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

const reason = textField('Reason for the audit log.', 500, 1);

export const closeAccountRequest = z.strictObject({ reason }).meta({ examples: [{ reason: 'Asked for by letter' }] });

export const closingActs = ['take_back', 'hasten', 'settled'] as const;

export const actOnClosingRequest = z
  .strictObject({
    act: z.enum(closingActs).meta({
      description:
        '`take_back` cancels the closure and restores the keys. `hasten` ends the seven days now. `settled`: the remainder was paid out manually or needs no payout.',
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
        'What the closure waits for. `days`: the seven days. `calls`: running calls. `payout`: an automatic refund. `payout_to_decide`, `remainder`: an operator. `mails`, `erasure`: the last steps. Other values are obstacles.',
    }),
  })
  .meta({ id: 'Closing' });
export type AdminClosingAnswer = z.output<typeof adminClosingAnswer>;
export const adminClosingList = listOf(adminClosingAnswer);
export const closingsQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(['open', 'closed']).optional().meta({
    description: '`open` (default): closures in progress, soonest due first. `closed`: completed closures, newest first.',
  }),
});
