import { z } from 'zod';
import { subAccountStatuses } from '../enumerations.ts';
import { modelAllowListField, textField, timeAnswer } from './fields.ts';
import { listOf } from './lists.ts';

export const createSubAccountRequest = z
  .strictObject({ name: textField('What the sub-account is called.', 200, 1), model_allow_list: modelAllowListField.optional() })
  .meta({ examples: [{ name: 'Team A', model_allow_list: ['sandbox/chat'] }] });

export const patchSubAccountRequest = z
  .strictObject({
    name: textField('What the sub-account is called.', 200, 1).optional(),
    model_allow_list: modelAllowListField.optional(),
  })
  .meta({ examples: [{ model_allow_list: null }] });

export const subAccountAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    model_allow_list: z.array(z.string()).nullable(),
    status: z.enum(subAccountStatuses),
    created_at: timeAnswer,
    warnings: z.array(z.string()).optional().meta({ description: 'What was accepted but deserves a second look.' }),
  })
  .meta({ id: 'SubAccount' });

export const subAccountList = listOf(subAccountAnswer);

export type CreateSubAccountRequest = z.output<typeof createSubAccountRequest>;
export type PatchSubAccountRequest = z.output<typeof patchSubAccountRequest>;
export type SubAccountAnswer = z.output<typeof subAccountAnswer>;
