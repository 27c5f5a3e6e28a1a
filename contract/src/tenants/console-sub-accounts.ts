import { z } from 'zod';
import { amountAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { subAccountAnswer } from './operator-sub-accounts.ts';
import { accountParams } from './account.ts';

export const subAccountParams = accountParams.extend({ subAccountId: z.string().max(64) });

export const ownSubAccountAnswer = subAccountAnswer
  .extend({
    keys: z.number().meta({ description: 'That are neither reset nor deleted.' }),
    members: z.number().meta({ description: 'Who see this sub-account alone.' }),
    spent_today: amountAnswer("Charged in the current day of the service's time zone."),
    spent_this_month: amountAnswer("Charged in the current month of the service's time zone."),
  })
  .meta({ id: 'OwnSubAccount' });

export const ownSubAccountsQuery = z.strictObject({
  status: z.enum(['active', 'deleted', 'all']).optional().meta({ description: 'If left out: `active`.' }),
  ...pageQuery,
});

export const ownSubAccountList = listOf(ownSubAccountAnswer);

export type OwnSubAccountAnswer = z.output<typeof ownSubAccountAnswer>;
