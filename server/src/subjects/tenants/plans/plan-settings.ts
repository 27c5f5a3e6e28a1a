import type { PlanRecord } from '../../../domain/tenants/tenant-records.ts';
import { showAmount, showMultiplier } from '../../../control/amounts.ts';

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
