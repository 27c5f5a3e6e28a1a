import type { CreateAccountRequest, PatchAccountRequest } from '@tollgate/contract/tenants/operator-accounts';
import type { PatchOwnAccountRequest } from '@tollgate/contract/tenants/account';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { listPricePpm } from '../../../domain/catalog/price.ts';
import {
  brokenConnectionRulesInForce,
  limitsInForce,
  type AccountRecord,
  type OwnLimits,
} from '../../../domain/tenants/tenant-records.ts';
import type { Plan } from '../../../domain/tenants/tenant.ts';
import { readAmount, showAmount } from '../../../control/amounts.ts';
import { auditEntry, invalid, type ControlContext } from '../../../control/control-context.ts';
import { freezeAfter, freezeNotices } from './account-freeze.ts';
import { accountsIntoForce } from '../../../control/into-force.ts';
import { requireDomesticKnown } from '../keys/domestic-only.ts';
import { operatorNotices } from '../../notices/operator-news.ts';
import { requireIsolationKnown } from '../../catalogue/providers/own-upstreams.ts';
import { readChargeableMultiplier } from '../../catalogue/prices/largest-charge.ts';
import type { Principal } from '../../../control/principal.ts';
import { accountSettings } from './account-settings.ts';
import { trialDraft } from '../../ledger/trials/trial-credits.ts';
import { findAccount, findWholeAccount, requireOperator } from '../../../control/within-scope.ts';

export async function planNamed(context: ControlContext, id: string): Promise<Plan> {
  const record = await context.stores.plans.find(id);
  if (record !== null) return record.plan;
  const known = (await context.stores.plans.list()).map(({ plan }) => plan.id).join(', ');
  throw invalid('plan', `must be the id of a plan: ${known}`);
}

type LimitsRequest = NonNullable<PatchAccountRequest['limits']>;

function mergeLimits(own: OwnLimits, request: LimitsRequest | null | undefined): OwnLimits {
  if (request === undefined) return own;
  if (request === null)
    return own.brokenConnectionsExempt === undefined ? {} : { brokenConnectionsExempt: own.brokenConnectionsExempt };
  return {
    ...own,
    ...(request.requests_per_minute === undefined ? {} : { requestsPerMinute: request.requests_per_minute }),
    ...(request.concurrency === undefined ? {} : { concurrency: request.concurrency }),
  };
}

/** The account's limits except those that return to the plan. */
function withoutLimits(own: OwnLimits, ofPlan: readonly ('requests_per_minute' | 'concurrency')[] = []): OwnLimits {
  const { requestsPerMinute, concurrency, ...others } = own;
  return {
    ...others,
    ...(requestsPerMinute === undefined || ofPlan.includes('requests_per_minute') ? {} : { requestsPerMinute }),
    ...(concurrency === undefined || ofPlan.includes('concurrency') ? {} : { concurrency }),
  };
}

function withExemption(own: OwnLimits, exempt: string | null | undefined): OwnLimits {
  if (exempt === undefined) return own;
  const { brokenConnectionsExempt: _before, ...others } = own;
  return exempt === null ? others : { ...others, brokenConnectionsExempt: readAmount('broken_connections_exempt', exempt) };
}

/** Creates an account with the trial credit from the settings, unless it was declined. */
export function createAccount(
  context: ControlContext,
  principal: Principal,
  request: CreateAccountRequest,
): Promise<AccountRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'account');
    await requireDomesticKnown(context, request);
    const plan = await planNamed(context, request.plan ?? 'free-trial');
    const ownLimits = withExemption(mergeLimits({}, request.limits), request.broken_connections_exempt);
    const multiplierPpm = await readChargeableMultiplier(context, request.price_multiplier, 'accountPpm');
    const record: AccountRecord = {
      account: {
        id: context.ids.named('acc'),
        name: request.name,
        email: request.email ?? null,
        plan,
        status: 'active',
        limits: limitsInForce(plan, ownLimits),
        brokenConnections: brokenConnectionRulesInForce(plan, ownLimits),
        priceMultiplierPpm: multiplierPpm ?? listPricePpm,
        domesticOnly: request.domestic_only ?? false,
        isolation: 'shared',
        createdAtMs: context.clock.nowMs(),
      },
      ownLimits,
      locale: null,
    };
    const credit = request.trial_credit === false ? null : await trialDraft(context, principal, record.account.id);
    const settings = { ...accountSettings(record), trial_credit: showAmount(credit?.amount ?? 0n) };
    const note = { action: 'account.create', objectKind: 'account', objectId: record.account.id, after: settings };
    await context.stores.accounts.create(record, credit, [auditEntry(context, principal, note)]);
    return record;
  });
}

/** Changes the fields in the request; all others stay unchanged. */
export function patchAccount(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: PatchAccountRequest,
): Promise<AccountRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'account');
    await requireDomesticKnown(context, request);
    await requireIsolationKnown(context, (request.isolation ?? 'shared') !== 'shared');
    const before = await findAccount(context, principal, id);
    if (request.status !== undefined && before.account.closesAtMs !== undefined) throw refusal('status_of_closing_account');
    const plan = request.plan === undefined ? before.account.plan : await planNamed(context, request.plan);
    const limits = withoutLimits(mergeLimits(before.ownLimits, request.limits), request.limits_of_plan);
    const ownLimits = withExemption(limits, request.broken_connections_exempt);
    const multiplierPpm = await readChargeableMultiplier(context, request.price_multiplier, 'accountPpm');
    const after: AccountRecord = {
      account: {
        ...before.account,
        name: request.name ?? before.account.name,
        email: request.email === undefined ? before.account.email : request.email,
        plan,
        status: request.status ?? before.account.status,
        limits: limitsInForce(plan, ownLimits),
        brokenConnections: brokenConnectionRulesInForce(plan, ownLimits),
        priceMultiplierPpm: multiplierPpm ?? before.account.priceMultiplierPpm,
        domesticOnly: request.domestic_only ?? before.account.domesticOnly,
        isolation: request.isolation ?? before.account.isolation,
      },
      ownLimits,
      locale: before.locale,
      freeze: freezeAfter(context, before, request),
    };
    const note = { before: accountSettings(before), after: accountSettings(after) };
    const changed = { ...note, accountId: id, what: 'account', name: after.account.name, link: '/account' } as const;
    await context.stores.accounts.update(
      after,
      auditEntry(context, principal, { action: 'account.patch', objectKind: 'account', objectId: id, ...note }),
      [...(await freezeNotices(context, before, after)), ...operatorNotices(context, principal, changed)],
    );
    await accountsIntoForce(context, [after.account]);
    return after;
  });
}

/** Changes settings that account members can change. */
export function patchOwnAccount(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: PatchOwnAccountRequest,
): Promise<AccountRecord> {
  return context.changeQueue.run(async () => {
    const before = await findWholeAccount(context, principal, id);
    const { name, email } = before.account;
    const after: AccountRecord = {
      ...before,
      account: { ...before.account, name: request.name ?? name, email: request.email === undefined ? email : request.email },
      locale: request.locale === undefined ? before.locale : request.locale,
    };
    const note = { before: accountSettings(before), after: accountSettings(after) };
    await context.stores.accounts.update(
      after,
      auditEntry(context, principal, { action: 'account.patch', objectKind: 'account', objectId: id, ...note }),
    );
    await accountsIntoForce(context, [after.account]);
    return after;
  });
}
