/** Closed lists of values that are sent or stored. Each list is declared only here. */

export const modelKinds = ['chat', 'embedding', 'rerank', 'image', 'music'] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelTiers = ['basic', 'standard', 'premium'] as const;
export type ModelTier = (typeof modelTiers)[number];

/** Region of a gateway, a route address or a vendor site. */
export const regions = ['domestic', 'overseas'] as const;
export type Region = (typeof regions)[number];

/** How a call ended. `interrupted`: the gateway stopped before the result was known; written by crash recovery. */
export const endings = ['complete', 'client_left', 'upstream_broke', 'timeout', 'refused', 'interrupted'] as const;
export type Ending = (typeof endings)[number];

/** Responses in the call log, by the first digit of their status. */
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export const accountStatuses = ['active', 'disabled'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const subAccountStatuses = ['active', 'deleted'] as const;
export type SubAccountStatus = (typeof subAccountStatuses)[number];

/** `paused` and `expired` are derived from spending and time, and are never stored. They need no job to update them. */
export const keyStatuses = ['available', 'paused', 'disabled', 'expired', 'reset', 'deleted'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const capPeriods = ['daily', 'monthly'] as const;
export type CapPeriod = (typeof capPeriods)[number];

/** Limits that can restrict the spending of a key. */
export const bindingLimits = ['balance', 'key_day', 'key_month', 'sub_account_day', 'sub_account_month'] as const;
export type BindingLimit = (typeof bindingLimits)[number];

/** Source of an account's credit. */
export const creditBuckets = ['trial', 'paid', 'adjustment', 'refund', 'payout'] as const;
export type CreditBucket = (typeof creditBuckets)[number];

export const ledgerEntryKinds = ['credit', 'usage'] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];

/** Owners of a custom price for a model. */
export const priceOwnerKinds = ['plan', 'account'] as const;
export type PriceOwnerKind = (typeof priceOwnerKinds)[number];

/** How calls are distributed between routes of equal rank: by weight, by cost, or by the time to their first byte. */
export const routeBalances = ['balanced', 'cheapest', 'fastest'] as const;
export type RouteBalance = (typeof routeBalances)[number];

/** What can decide between equal routes and keys, in addition to their weights. */
export const choiceReasons = ['affinity', 'cheapest', 'fastest', 'preferred'] as const;
export type ChosenBy = (typeof choiceReasons)[number];

/** `trial`: the ejection period has ended, and one attempt can test whether the route works again. */
export const routeStandings = ['healthy', 'trial', 'ejected'] as const;
export type RouteStanding = (typeof routeStandings)[number];

/**
 * Why a trial credit waits for an operator. `mailbox`: the mailbox already received one. Otherwise today's limit for the network, the
 * browser or the whole service is reached.
 */
export const trialHoldReasons = ['mailbox', 'network', 'browser', 'day'] as const;
export type TrialHoldReason = (typeof trialHoldReasons)[number];

/** State of the trial credit for an account that was created by sign-up. */
export const trialStates = ['given', 'held', 'granted'] as const;
export type TrialState = (typeof trialStates)[number];

/** Groupings of usage, in the order used by responses. */
export const usageGroups = ['day', 'account_id', 'sub_account_id', 'key_id', 'model'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/**
 * Which upstreams serve an account: shared upstreams; private upstreams with shared ones as fallback; or private upstreams only, even if
 * they fail.
 */
export const isolations = ['shared', 'own_first', 'own_only'] as const;
export type Isolation = (typeof isolations)[number];

/** Languages of the user interface. */
export const locales = ['zh', 'en'] as const;
export type Locale = (typeof locales)[number];

/** Subject of an announcement. `maintenance` has a time window in which calls are refused. */
export const announcementKinds = ['news', 'price', 'maintenance'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** Severity of an incident, and progress of the operators on it. */
export const incidentImpacts = ['minor', 'major', 'critical'] as const;
export type IncidentImpact = (typeof incidentImpacts)[number];
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'] as const;
export type IncidentState = (typeof incidentStates)[number];
