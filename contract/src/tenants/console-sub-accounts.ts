import { z } from 'zod';
import { amountAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { subAccountAnswer } from './operator-sub-accounts.ts';
import { accountParams } from './account.ts';

export const subAccountParams = accountParams.extend({ subAccountId: z.string().max(64) });

export const ownSubAccountAnswer = subAccountAnswer
  .extend({
    keys: z.number().meta({ description: 'Number of keys that are neither reset nor deleted.' }),
    members: z.number().meta({ description: 'Number of members who see only this sub-account.' }),
    spent_today: amountAnswer('Charged today, in the time zone of the service.'),
    spent_this_month: amountAnswer('Charged this month, in the time zone of the service.'),
  })
  .meta({ id: 'OwnSubAccount' });

export const ownSubAccountsQuery = z.strictObject({
  status: z.enum(['active', 'deleted', 'all']).optional().meta({ description: '`active` by default.' }),
  ...pageQuery,
});

export const ownSubAccountList = listOf(ownSubAccountAnswer);

export type OwnSubAccountAnswer = z.output<typeof ownSubAccountAnswer>;
