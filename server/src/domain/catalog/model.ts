import type { ModelKind, ModelTier, Region } from '@tollgate/contract/enumerations';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { BaseRates, RateCard } from './rate-card.ts';

/** Rates in nano-CNY, per 1,000,000 tokens and per call. */
export interface Price extends BaseRates {
  /** Everything beyond these four rates; `null` if they are complete. */
  readonly card: RateCard | null;
}

/** A price and the time from which it applies. A call keeps the version it was admitted under. */
export interface PriceVersion {
  readonly version: number;
  readonly fromMs: number;
  readonly price: Price;
  /** Name of the version in the call log; see price-label.ts. */
  readonly label: string;
}

/** The limits of a music model; a request beyond them is refused before any upstream is called. */
export interface MusicFacts {
  /** In whole seconds. For a request without a duration, the model chooses one, expected to be `usual`. */
  readonly durationSeconds: { readonly min: number; readonly max: number; readonly usual: number };
  /** Allowed tags; `null` allows any. */
  readonly tags: readonly string[] | null;
  readonly promptCharactersMax: number;
  /** 0 if the model accepts no lyrics. */
  readonly lyricsCharactersMax: number;
  /** Maximum songs per request. */
  readonly songsMax: number;
  /** A task that takes longer is cancelled without charge. */
  readonly deadlineSeconds: number;
}

export interface Model {
  readonly name: string;
  /** Its other names; none of them is a name or alias of another model. */
  readonly aliases: readonly string[];
  readonly kind: ModelKind;
  readonly ownedBy: string;
  readonly createdAtMs: number;
  /** Oldest first. A model without prices cannot be called. */
  readonly prices: readonly PriceVersion[];
  readonly contextLength: number | null;
  readonly outputLimit: number | null;
  /** Output tokens assumed for a call without `max_tokens`, for accounts with too few answers of the model; `null` if unknown. */
  readonly typicalOutput: number | null;
  /** A client's `max_tokens` bounds all output, reasoning included. */
  readonly maxTokensIncludesReasoning: boolean;
  readonly supportedParameters: readonly string[];
  readonly features: readonly string[];
  readonly tier: ModelTier | null;
  /** Comparable models that clients may switch to. */
  readonly alternatives: readonly string[];
  /** `YYYY-MM-DD` in the service's time zone; the model cannot be called from the start of this day. */
  readonly retirementDate: string | null;
  /** For models of the kind `music`; absent if unknown. */
  readonly music?: MusicFacts;
}

/** Facts of a model besides its name, maker and price. */
export type ModelFacts = Omit<Model, 'name' | 'aliases' | 'kind' | 'ownedBy' | 'createdAtMs' | 'prices'>;

/** Facts of an unknown model. */
export const noModelFacts: ModelFacts = {
  contextLength: null,
  outputLimit: null,
  typicalOutput: null,
  maxTokensIncludesReasoning: false,
  supportedParameters: [],
  features: [],
  tier: null,
  alternatives: [],
  retirementDate: null,
};

/** A protocol's deviations from the route's address and the protocol's defaults; `null`: none. */
export interface Address {
  readonly baseUrl: string | null;
  readonly path: string | null;
  /** Like the route's. */
  readonly auth?: UpstreamAuth;
}

/** Usage limits of a key; `null` is unlimited. */
export interface RouteKeyLimits {
  readonly requestsPerMinute: number | null;
  readonly concurrency: number | null;
}

/** One of the credentials that a route is called with. */
export interface RouteKey {
  readonly id: string;
  /** In clear only in memory; sealed at rest. `null` for upstreams that need none. */
  readonly apiKey: string | null;
  /** Share among the keys of its route; 0 makes the key a fallback. */
  readonly weight: number;
  readonly limits: RouteKeyLimits;
  readonly enabled: boolean;
}

export interface Route {
  readonly id: string;
  readonly region: Region;
  readonly baseUrl: string;
  /** Addresses other than the base URL, by name of the protocol. */
  readonly addresses: Readonly<Record<string, Address>>;
  /** How the key is sent; `bearer` if absent. */
  readonly auth?: UpstreamAuth;
  /** It gets no new calls; absent: it does. */
  readonly maintenance?: true;
  /** At least one. */
  readonly keys: readonly RouteKey[];
}

/** A route with the key it is called with. */
export interface KeyedRoute extends Omit<Route, 'keys'> {
  readonly apiKey: string | null;
}

export interface ProviderModel {
  readonly model: string;
  readonly upstreamModel: string;
  /** What the upstream charges us; `null` when unknown. */
  readonly cost: Price | null;
}

/** At least one, without duplicates. */
export type ChatDialects = readonly [string, ...string[]];

export interface Provider {
  readonly id: string;
  readonly name: string;
  /** Protocols of its chat models, the one to prefer first. */
  readonly chatDialects: ChatDialects;
  /** Protocols of its models of other kinds. */
  readonly dialects: Readonly<Partial<Record<Exclude<ModelKind, 'chat'>, string>>>;
  /** Hosts from which files that its answers name may be fetched; `.example.com` includes all hosts below it. */
  readonly mediaHosts: readonly string[];
  /** Lower goes first. */
  readonly priority: number;
  readonly weight: number;
  readonly enabled: boolean;
  /** None of its routes gets new calls; absent: they do. */
  readonly maintenance?: true;
  /** Serves only this account; absent: serves all accounts. */
  readonly accountId?: string;
  readonly routes: readonly Route[];
  readonly models: readonly ProviderModel[];
  /** As defined by the dialect. */
  readonly quirks: Readonly<Record<string, boolean>>;
}
