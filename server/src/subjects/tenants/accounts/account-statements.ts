import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { ownLimitsText } from '../tenant-rows.ts';

/** All account columns that a change can set: all except the id and the creation time. */
export function accountColumns({ account, ownLimits, locale, freeze }: AccountRecord) {
  return {
    locale,
    frozen_reason: freeze?.reason ?? null,
    frozen_at: freeze?.atMs ?? null,
    name: account.name,
    email: account.email,
    plan_id: account.plan.id,
    status: account.status,
    limits: ownLimitsText(ownLimits),
    price_multiplier_ppm: account.priceMultiplierPpm,
    domestic_only: account.domesticOnly ? 1 : 0,
    isolation: account.isolation,
  };
}
