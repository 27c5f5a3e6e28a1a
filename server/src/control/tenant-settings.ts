import type { AccountRecord, KeyRecord, PlanRecord } from '../domain/tenants/tenant-records.ts';
import type { Key, SubAccount } from '../domain/tenants/tenant.ts';
import { showAmount, showCap, showMultiplier } from './amounts.ts';

export function showTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function showTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : showTime(ms);
}

/** The settings of a record in the words of the interfaces: shown there, and kept before and after in the audit log. */
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

export function subAccountSettings(subAccount: SubAccount) {
  return {
    id: subAccount.id,
    account_id: subAccount.accountId,
    name: subAccount.name,
    model_allow_list: subAccount.modelAllowList === null ? null : [...subAccount.modelAllowList],
    daily_cap: showCap(subAccount.dailyCap),
    monthly_cap: showCap(subAccount.monthlyCap),
    status: subAccount.status,
  };
}

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

export function planSettings({ plan, position }: PlanRecord) {
  return {
    id: plan.id,
    name: plan.name,
    requests_per_minute: plan.limits.requestsPerMinute,
    concurrency_recommended: plan.concurrencyRecommended,
    concurrency_ceiling: plan.limits.concurrency,
    strict: plan.strict,
    price_multiplier: showMultiplier(plan.priceMultiplierPpm),
    position,
    broken_connections: {
      key_amount: showAmount(plan.brokenConnections.keyAmount),
      key_percent: plan.brokenConnections.keyPercent,
      account_amount: showAmount(plan.brokenConnections.accountAmount),
      account_percent: plan.brokenConnections.accountPercent,
      account_month_percent: plan.brokenConnections.accountMonthPercent,
    },
  };
}
