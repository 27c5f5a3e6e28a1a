import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { deliveryFault } from './delivery-faults.ts';

const states = ['waiting', 'sent', 'bounced', 'dead', 'unsent'] as const;
const statesText =
  '`waiting`: queued or retried; `sent`; `bounced`: unknown address; `dead`: failed for three days; `unsent`: created without a mail server.';

export const mailsQuery = z.strictObject({
  state: z.enum(states).optional().meta({ description: statesText }),
  recipient: z.string().max(254).optional().meta({ description: 'Mails to exactly this address.' }),
  ...pageQuery,
});

const mailFields = {
  id: z.string(),
  source: z.string().meta({ description: 'Cause of the mail. A recipient receives one mail per cause.' }),
  recipient: z.string(),
  locale: z.enum(['zh', 'en']),
  template: z.string(),
  state: z.enum(states).meta({ description: statesText }),
  attempts: z.number(),
  next_at: timeAnswer.nullable().meta({ description: 'When the next attempt is due.' }),
  last_error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
  last_fault: deliveryFault,
  created_at: timeAnswer,
  sent_at: timeAnswer.nullable(),
};

export const mailAnswer = z.object(mailFields).meta({ id: 'Mail' });
export type MailAnswer = z.output<typeof mailAnswer>;
export const mailList = listOf(mailAnswer);

export const mailDetail = z
  .object({
    ...mailFields,
    link: z.string().nullable().meta({ description: 'Link in the mail. A one-time link works for anyone who has it.' }),
    params: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'Values of the template; `null` once the mail is sent.' }),
  })
  .meta({ id: 'MailDetail' });
