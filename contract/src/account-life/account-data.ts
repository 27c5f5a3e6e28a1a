import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';
import { locales } from '../enumerations.ts';
import { accountParams } from '../tenants/account.ts';

export const accountDataRequest = z
  .strictObject({
    locale: z.enum(locales).optional().meta({ description: 'Language of the explanations in the export; `zh` by default.' }),
  })
  .meta({ examples: [{ locale: 'zh' }] });

export const accountDataAnswer = z
  .object({
    id: z.string(),
    state: z
      .enum(['waiting', 'running', 'ready', 'failed', 'cancelled'])
      .meta({ description: '`ready`: the file is available until `expires_at`.' }),
    rows_done: z.number(),
    bytes: z.number().nullable(),
    error: z.string().nullable(),
    made_by: z.string(),
    created_at: timeAnswer,
    expires_at: timeAnswer,
  })
  .meta({ id: 'AccountDataExport' });
export const accountDataList = listOf(accountDataAnswer);
export type AccountDataAnswer = z.output<typeof accountDataAnswer>;

export const accountDataParams = z.strictObject({ ...accountParams.shape, exportId: z.string().max(64) });
