import type { ModelKind, ModelTier, Region } from '@tollgate/contract/enumerations';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { BaseRates, RateCard } from './rate-card.ts';

/** Rates in nano-CNY, per 1,000,000 tokens and per call. */
export interface Price extends BaseRates {
  /** Everything beyond the four rates; `null` if there is nothing. */
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
  /** Other names of the model; none of them is a name or alias of another model. */
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
  /** Whether a client's `max_tokens` limits all output, including reasoning. */
  readonly maxTokensIncludesReasoning: boolean;
  readonly supportedParameters: readonly string[];
  readonly features: readonly string[];
  readonly tier: ModelTier | null;
  /** Comparable models that clients may switch to. */
  readonly alternatives: readonly string[];
  /** The model that answers, at its own price, when no route of this one can; `null`: none. */
  readonly fallback: string | null;
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
  fallback: null,
  retirementDate: null,
};

/** Where a protocol differs from the route's URL and its own defaults; `null` for no difference. */
export interface Address {
  readonly baseUrl: string | null;
  readonly path: string | null;
  /** Overrides the route's. */
  readonly auth?: UpstreamAuth;
}

/** Usage limits of a key; `null` is unlimited. */
export interface RouteKeyLimits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly concurrency: number | null;
}

/** One of a route's credentials. */
export interface RouteKey {
  readonly id: string;
  /** In plain text only in memory; sealed at rest. `null` for upstreams that need no key. */
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
  /** URLs other than the base URL, by name of the protocol. */
  readonly addresses: Readonly<Record<string, Address>>;
  /** How the key is sent; `bearer` if absent. */
  readonly auth?: UpstreamAuth;
  /** Set while the route gets no new calls. */
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
  /** What the upstream charges us; `null` if unknown. */
  readonly cost: Price | null;
}

/** At least one, without duplicates. */
export type ChatDialects = readonly [string, ...string[]];

export interface Provider {
  readonly id: string;
  readonly name: string;
  /** Protocols of its chat models, in order of preference. */
  readonly chatDialects: ChatDialects;
  /** Protocols of its models of other kinds. */
  readonly dialects: Readonly<Partial<Record<Exclude<ModelKind, 'chat'>, string>>>;
  /** Hosts from which files in the provider's answers may be fetched; `.example.com` includes all subdomains. */
  readonly mediaHosts: readonly string[];
  /** Providers with a lower number are used first. */
  readonly priority: number;
  readonly weight: number;
  readonly enabled: boolean;
  /** Set while none of its routes gets new calls. */
  readonly maintenance?: true;
  /** Part of the program, and not of the database. */
  readonly isBuiltIn?: true;
  /** The only account that this provider serves; if absent, it serves all accounts. */
  readonly accountId?: string;
  readonly routes: readonly Route[];
  readonly models: readonly ProviderModel[];
  /** As defined by the dialect. */
  readonly quirks: Readonly<Record<string, boolean>>;
}
