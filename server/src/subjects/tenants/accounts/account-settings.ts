import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { showCap, showMultiplier } from '../../../control/amounts.ts';
import { showTimeOrNull } from '../../../control/show-time.ts';

/** The settings of a record in API terms, for responses and for the audit log. */
export function accountSettings({ account, ownLimits, locale, freeze }: AccountRecord) {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    locale,
    plan: account.plan.id,
    status: account.status,
    status_reason: freeze?.reason ?? null,
    frozen_at: showTimeOrNull(freeze?.atMs ?? null),
    limits: { requests_per_minute: account.limits.requestsPerMinute, concurrency: account.limits.concurrency },
    own_limits: {
      ...(ownLimits.requestsPerMinute === undefined ? {} : { requests_per_minute: ownLimits.requestsPerMinute }),
      ...(ownLimits.concurrency === undefined ? {} : { concurrency: ownLimits.concurrency }),
    },
    price_multiplier: showMultiplier(account.priceMultiplierPpm),
    domestic_only: account.domesticOnly,
    isolation: account.isolation,
    broken_connections_exempt: showCap(ownLimits.brokenConnectionsExempt ?? null),
  };
}
