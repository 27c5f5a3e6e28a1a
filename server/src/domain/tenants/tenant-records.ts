import type { BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import type { NanoCny } from '@tollgate/contract/money';
import type { Locale } from '@tollgate/contract/enumerations';
import type { Account, Key, Plan, SubAccount } from './tenant.ts';

/** Limits an account has in place of its plan's; an absent field leaves the plan's in force. */
export interface OwnLimits {
  readonly requestsPerMinute?: number | null | undefined;
  readonly concurrency?: number | null | undefined;
  /** Up to this sum the account may break connections, regardless of its charges. */
  readonly brokenConnectionsExempt?: NanoCny | undefined;
}

/** Why an operator has frozen an account, and since when. */
export interface AccountFreeze {
  /** As its people read it; codes of `freezeReasons` are shown in their language. */
  readonly reason: string;
  readonly atMs: number;
}

/** An account as the control plane keeps it: the settings in force, and the account's own ones. */
export interface AccountRecord {
  readonly account: Account;
  readonly ownLimits: OwnLimits;
  /** Language of mails to it; `null`: not chosen. */
  readonly locale: Locale | null;
  /** Absent while it is not frozen, and of freezes from before reasons were asked for. */
  readonly freeze?: AccountFreeze | undefined;
}

export interface SubAccountRecord {
  readonly subAccount: SubAccount;
  readonly createdAtMs: number;
}

export interface KeyRecord {
  readonly key: Key;
  /** The key made by a reset in place of this one. */
  readonly replacedBy: string | null;
  readonly updatedAtMs: number;
}

export interface PlanRecord {
  readonly plan: Plan;
  readonly position: number;
}

/** The limits in force: the account's own if it has any, else the plan's. */
export function limitsInForce(plan: Plan, own: OwnLimits): Account['limits'] {
  return {
    requestsPerMinute: own.requestsPerMinute === undefined ? plan.limits.requestsPerMinute : own.requestsPerMinute,
    concurrency: own.concurrency === undefined ? plan.limits.concurrency : own.concurrency,
  };
}

/** The rules in force: the plan's, with an exemption in place of smaller amounts. */
export function brokenConnectionRulesInForce({ brokenConnections: rules }: Plan, own: OwnLimits): BrokenConnectionRules {
  const exempt = own.brokenConnectionsExempt ?? 0n;
  const atLeast = (amount: NanoCny): NanoCny => (exempt > amount ? exempt : amount);
  return { ...rules, keyAmount: atLeast(rules.keyAmount), accountAmount: atLeast(rules.accountAmount) };
}
