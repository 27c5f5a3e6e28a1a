import { z } from 'zod';
import { operatorRoles } from './rights.ts';
import { emailField } from './setup.ts';
import { timeAnswer } from '../fields.ts';

const roleText =
  '`administrator`: everything; `support`: reads, and changes nothing; `finance`: reads, and gives accounts money.';

export const operatorRequest = z
  .strictObject({
    email: emailField.meta({ description: 'Of somebody who has signed up and whose address is verified.' }),
    role: z.enum(operatorRoles).meta({ description: roleText }),
  })
  .meta({ examples: [{ email: 'someone@example.cn', role: 'support' }] });

export const operatorAnswer = z
  .object({
    id: z.string(),
    email: z.string().nullable().meta({ description: '`null`: the person is not there any more.' }),
    name: z.string().nullable(),
    role: z.enum(operatorRoles).meta({ description: roleText }),
    created_at: timeAnswer,
  })
  .meta({ id: 'Operator' });

export const operatorList = z.object({ data: z.array(operatorAnswer), next: z.null() }).meta({ id: 'Operators' });

export const inviteLinkAnswer = z
  .object({ url: z.string().meta({ description: 'Opens once, within 24 hours, and makes whoever opens it an administrator.' }) })
  .meta({ id: 'InviteLink' });
