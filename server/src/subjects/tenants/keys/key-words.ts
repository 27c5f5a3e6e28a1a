import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import type { Key } from '../../../domain/tenants/tenant.ts';
import { showCap } from '../../../control/amounts.ts';
import { showTimeOrNull, showTime } from '../../../control/show-time.ts';

export function keySettings(key: Key) {
  return {
    id: key.id,
    account_id: key.accountId,
    sub_account_id: key.subAccountId,
    prefix: key.prefix,
    last4: key.last4,
    remark: key.remark,
    status: key.status,
    daily_cap: showCap(key.dailyCap),
    monthly_cap: showCap(key.monthlyCap),
    ip_allow_list: [...key.ipAllowList],
    model_allow_list: key.modelAllowList === null ? null : [...key.modelAllowList],
    expires_at: showTimeOrNull(key.expiresAtMs),
    strict: key.strict,
    domestic_only: key.domesticOnly,
    routing: key.routing,
    preferred_route: key.preferredRoute,
    limits: {
      requests_per_minute: key.limits.requestsPerMinute ?? null,
      tokens_per_minute: key.limits.tokensPerMinute ?? null,
      concurrency: key.limits.concurrency ?? null,
    },
  };
}

export function keyRecordSettings({ key, replacedBy, updatedAtMs }: KeyRecord) {
  return {
    ...keySettings(key),
    replaced_by: replacedBy,
    created_at: showTime(key.createdAtMs),
    updated_at: showTime(updatedAtMs),
  };
}
