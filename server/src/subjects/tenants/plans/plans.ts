import type { PutPlanRequest } from '@tollgate/contract/tenants/plans';
import { brokenConnectionDefaults, type BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import type { NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { listPricePpm } from '../../../domain/catalog/price.ts';
import type { PlanRecord } from '../../../domain/tenants/tenant-records.ts';
import { readAmount } from '../../../control/amounts.ts';
import { auditEntry, found, type ControlContext } from '../../../control/control-context.ts';
import { accountsIntoForce } from '../../../control/into-force.ts';
import { readChargeableMultiplier } from '../../catalogue/prices/largest-charge.ts';
import { priceStarts } from '../../catalogue/prices/prices.ts';
import type { Principal } from '../../../control/principal.ts';
import { planSettings } from './plan-settings.ts';
import { requireOperator } from '../../../control/within-scope.ts';

function readRules(request: PutPlanRequest['broken_connections'] = {}): BrokenConnectionRules {
  const amountOr = (name: 'key_amount' | 'account_amount', otherwise: NanoCny): NanoCny => {
    const text = request[name];
    return text === undefined ? otherwise : readAmount(`broken_connections.${name}`, text);
  };
  const rules = brokenConnectionDefaults;
  return {
    keyAmount: amountOr('key_amount', rules.keyAmount),
    keyPercent: request.key_percent ?? rules.keyPercent,
    accountAmount: amountOr('account_amount', rules.accountAmount),
    accountPercent: request.account_percent ?? rules.accountPercent,
    accountMonthPercent: request.account_month_percent ?? rules.accountMonthPercent,
  };
}

/** All plans, in the order of their positions. */
export async function listPlans(context: ControlContext, principal: Principal): Promise<readonly PlanRecord[]> {
  requireOperator(principal, 'plan');
  return context.stores.plans.list();
}

/** Number of accounts per plan, by plan id. */
export async function accountsOnPlans(context: ControlContext, principal: Principal): Promise<ReadonlyMap<string, number>> {
  requireOperator(principal, 'plan');
  return context.stores.plans.accounts();
}

/** The offered plans, ordered by position. They contain no secrets. */
export async function offeredPlans({ stores: { plans } }: Pick<ControlContext, 'stores'>): Promise<readonly PlanRecord[]> {
  return plans.list();
}

/** Creates or replaces a plan; it applies to all its accounts at once. */
export function putPlan(context: ControlContext, principal: Principal, id: string, request: PutPlanRequest): Promise<PlanRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'plan');
    const before = await context.stores.plans.find(id);
    const multiplierPpm = await readChargeableMultiplier(context, request.price_multiplier, 'planPpm');
    const record: PlanRecord = {
      plan: {
        id,
        name: request.name,
        limits: { requestsPerMinute: request.requests_per_minute, concurrency: request.concurrency_ceiling },
        concurrencyRecommended: request.concurrency_recommended ?? null,
        strict: request.strict ?? false,
        brokenConnections: readRules(request.broken_connections),
        priceMultiplierPpm: multiplierPpm ?? listPricePpm,
      },
      position: request.position ?? before?.position ?? 100,
    };
    const note = {
      action: 'plan.put',
      objectKind: 'plan',
      objectId: id,
      before: before === null ? undefined : planSettings(before),
      after: planSettings(record),
    };
    await context.stores.plans.put(record, auditEntry(context, principal, note));
    if (before !== null) {
      const accounts = await context.stores.accounts.ofPlan(id);
      await accountsIntoForce(
        context,
        accounts.map(({ account }) => account),
      );
    }
    return record;
  });
}

/** The plan of new accounts, and the one after their first paid credit. */
const neededPlans: readonly string[] = ['free-trial', 'standard'];

async function requireUnused(context: ControlContext, id: string): Promise<void> {
  if (neededPlans.includes(id)) {
    throw refusal('plan_is_needed', { plan: id });
  }
  const accounts = (await context.stores.accounts.ofPlan(id)).length;
  if (accounts === 1) throw refusal('plan_has_account', { plan: id });
  if (accounts > 0) throw refusal('plan_has_accounts', { plan: id, accounts });
  const nowMs = context.clock.nowMs();
  const own = [...context.catalog.current.overrides.values()].filter(
    ({ ownerKind, ownerId, versions }) => ownerKind === 'plan' && ownerId === id && priceStarts(versions, nowMs).length > 0,
  );
  // A later plan with the same id would start with them.
  if (own.length > 0) {
    throw refusal('plan_has_prices', { plan: id, models: own.map(({ model }) => model) });
  }
}

/** Deletes a plan that is no longer used. */
export function deletePlan(context: ControlContext, principal: Principal, id: string): Promise<PlanRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'plan');
    const before = found(await context.stores.plans.find(id), 'plan');
    await requireUnused(context, id);
    const note = { action: 'plan.delete', objectKind: 'plan', objectId: id, before: planSettings(before) };
    await context.stores.plans.remove(id, auditEntry(context, principal, note));
    return before;
  });
}
