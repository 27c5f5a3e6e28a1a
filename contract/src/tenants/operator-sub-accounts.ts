import { z } from 'zod';
import { subAccountStatuses } from '../enumerations.ts';
import { capField, modelAllowListField, textField, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';

const bounds = {
  model_allow_list: modelAllowListField.optional(),
  daily_cap: capField('Spending cap of all its keys together per calendar day.').optional(),
  monthly_cap: capField('Spending cap of all its keys together per calendar month.').optional(),
};

export const createSubAccountRequest = z
  .strictObject({ name: textField('Name of the sub-account.', 200, 1), ...bounds })
  .meta({ examples: [{ name: 'Team A', model_allow_list: ['sandbox/chat'], monthly_cap: '500' }] });

export const patchSubAccountRequest = z
  .strictObject({
    name: textField('Name of the sub-account.', 200, 1).optional(),
    ...bounds,
  })
  .meta({ examples: [{ model_allow_list: null }] });

export const subAccountAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    name: z.string(),
    model_allow_list: z.array(z.string()).nullable(),
    daily_cap: z.string().nullable(),
    monthly_cap: z.string().nullable(),
    status: z.enum(subAccountStatuses),
    created_at: timeAnswer,
    warnings: z.array(z.string()).optional().meta({ description: 'Accepted values that you should check.' }),
  })
  .meta({ id: 'SubAccount' });

export const subAccountList = listOf(subAccountAnswer);

export type CreateSubAccountRequest = z.output<typeof createSubAccountRequest>;
export type PatchSubAccountRequest = z.output<typeof patchSubAccountRequest>;
export type SubAccountAnswer = z.output<typeof subAccountAnswer>;
