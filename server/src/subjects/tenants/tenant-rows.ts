import { brokenConnectionDefaults, type BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import type { Selectable } from 'kysely';
import type { Account, Key, Plan, SubAccount } from '../../domain/tenants/tenant.ts';
import {
  brokenConnectionRulesInForce,
  limitsInForce,
  type AccountRecord,
  type KeyRecord,
  type OwnLimits,
  type PlanRecord,
} from '../../domain/tenants/tenant-records.ts';
import type { AccountsTable, KeysTable, PlansTable, SubAccountsTable } from '../../storage/schema.ts';

const optionalNumber = (value: bigint | null): number | null => (value === null ? null : Number(value));

// The columns below contain JSON that only this folder writes, so their structure is known.
const readList = (text: string | null): readonly string[] | null => (text === null ? null : (JSON.parse(text) as string[]));

interface StoredOwnLimits extends Omit<OwnLimits, 'brokenConnectionsExempt'> {
  /** Nano-CNY as text, because JSON has no integers of that size. */
  readonly brokenConnectionsExempt?: string;
}

function readOwnLimits(text: string): OwnLimits {
  const { brokenConnectionsExempt: exempt, ...limits } = JSON.parse(text) as StoredOwnLimits;
  return exempt === undefined ? limits : { ...limits, brokenConnectionsExempt: BigInt(exempt) };
}

export function ownLimitsText({ brokenConnectionsExempt: exempt, ...limits }: OwnLimits): string {
  const stored: StoredOwnLimits = exempt === undefined ? limits : { ...limits, brokenConnectionsExempt: String(exempt) };
  return JSON.stringify(stored);
}

interface StoredRules extends Omit<BrokenConnectionRules, 'keyAmount' | 'accountAmount'> {
  readonly keyAmount: string;
  readonly accountAmount: string;
}

function readRules(text: string | null): BrokenConnectionRules {
  if (text === null) return brokenConnectionDefaults;
  const rules = JSON.parse(text) as StoredRules;
  return { ...rules, keyAmount: BigInt(rules.keyAmount), accountAmount: BigInt(rules.accountAmount) };
}

export function rulesText(rules: BrokenConnectionRules): string {
  const { keyAmount, accountAmount } = rules;
  return JSON.stringify({ ...rules, keyAmount: String(keyAmount), accountAmount: String(accountAmount) } satisfies StoredRules);
}

const readKeyLimits = (text: string): Key['limits'] => JSON.parse(text) as Key['limits'];

function planOf(row: Selectable<PlansTable>): Plan {
  return {
    id: row.id,
    name: row.name,
    limits: { requestsPerMinute: optionalNumber(row.requests_per_minute), concurrency: optionalNumber(row.concurrency_ceiling) },
    concurrencyRecommended: optionalNumber(row.concurrency_recommended),
    strict: row.strict === 1n,
    brokenConnections: readRules(row.broken_connections),
    priceMultiplierPpm: row.price_multiplier_ppm,
  };
}

export function planRecordOf(row: Selectable<PlansTable>): PlanRecord {
  return { plan: planOf(row), position: Number(row.position) };
}

export function accountRecordOf(row: Selectable<AccountsTable>, plan: Plan): AccountRecord {
  const ownLimits = readOwnLimits(row.limits);
  const account: Account = {
    id: row.id,
    name: row.name,
    email: row.email,
    plan,
    status: row.status,
    limits: limitsInForce(plan, ownLimits),
    brokenConnections: brokenConnectionRulesInForce(plan, ownLimits),
    priceMultiplierPpm: row.price_multiplier_ppm,
    domesticOnly: row.domestic_only === 1n,
    isolation: row.isolation,
    createdAtMs: Number(row.created_at),
    ...(row.closes_at === null ? {} : { closesAtMs: Number(row.closes_at) }),
  };
  const { locale, frozen_reason: reason, frozen_at: frozenAt } = row;
  const freeze = reason === null || frozenAt === null ? {} : { freeze: { reason, atMs: Number(frozenAt) } };
  return { account, ownLimits, locale, ...freeze };
}

export function subAccountOf(row: Selectable<SubAccountsTable>): SubAccount {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    modelAllowList: readList(row.model_allow_list),
    dailyCap: row.daily_cap,
    monthlyCap: row.monthly_cap,
    capArming: Number(row.cap_arming),
    status: row.status,
  };
}

export function keyRecordOf(row: Omit<Selectable<KeysTable>, 'hash'>): KeyRecord {
  const key: Key = {
    id: row.id,
    accountId: row.account_id,
    subAccountId: row.sub_account_id,
    prefix: row.prefix,
    last4: row.last4,
    remark: row.remark,
    status: row.status,
    dailyCap: row.daily_cap,
    monthlyCap: row.monthly_cap,
    capArming: Number(row.cap_arming),
    ipAllowList: readList(row.ip_allow_list) ?? [],
    modelAllowList: readList(row.model_allow_list),
    expiresAtMs: optionalNumber(row.expires_at),
    strict: row.strict === 1n,
    domesticOnly: row.domestic_only === 1n,
    routing: row.routing,
    preferredRoute: row.preferred_route,
    limits: readKeyLimits(row.limits),
    createdAtMs: Number(row.created_at),
  };
  return { key, replacedBy: row.replaced_by, updatedAtMs: Number(row.updated_at) };
}

/** Columns of a key that can change after its creation. */
export function changeableKeyColumns(key: Key) {
  return {
    remark: key.remark,
    status: key.status,
    daily_cap: key.dailyCap,
    monthly_cap: key.monthlyCap,
    cap_arming: key.capArming,
    ip_allow_list: JSON.stringify(key.ipAllowList),
    model_allow_list: key.modelAllowList === null ? null : JSON.stringify(key.modelAllowList),
    expires_at: key.expiresAtMs,
    strict: key.strict ? 1 : 0,
    domestic_only: key.domesticOnly ? 1 : 0,
    routing: key.routing,
    preferred_route: key.preferredRoute,
    limits: JSON.stringify(key.limits),
  };
}

/** All columns of a key except its hash, which never leaves the database. */
export const keyColumns = [
  'keys.id',
  'keys.account_id',
  'keys.sub_account_id',
  'keys.prefix',
  'keys.last4',
  'keys.remark',
  'keys.status',
  'keys.daily_cap',
  'keys.monthly_cap',
  'keys.cap_arming',
  'keys.ip_allow_list',
  'keys.model_allow_list',
  'keys.expires_at',
  'keys.strict',
  'keys.domestic_only',
  'keys.routing',
  'keys.preferred_route',
  'keys.limits',
  'keys.replaced_by',
  'keys.created_at',
  'keys.updated_at',
] as const;
