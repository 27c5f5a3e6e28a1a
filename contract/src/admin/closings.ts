import { z } from 'zod';
import { closingAnswer } from '../console/closing.ts';
import { textField } from './fields.ts';
import { listOf } from './lists.ts';

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
  .extend({ account_id: z.string(), account_name: z.string(), settled: z.string().nullable() })
  .meta({ id: 'Closing' });
export const adminClosingList = listOf(adminClosingAnswer);
