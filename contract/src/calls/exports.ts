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
      .meta({ description: 'Of CSV; `utf-8` if left out.' }),
    locale: z.enum(locales).optional().meta({ description: 'Of the heads of columns; `zh` if left out.' }),
    filter: ownCallsFilter.optional().meta({ description: 'As of the call log; all calls that are kept if left out.' }),
  })
  .meta({ examples: [{ format: 'xlsx', locale: 'zh', filter: { model: 'sandbox/chat' } }] });

export const exportAnswer = z
  .object({
    id: z.string(),
    state: z
      .enum(['waiting', 'running', 'ready', 'failed', 'cancelled'])
      .meta({ description: '`ready`: its content is to be had until `expires_at`.' }),
    format: z.enum(['xlsx', 'csv']),
    encoding: z.enum(['utf-8', 'gb18030']),
    locale: z.enum(locales),
    rows_done: z.number(),
    rows_total: z.number().nullable().meta({ description: '`null`: too many to be counted in time.' }),
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
