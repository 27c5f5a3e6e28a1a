import { z } from 'zod';
import { usageAnswer, usageQuery } from './usage-sums.ts';
import { listOf } from '../lists.ts';
import { statementFileQuery } from '../ledger/statements.ts';

export const ownUsageQuery = usageQuery.omit({ account_id: true });

/** Files contain all rows, so the query has no paging. */
export const ownUsageFileQuery = ownUsageQuery.omit({ limit: true, cursor: true }).extend(statementFileQuery.shape);

export const ownUsageAnswer = usageAnswer
  .omit({ account_id: true, uncollected: true, upstream_cost: true })
  .extend({
    name: z.string().nullable().optional().meta({ description: 'Remark of the key or name of the sub-account.' }),
  })
  .meta({ id: 'OwnUsage' });
export const ownUsageList = listOf(ownUsageAnswer);

export type OwnUsageAnswer = z.output<typeof ownUsageAnswer>;
