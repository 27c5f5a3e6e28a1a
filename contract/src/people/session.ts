import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { memberRoles, operatorRoles } from './rights.ts';

const accountOfSession = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(memberRoles),
  sub_account_id: z.string().nullable().meta({ description: 'Not null: the member sees this sub-account alone.' }),
  frozen: z
    .object({ reason: z.string().nullable(), at: timeAnswer.nullable() })
    .nullable()
    .meta({ description: 'Not null: the operator has frozen it, and why; its keys are refused.' }),
  closes_at: timeAnswer.nullable().meta({ description: 'Not null: it is being closed, and until when that can be taken back.' }),
});

const offeredInvitation = z.object({
  id: z.string(),
  account_name: z.string(),
  role: z.enum(memberRoles),
  inviter: z.string(),
  expires_at: timeAnswer,
});

export const sessionAnswer = z
  .object({
    user: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      email_verified: z.boolean(),
      locale: z.enum(['zh', 'en']).nullable(),
      two_factor: z.boolean(),
    }),
    session_id: z.string().meta({ description: 'The sign-in in use, as the list of sign-ins names it.' }),
    accounts: z.array(accountOfSession),
    invitations: z
      .array(offeredInvitation)
      .meta({ description: 'To the verified address of the person: what they may take up, newest first.' }),
    operator: z.enum(operatorRoles).nullable(),
    looks_at: z
      .object({ account_id: z.string(), name: z.string(), until: z.string() })
      .nullable()
      .meta({ description: 'The account that an operator looks at, reading only; `accounts` is then this one alone.' }),
    source_ip: z.string().meta({ description: 'Where this very request came from.', examples: ['203.0.113.7'] }),
    time_zone: z.string().meta({ description: 'Of days and months of caps.', examples: ['Asia/Shanghai'] }),
  })
  .meta({ id: 'Session' });

export const openedAccountAnswer = z.object({ accounts: z.array(accountOfSession) }).meta({ id: 'OpenedAccount' });
export type OpenedAccountAnswer = z.output<typeof openedAccountAnswer>;

export type SessionAnswer = z.output<typeof sessionAnswer>;
