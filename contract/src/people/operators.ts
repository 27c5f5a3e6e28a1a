import { z } from 'zod';
import { operatorRoles } from './rights.ts';
import { emailField } from './setup.ts';
import { timeAnswer } from '../fields.ts';

const roleText = '`administrator`: full access; `support`: read only; `finance`: read, and credit accounts.';

export const operatorRequest = z
  .strictObject({
    email: emailField.meta({ description: 'Address of a registered person with a verified address.' }),
    role: z.enum(operatorRoles).meta({ description: roleText }),
  })
  .meta({ examples: [{ email: 'someone@example.cn', role: 'support' }] });

export const operatorAnswer = z
  .object({
    id: z.string(),
    email: z.string().nullable().meta({ description: '`null`: the person no longer exists.' }),
    name: z.string().nullable(),
    role: z.enum(operatorRoles).meta({ description: roleText }),
    created_at: timeAnswer,
  })
  .meta({ id: 'Operator' });

export const operatorList = z.object({ data: z.array(operatorAnswer), next: z.null() }).meta({ id: 'Operators' });

export const inviteLinkAnswer = z
  .object({
    url: z.string().meta({ description: 'Works once within 24 hours and makes the person who opens it an administrator.' }),
  })
  .meta({ id: 'InviteLink' });
