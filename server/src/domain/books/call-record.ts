import type { CapLevel } from '@tollgate/contract/tenants/cap-levels';
import type { ChosenBy, Ending } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { Quantities } from '@tollgate/contract/quantities';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { PromptUsage } from '@tollgate/contract/usage';

/** The result of one attempt at an upstream. */
export interface AttemptNote {
  /** `provider/region`. */
  readonly route: string;
  /** Id of the route's key; absent in rows of versions that did not store it. */
  readonly key?: string;
  /** Reason for the failure with the upstream's message, without secrets; `null` for the attempt that answered. For operators only. */
  readonly fault: string | null;
  /** Time until the failure or the first received byte. */
  readonly durationMs: number;
}

/** Inputs of a price besides the four token counts. */
export interface PricedMore {
  readonly more?: Quantities;
  readonly tier?: ServiceTier;
  /** Set for several prompts: each is priced separately, and the token counts are their sums. */
  readonly prompts?: readonly PromptUsage[];
}

/** Deviations of a call from its request: routes passed over, dropped fields, another model, or an alias. */
export interface CallTrail {
  /** Routes passed over, as `provider/region: reason`. For operators only. */
  readonly routes?: readonly string[];
  /** What decided between equal routes or keys, besides the weights. For operators only. */
  readonly by?: ChosenBy;
  /** Fields of the request that the upstream's protocol could not express. */
  readonly dropped?: readonly string[];
  /** The model that answered in place of the one asked for. */
  readonly served?: string;
  /** The alias that the model was called by. */
  readonly asked?: string;
}

/** One row of the call log: all facts of one API call, or of many refused ones (see `count`). The first row per id wins permanently. */
export interface CallRecord {
  /** UUIDv7, created by the gateway. Also the `x-request-id` of the response. */
  readonly id: string;
  readonly requestTimeMs: number;
  readonly accountId: string;
  readonly subAccountId: string | null;
  readonly keyId: string;
  /** `chat.completions`, `models.list`, … */
  readonly endpoint: string;
  readonly model: string | null;
  readonly kind: string | null;
  /** HTTP status sent; 499 if the client left before that. */
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
  /** Multiplier of the account and its plan; `null` without a price, and in rows of versions that did not store it. */
  readonly multiplierPpm: bigint | null;
  /** `null` if the four token counts are the only inputs. */
  readonly priced: PricedMore | null;
  /** `null`: no route passed over, called by its name, and nothing dropped. */
  readonly trail: CallTrail | null;
  /** Cost of a call that the rules forbid to charge. */
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
  readonly durationMs: number;
  /** When the first byte was in hand, of streamed and whole answers alike; see `firstTokenOf`. */
  readonly firstTokenMs: number | null;
  readonly sourceIp: string;
  /** `provider/region` of the winning or last attempt. */
  readonly route: string | null;
  /**
   * Whether the account's own upstreams decided the result: the last attempt went to one, or the account uses no others. `null` in rows of
   * versions that did not store it.
   */
  readonly ownUpstreams: boolean | null;
  readonly attempts: number;
  /** Oldest first; `null` if the first attempt answered or there was none. */
  readonly attemptLog: readonly AttemptNote[] | null;
  readonly ending: Ending;
  readonly errorCode: string | null;
  /** Specific cause, for the key's owner. Contains an upstream's message only as sent to the client, and never a secret. */
  readonly error: string | null;
  /** Admission hour and day in the service's time zone: start of the hour in epoch ms, and YYYYMMDD. */
  readonly hourStartMs: number;
  readonly day: number;
  /** Number of calls in this row. Above 1 only for combined rows of refused free calls, which describe the first of them. */
  readonly count: number;
}

/** The time to the first token as people see it: a whole answer arrives at once, so it has none. */
export function firstTokenOf({ streamed, firstTokenMs }: Pick<CallRecord, 'streamed' | 'firstTokenMs'>): number | null {
  return streamed ? firstTokenMs : null;
}

/** A notice committed together with a call record. */
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

/** Row stored while a call is open, so that a crash leaves a row with charge 0 instead of none. */
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
 * Default values for unknown facts.
 * - A call whose process died.
 * - A record that an earlier version stored without the column.
 * - The fields of a task that only a call has.
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
  ownUpstreams: null,
  attempts: 0,
  attemptLog: null,
  multiplierPpm: null,
  priced: null,
  trail: null,
  count: 1,
};
