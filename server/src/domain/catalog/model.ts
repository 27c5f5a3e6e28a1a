import type { ModelKind, ModelTier, Region } from '@tollgate/contract/enumerations';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { BaseRates, RateCard } from './rate-card.ts';

/** Nano-CNY per 1,000,000 tokens, and per call. */
export interface Price extends BaseRates {
  /** Everything beyond these four rates; `null` if they are complete. */
  readonly card: RateCard | null;
}

/** A price in force from a moment on. A call keeps the version it was admitted under. */
export interface PriceVersion {
  readonly version: number;
  readonly fromMs: number;
  readonly price: Price;
  /** How the log names it; see price-label.ts. */
  readonly label: string;
}

/** The limits of a music model; a request beyond them is refused before any upstream is called. */
export interface MusicFacts {
  /** Whole seconds; a request that names none gets what the model likes, expected to be `usual`. */
  readonly durationSeconds: { readonly min: number; readonly max: number; readonly usual: number };
  /** The only ones there are; `null`: any words. */
  readonly tags: readonly string[] | null;
  readonly promptCharactersMax: number;
  /** 0: the model sings no words of others. */
  readonly lyricsCharactersMax: number;
  /** Songs of one request. */
  readonly songsMax: number;
  /** A task that takes longer is cancelled, uncharged. */
  readonly deadlineSeconds: number;
}

export interface Model {
  readonly name: string;
  /** Its other names; none of them is a name or alias of another model. */
  readonly aliases: readonly string[];
  readonly kind: ModelKind;
  readonly ownedBy: string;
  readonly createdAtMs: number;
  /** Oldest first. Empty: not priced, so it cannot be called. */
  readonly prices: readonly PriceVersion[];
  readonly contextLength: number | null;
  readonly outputLimit: number | null;
  /** Tokens of an answer without `max_tokens`, assumed for accounts with too few of them; `null` if unknown. */
  readonly typicalOutput: number | null;
  /** A client's `max_tokens` bounds all output, reasoning included. */
  readonly maxTokensIncludesReasoning: boolean;
  readonly supportedParameters: readonly string[];
  readonly features: readonly string[];
  readonly tier: ModelTier | null;
  /** Comparable models a client may switch to. */
  readonly alternatives: readonly string[];
  /** `YYYY-MM-DD`: from the start of that day on, in the service's time zone, it cannot be called. */
  readonly retirementDate: string | null;
  /** For models of the kind `music`; absent if unknown. */
  readonly music?: MusicFacts;
}

/** Facts of a model besides its name, maker and price. */
export type ModelFacts = Omit<Model, 'name' | 'aliases' | 'kind' | 'ownedBy' | 'createdAtMs' | 'prices'>;

/** For unknown models. */
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

/** How much a key may be used; `null` is without a bound. */
export interface RouteKeyLimits {
  readonly requestsPerMinute: number | null;
  readonly concurrency: number | null;
}

/** One of the credentials that a route is called with. */
export interface RouteKey {
  readonly id: string;
  /** In clear only in memory; sealed at rest. `null` for upstreams that need none. */
  readonly apiKey: string | null;
  /** Share among the keys of its route; 0 is used as a fallback only. */
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
  /** How a key is shown; as `bearer` where nothing else is said. */
  readonly auth?: UpstreamAuth;
  /** At least one. */
  readonly keys: readonly RouteKey[];
}

/** A route as it is called: with one of its keys. */
export interface KeyedRoute extends Omit<Route, 'keys'> {
  readonly apiKey: string | null;
}

export interface ProviderModel {
  readonly model: string;
  readonly upstreamModel: string;
  /** What the upstream charges us; `null` when unknown. */
  readonly cost: Price | null;
}

/** At least one, none twice. */
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
  /** Serves only this account; absent: serves all accounts. */
  readonly accountId?: string;
  readonly routes: readonly Route[];
  readonly models: readonly ProviderModel[];
  /** As defined by the dialect. */
  readonly quirks: Readonly<Record<string, boolean>>;
}
