import type { LocalEndpoint } from '../endpoint.ts';
import { accountFigures, asNumber } from './account-figures.ts';

/**
 * `GET /v1/dashboard/billing/subscription`, with which aggregators and clients query what a channel may spend: balance = `hard_limit_usd` −
 * `total_usage` of `billing.usage` ÷ 100 (one-api and new-api, `controller/channel-billing.go`). The names say USD, but the unit here is
 * CNY.
 */
export const billingSubscription: LocalEndpoint = {
  name: 'billing.subscription',
  method: 'GET',
  path: '/dashboard/billing/subscription',
  document: {
    summary: 'Limit of the account, for aggregators',
    inShort: 'for aggregators: total spending limit of the account, in CNY',
    description:
      'In the format of one-api, new-api and NextChat. All amounts are in CNY regardless of the field names. ' +
      'The balance is `hard_limit_usd` minus `total_usage` ÷ 100 of `/v1/dashboard/billing/usage`, without amounts reserved ' +
      'for running calls.',
  },
  async answer(call, parts) {
    const { usedNano, availableNano } = await accountFigures(call, parts);
    const limit = asNumber(usedNano + availableNano);
    const { expiresAtMs } = call.entry.key;
    return {
      object: 'billing_subscription',
      has_payment_method: true,
      currency: 'CNY',
      soft_limit_usd: limit,
      hard_limit_usd: limit,
      system_hard_limit_usd: limit,
      // Unix seconds; 0 means no end.
      access_until: expiresAtMs === null ? 0 : Math.floor(expiresAtMs / 1000),
    };
  },
};
