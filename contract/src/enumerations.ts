/** The closed lists of values that cross a wire or are in a record: each is declared here, and nowhere else. */

export const modelKinds = ['chat', 'embedding', 'rerank', 'image', 'music'] as const;
export type ModelKind = (typeof modelKinds)[number];

export const modelTiers = ['basic', 'standard', 'premium'] as const;
export type ModelTier = (typeof modelTiers)[number];

/** The region of a gateway, of a route's address or of a vendor's site. */
export const regions = ['domestic', 'overseas'] as const;
export type Region = (typeof regions)[number];

/** How a call ended. `interrupted`: the gateway itself stopped before it could know (crash recovery writes these). */
export const endings = ['complete', 'client_left', 'upstream_broke', 'timeout', 'refused', 'interrupted'] as const;
export type Ending = (typeof endings)[number];

/** Answers of the call log by the first digit of their status. */
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

export const accountStatuses = ['active', 'disabled'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const subAccountStatuses = ['active', 'deleted'] as const;
export type SubAccountStatus = (typeof subAccountStatuses)[number];

/** `paused` and `expired` are worked out from spending and time and never stored, so nothing has to flip them. */
export const keyStatuses = ['available', 'paused', 'disabled', 'expired', 'reset', 'deleted'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const capPeriods = ['daily', 'monthly'] as const;
export type CapPeriod = (typeof capPeriods)[number];

/** Limits on the spending of a key. */
export const bindingLimits = ['balance', 'key_day', 'key_month', 'sub_account_day', 'sub_account_month'] as const;
export type BindingLimit = (typeof bindingLimits)[number];

/** The origin of an account's credit. */
export const creditBuckets = ['trial', 'paid', 'adjustment', 'refund', 'payout'] as const;
export type CreditBucket = (typeof creditBuckets)[number];

export const ledgerEntryKinds = ['credit', 'usage'] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];

/** Owners of a separate price for a model. */
export const priceOwnerKinds = ['plan', 'account'] as const;
export type PriceOwnerKind = (typeof priceOwnerKinds)[number];

/** `trial`: ejected, but the time is over and one attempt may find out whether the route works again. */
export const routeStandings = ['healthy', 'trial', 'ejected'] as const;
export type RouteStanding = (typeof routeStandings)[number];

/**
 * Why a trial credit waits for an operator: the mailbox has had one, or too many were given today to the network, the browser or in total.
 */
export const trialHoldReasons = ['mailbox', 'network', 'browser', 'day'] as const;
export type TrialHoldReason = (typeof trialHoldReasons)[number];

/** The result of the trial credit of an account opened by a sign-up. */
export const trialStates = ['given', 'held', 'granted'] as const;
export type TrialState = (typeof trialStates)[number];

/** Groupings of usage, in the order of an answer. */
export const usageGroups = ['day', 'account_id', 'sub_account_id', 'key_id', 'model'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/**
 * Which upstreams serve an account: the shared ones; its private ones first, then the shared ones; or its private ones only, even if they fail.
 */
export const isolations = ['shared', 'own_first', 'own_only'] as const;
export type Isolation = (typeof isolations)[number];

/** Languages of people. */
export const locales = ['zh', 'en'] as const;
export type Locale = (typeof locales)[number];

/** The subject of an announcement. `maintenance` has a window in which calls are refused. */
export const announcementKinds = ['news', 'price', 'maintenance'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

/** How bad a disturbance is, and how far operators are with it. */
export const incidentImpacts = ['minor', 'major', 'critical'] as const;
export type IncidentImpact = (typeof incidentImpacts)[number];
export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'] as const;
export type IncidentState = (typeof incidentStates)[number];
