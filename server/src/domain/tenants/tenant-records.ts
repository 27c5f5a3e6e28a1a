import type { BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import type { NanoCny } from '@tollgate/contract/money';
import type { Locale } from '@tollgate/contract/enumerations';
import type { Account, Key, Plan, SubAccount } from './tenant.ts';

/** Limits that an account has instead of its plan's. For an absent field, the plan's limit applies. */
export interface OwnLimits {
  readonly requestsPerMinute?: number | null | undefined;
  readonly concurrency?: number | null | undefined;
  /** The account may take up to this amount through broken connections, regardless of its charges. */
  readonly brokenConnectionsExempt?: NanoCny | undefined;
}

/** Why an operator has frozen an account, and since when. */
export interface AccountFreeze {
  /** As shown to the account's people; codes of `freezeReasons` are translated. */
  readonly reason: string;
  readonly atMs: number;
}

/** An account in the control plane: the settings in force, and the account's own ones. */
export interface AccountRecord {
  readonly account: Account;
  readonly ownLimits: OwnLimits;
  /** Language of mails to the account; `null` if not chosen. */
  readonly locale: Locale | null;
  /** Absent while the account is not frozen, and for freezes from before reasons were required. */
  readonly freeze?: AccountFreeze | undefined;
}

export interface SubAccountRecord {
  readonly subAccount: SubAccount;
  readonly createdAtMs: number;
}

export interface KeyRecord {
  readonly key: Key;
  /** The key that a reset created to replace this one. */
  readonly replacedBy: string | null;
  readonly updatedAtMs: number;
}

export interface PlanRecord {
  readonly plan: Plan;
  readonly position: number;
}

/** The limits in force: the account's own if it has any, otherwise the plan's. */
export function limitsInForce(plan: Plan, own: OwnLimits): Account['limits'] {
  return {
    requestsPerMinute: own.requestsPerMinute === undefined ? plan.limits.requestsPerMinute : own.requestsPerMinute,
    concurrency: own.concurrency === undefined ? plan.limits.concurrency : own.concurrency,
  };
}

/** The rules in force: the plan's, with the account's exemption replacing smaller amounts. */
export function brokenConnectionRulesInForce({ brokenConnections: rules }: Plan, own: OwnLimits): BrokenConnectionRules {
  const exempt = own.brokenConnectionsExempt ?? 0n;
  const atLeast = (amount: NanoCny): NanoCny => (exempt > amount ? exempt : amount);
  return { ...rules, keyAmount: atLeast(rules.keyAmount), accountAmount: atLeast(rules.accountAmount) };
}
