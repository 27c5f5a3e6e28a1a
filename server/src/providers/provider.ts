import type { ModelKind, ModelTier, Region } from '@tollgate/contract/enumerations';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { ChatDialects, MusicFacts } from '../domain/catalog/model.ts';

/** A vendor's published price per 1,000,000 tokens, as decimal strings. */
export interface ListPrice {
  readonly currency: 'CNY' | 'USD';
  readonly input: string;
  /** Absent if the vendor publishes none; cached input then costs as much as input. */
  readonly cachedInput?: string;
  /** Absent for models without countable output. */
  readonly output?: string;
  /** For music models, the price of one song. */
  readonly song?: string;
}

/** The date (`YYYY-MM-DD`) and source of prices. */
export interface PriceSource {
  readonly asOf: string;
  readonly source: string;
}

/** A model as its vendor sells it. Only models with a dated list price are included: a guessed price would mean a wrong bill. */
export interface VendorModel {
  readonly name: string;
  /** The vendor's own name for it, if it differs. */
  readonly upstreamModel?: string;
  readonly kind: ModelKind;
  /** Tokens of input and output together; for embeddings, of one input. */
  readonly contextLength?: number;
  /** Tokens of output. */
  readonly outputLimit?: number;
  readonly tier: ModelTier;
  readonly features: readonly string[];
  /** Request fields that the model is known to support. */
  readonly supportedParameters?: readonly string[];
  /** Comparable models, most similar first; a 503 names those that are served. */
  readonly alternatives: readonly string[];
  readonly price: ListPrice;
  /** The source of this model's price, if it differs from the vendor's other models. */
  readonly priced?: PriceSource;
  /** Set for the kind `music`. */
  readonly music?: MusicFacts;
  /** Facts that one price cannot express, for operators. */
  readonly note?: string;
}

export interface VendorAddress {
  /** By site, like the vendor's. */
  readonly baseUrls?: Readonly<Partial<Record<Region, string>>>;
  readonly path?: string;
  readonly auth?: UpstreamAuth;
}

/** A vendor is data: its base URLs, its deviations, its models. */
export interface VendorEntry {
  /** Also the name of the provider and of the file. */
  readonly name: string;
  readonly title: string;
  /** What it calls itself in Chinese, if that differs. */
  readonly titleZh?: string;
  /** The maker of its models, if the name differs from the vendor's; clients see it as `owned_by`. */
  readonly maker?: string;
  /** How the names of its maker's models begin, in lower case. If several vendors share a maker, only the first has this. */
  readonly modelNames?: RegExp;
  /** Protocols of its chat models, in order of preference; the first is used at `baseUrls`. */
  readonly chatDialects: ChatDialects;
  /** Protocols of its models of other kinds. */
  readonly dialects?: Readonly<Partial<Record<Exclude<ModelKind, 'chat'>, string>>>;
  /** Protocols that a server at a custom address may not speak: many imitate the vendor's chat only. */
  readonly ownDialects?: readonly string[];
  /** Protocols with another base URL than `baseUrls`, or with another path. */
  readonly addresses?: Readonly<Record<string, VendorAddress>>;
  /** Environment variables that may contain its key, all ending in `_API_KEY`; the first one that is set is used. */
  readonly keyVariables: readonly [string, ...string[]];
  /** Everything before `/chat/completions`, by site. Keys are usually bound to one site. */
  readonly baseUrls:
    | { readonly domestic: string; readonly overseas?: string }
    | { readonly domestic?: string; readonly overseas: string };
  /** Each customer has a custom base URL, which `…_BASE_URL` must name; `baseUrls` shows its form and its region. */
  readonly needsAddress?: true;
  /** Appended to a `…_BASE_URL` that lacks it, if the vendor's own SDK takes the URL without it. */
  readonly baseUrlEnding?: string;
  readonly quirks: Quirks;
  /** Hosts of the files that its responses refer to; `.example.com` includes all subdomains. */
  readonly mediaHosts?: readonly string[];
  /** How requests authenticate; `Authorization: Bearer` by default. */
  readonly auth?: UpstreamAuth;
  /** Source of its prices; `null` if it has none. */
  readonly prices: PriceSource | null;
  readonly models: readonly VendorModel[];
}
