import type { CapLevel } from '@tollgate/contract/tenants/cap-levels';
import type { Ending } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { Quantities } from '@tollgate/contract/quantities';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { PromptUsage } from '@tollgate/contract/usage';

/** The result of one attempt at an upstream. */
export interface AttemptNote {
  /** `provider/region`. */
  readonly route: string;
  /** Id of the key that the route was called with; not in rows of versions that did not keep it. */
  readonly key?: string;
  /** In words, with what the upstream said, cleaned of secrets; `null` for the one that answered. For operators alone. */
  readonly fault: string | null;
  /** Until its fault, or the first byte in hand. */
  readonly durationMs: number;
}

/** Inputs of a price besides the four token counts. */
export interface PricedMore {
  readonly more?: Quantities;
  readonly tier?: ServiceTier;
  /** If there were several, each was priced separately; the counts are their sums. */
  readonly prompts?: readonly PromptUsage[];
}

/** How a call went, if not to the first route under the model's name with all that was asked. */
export interface CallTrail {
  /** Routes that were passed over, and why: `provider/region: why`. For operators alone. */
  readonly routes?: readonly string[];
  /** Fields of the request that the upstream's protocol could not express. */
  readonly dropped?: readonly string[];
  /** The model that answered in place of the one asked for. */
  readonly served?: string;
  /** The alias that the model was called by. */
  readonly asked?: string;
}

/**
 * One row of the call log: everything there is to know about one API call (or about many refused ones, see `count`). The first row per id wins
 * permanently.
 */
export interface CallRecord {
  /** UUIDv7, made here. Also the `x-request-id` of the answer. */
  readonly id: string;
  readonly requestTimeMs: number;
  readonly accountId: string;
  readonly subAccountId: string | null;
  readonly keyId: string;
  /** `chat.completions`, `models.list`, … */
  readonly endpoint: string;
  readonly model: string | null;
  readonly kind: string | null;
  /** The status sent; 499 if the client left before. */
  readonly status: number;
  readonly streamed: boolean;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly usageEstimated: boolean;
  readonly charge: NanoCny;
  /** Label of the price the call was admitted under. */
  readonly priceVersion: string | null;
  /** Of the account and its plan; `null` without a price, and in rows of versions that did not keep it. */
  readonly multiplierPpm: bigint | null;
  /** `null`: the four counts say all. */
  readonly priced: PricedMore | null;
  /** `null`: no route passed over, called by its name, and nothing dropped. */
  readonly trail: CallTrail | null;
  /** Cost of a call that the rules forbid to charge. */
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
  readonly durationMs: number;
  readonly firstTokenMs: number | null;
  readonly sourceIp: string;
  /** `provider/region` of the winning or last attempt. */
  readonly route: string | null;
  readonly attempts: number;
  /** In order; `null` if the first attempt answered, or none was made. */
  readonly attemptLog: readonly AttemptNote[] | null;
  readonly ending: Ending;
  readonly errorCode: string | null;
  /** The specific cause, for the owner of the key; an upstream's words only as the client got them, never a secret. */
  readonly error: string | null;
  /** Admission hour and day in the service's time zone: start of the hour in epoch ms, and YYYYMMDD. */
  readonly hourStartMs: number;
  readonly day: number;
  /** Number of calls in this row: above 1 only for free calls refused by the hundred; then it describes the first of them. */
  readonly count: number;
}

/** A spending alert that a commit carries. */
export interface NoticeDraft {
  readonly accountId: string;
  readonly keyId: string;
  readonly window: string;
  readonly kind: `cap_${CapLevel}` | 'broken_connections_key' | 'broken_connections_account';
  readonly arming: number;
  readonly text: string;
  /** Parameters of the text in the console and mails, in the reader's language; records of earlier versions have none. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly atMs: number;
}

/** Left in the database while a call is open, so that a crash leaves a row with charge 0 instead of nothing. */
export type OpenMark = Pick<
  CallRecord,
  | 'id'
  | 'requestTimeMs'
  | 'accountId'
  | 'subAccountId'
  | 'keyId'
  | 'endpoint'
  | 'model'
  | 'kind'
  | 'streamed'
  | 'sourceIp'
  | 'priceVersion'
  | 'hourStartMs'
  | 'day'
>;

/**
 * Values of a record whose facts are unknown: of a call whose process died, of a record that an earlier version left without the column, and of
 * a task for fields that only a call has.
 */
export const blankCall: Omit<CallRecord, keyof OpenMark | 'status' | 'durationMs' | 'ending' | 'errorCode' | 'error'> = {
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  usageEstimated: false,
  charge: 0n,
  uncollected: 0n,
  upstreamCost: 0n,
  firstTokenMs: null,
  route: null,
  attempts: 0,
  attemptLog: null,
  multiplierPpm: null,
  priced: null,
  trail: null,
  count: 1,
};
