import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

const states = ['waiting', 'sent', 'bounced', 'dead', 'unsent'] as const;
const statesText =
  '`waiting`: goes out or is tried again; `sent`; `bounced`: nobody has this address; `dead`: given up after three days; `unsent`: there was no mail server when it was made.';

export const mailsQuery = z.strictObject({
  state: z.enum(states).optional().meta({ description: statesText }),
  recipient: z.string().max(254).optional().meta({ description: 'Mails to this address, written as it was given.' }),
  ...pageQuery,
});

const mailFields = {
  id: z.string(),
  source: z.string().meta({ description: 'What caused it. Of one source a recipient gets one mail.' }),
  recipient: z.string(),
  locale: z.enum(['zh', 'en']),
  template: z.string(),
  state: z.enum(states).meta({ description: statesText }),
  attempts: z.number(),
  next_at: timeAnswer.nullable().meta({ description: 'When the next attempt is due.' }),
  last_error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
  created_at: timeAnswer,
  sent_at: timeAnswer.nullable(),
};

export const mailAnswer = z.object(mailFields).meta({ id: 'Mail' });
export type MailAnswer = z.output<typeof mailAnswer>;
export const mailList = listOf(mailAnswer);

export const mailDetail = z
  .object({
    ...mailFields,
    link: z.string().nullable().meta({ description: 'Where the mail leads; a one-time link works for whoever has it.' }),
    params: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'What the template fills in; `null` once the mail is out.' }),
  })
  .meta({ id: 'MailDetail' });
