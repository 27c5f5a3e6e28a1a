import type { BrokenConnectionRules } from '@tollgate/contract/tenants/broken-connections';
import type { AccountStatus, KeyStatus, SubAccountStatus, Isolation, RouteBalance } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';

/** Limits of a plan or an account; `null` means unlimited. */
export interface RequestLimits {
  readonly requestsPerMinute: number | null;
  readonly concurrency: number | null;
}

/** Limits that can be set on a key. If one is absent, only the account's limit applies. */
export interface KeyLimits {
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  readonly concurrency?: number | undefined;
}

export interface Plan {
  readonly id: string;
  readonly name: string;
  /** Enforced limits; `concurrency` is the maximum. */
  readonly limits: RequestLimits;
  /** Only published, as a recommendation to clients. */
  readonly concurrencyRecommended: number | null;
  readonly strict: boolean;
  /** What its accounts may take through broken connections. */
  readonly brokenConnections: BrokenConnectionRules;
  /** Parts per million of the list price: 1_000_000 is the list price itself. */
  readonly priceMultiplierPpm: bigint;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly plan: Plan;
  readonly status: AccountStatus;
  /** The plan's limits, replaced by the account's own where set. */
  readonly limits: RequestLimits;
  /** The plan's rules, with the amount of the account's exemption replacing smaller amounts. */
  readonly brokenConnections: BrokenConnectionRules;
  readonly priceMultiplierPpm: bigint;
  /** Calls of all its keys go only to domestic upstreams. */
  readonly domesticOnly: boolean;
  /** Which upstreams serve the account. */
  readonly isolation: Isolation;
  readonly createdAtMs: number;
  /** Until when closing the account can be undone; absent while it is open. From closing on, its status is `disabled`. */
  readonly closesAtMs?: number | undefined;
}

export interface SubAccount {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** `null` or empty restricts nothing. */
  readonly modelAllowList: readonly string[] | null;
  /** For all its keys together. */
  readonly dailyCap: NanoCny | null;
  readonly monthlyCap: NanoCny | null;
  /** Same as for a key. */
  readonly capArming: number;
  readonly status: SubAccountStatus;
}

/** The stored status; the other states follow from spending and time. */
export type StoredKeyStatus = Exclude<KeyStatus, 'paused' | 'expired'>;

export interface Key {
  readonly id: string;
  readonly accountId: string;
  readonly subAccountId: string | null;
  /** First characters of the value, for recognition: `sk-AbCd`. */
  readonly prefix: string;
  readonly last4: string;
  readonly remark: string;
  readonly status: StoredKeyStatus;
  readonly dailyCap: NanoCny | null;
  readonly monthlyCap: NanoCny | null;
  /** Raised by one whenever a cap is raised or removed, so that alerts can fire again. */
  readonly capArming: number;
  readonly ipAllowList: readonly string[];
  readonly modelAllowList: readonly string[] | null;
  readonly expiresAtMs: number | null;
  readonly strict: boolean;
  /** The account's setting applies in addition. */
  readonly domesticOnly: boolean;
  /** How the key's calls are shared between routes of equal rank; `null` for the installation's setting. */
  readonly routing: RouteBalance | null;
  /** ID of a route that is used first while it works. */
  readonly preferredRoute: string | null;
  readonly limits: KeyLimits;
  readonly createdAtMs: number;
}
