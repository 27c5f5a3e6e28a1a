import type { LocalEndpoint } from '../endpoint.ts';
import { accountFigures, asNumber } from './account-figures.ts';

/**
 * `GET /v1/dashboard/billing/usage`, see billing-subscription.ts. Clients subtract it from the limit, which has no dates. Dates are
 * therefore accepted but ignored; otherwise the balance would be wrong by everything spent earlier.
 */
export const billingUsage: LocalEndpoint = {
  name: 'billing.usage',
  method: 'GET',
  path: '/dashboard/billing/usage',
  document: {
    summary: 'Charges of the account, for aggregators',
    inShort: 'for aggregators: total charges, in hundredths of a CNY',
    description:
      'Total charges in hundredths of a CNY, in the format of one-api, new-api and NextChat. `start_date` and ' +
      '`end_date` are ignored, because the limit has no dates either.',
  },
  async answer(call, parts) {
    const { usedNano } = await accountFigures(call, parts);
    return { object: 'list', currency: 'CNY', total_usage: asNumber(usedNano * 100n) };
  },
};
