import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';
import { locales } from '../enumerations.ts';
import { accountParams } from '../tenants/account.ts';
import { ownCallsFilter } from './console-calls.ts';

export const exportRequest = z
  .strictObject({
    format: z.enum(['xlsx', 'csv'], { error: 'must be "xlsx" or "csv"' }),
    encoding: z
      .enum(['utf-8', 'gb18030'], { error: 'must be "utf-8" or "gb18030"' })
      .optional()
      .meta({ description: 'Encoding of CSV; `utf-8` by default.' }),
    locale: z.enum(locales).optional().meta({ description: 'Language of the column headings; `zh` by default.' }),
    filter: ownCallsFilter.optional().meta({ description: 'Same filter as the call log; all calls by default.' }),
  })
  .meta({ examples: [{ format: 'xlsx', locale: 'zh', filter: { model: 'sandbox/chat' } }] });

export const exportAnswer = z
  .object({
    id: z.string(),
    state: z
      .enum(['waiting', 'running', 'ready', 'failed', 'cancelled'])
      .meta({ description: '`ready`: the file is available until `expires_at`.' }),
    format: z.enum(['xlsx', 'csv']),
    encoding: z.enum(['utf-8', 'gb18030']),
    locale: z.enum(locales),
    rows_done: z.number(),
    rows_total: z.number().nullable().meta({ description: '`null`: too many rows to count in time.' }),
    bytes: z.number().nullable(),
    error: z.string().nullable(),
    made_by: z.string(),
    created_at: timeAnswer,
    expires_at: timeAnswer,
  })
  .meta({ id: 'Export' });
export const exportList = listOf(exportAnswer);
export type ExportAnswer = z.output<typeof exportAnswer>;

export const exportParams = z.strictObject({ ...accountParams.shape, exportId: z.string().max(64) });
