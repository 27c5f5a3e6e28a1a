import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { memberRoles, operatorRoles } from './rights.ts';

const accountOfSession = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(memberRoles),
  sub_account_id: z.string().nullable().meta({ description: 'Not null: the member sees only this sub-account.' }),
  frozen: z
    .object({ reason: z.string().nullable(), at: timeAnswer.nullable() })
    .nullable()
    .meta({ description: 'Not null: why the operator froze the account. Its keys are refused.' }),
  closes_at: timeAnswer
    .nullable()
    .meta({ description: 'Not null: the account is being closed, and the closure can be canceled until then.' }),
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
    session_id: z.string().meta({ description: 'Id of the current session.' }),
    accounts: z.array(accountOfSession),
    invitations: z.array(offeredInvitation).meta({ description: 'Open invitations to the verified address, newest first.' }),
    operator: z.enum(operatorRoles).nullable(),
    looks_at: z
      .object({ account_id: z.string(), name: z.string(), until: z.string() })
      .nullable()
      .meta({ description: 'Account that an operator views read-only; `accounts` then has only this one.' }),
    source_ip: z.string().meta({ description: 'Source address of this request.', examples: ['203.0.113.7'] }),
    time_zone: z.string().meta({ description: 'Time zone of the days and months of caps.', examples: ['Asia/Shanghai'] }),
  })
  .meta({ id: 'Session' });

export const openedAccountAnswer = z.object({ accounts: z.array(accountOfSession) }).meta({ id: 'OpenedAccount' });
export type OpenedAccountAnswer = z.output<typeof openedAccountAnswer>;

export type SessionAnswer = z.output<typeof sessionAnswer>;
