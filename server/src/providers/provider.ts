import type { ModelKind, ModelTier, Region } from '@tollgate/contract/enumerations';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { ChatDialects, MusicFacts } from '../domain/catalog/model.ts';

/** A vendor's published price per 1,000,000 tokens, as decimal strings. */
export interface ListPrice {
  readonly currency: 'CNY' | 'USD';
  readonly input: string;
  /** Absent if the vendor publishes none: cached input then costs as much as input. */
  readonly cachedInput?: string;
  /** Left out of models that have no output to count. */
  readonly output?: string;
  /** For music models: for one song. */
  readonly song?: string;
}

/** Day (`YYYY-MM-DD`) and source of prices. */
export interface PriceSource {
  readonly asOf: string;
  readonly source: string;
}

/** A model as its vendor sells it. Only models with a dated list price are listed: a guessed price is a wrong bill. */
export interface VendorModel {
  readonly name: string;
  /** The vendor's own name, if it differs. */
  readonly upstreamModel?: string;
  readonly kind: ModelKind;
  /** Tokens of input and output together; of embeddings, of one input. */
  readonly contextLength?: number;
  /** Tokens of output. */
  readonly outputLimit?: number;
  readonly tier: ModelTier;
  readonly features: readonly string[];
  /** Request fields that it is known to honour. */
  readonly supportedParameters?: readonly string[];
  /** Comparable models, the nearest first; a 503 names those that are served. */
  readonly alternatives: readonly string[];
  readonly price: ListPrice;
  /** Where the price of this one is from, if not from where those of the others are. */
  readonly priced?: PriceSource;
  /** For models of the kind `music`. */
  readonly music?: MusicFacts;
  /** Facts outside the one price, for the operator. */
  readonly note?: string;
}

export interface VendorAddress {
  /** By site, as those of the vendor. */
  readonly baseUrls?: Readonly<Partial<Record<Region, string>>>;
  readonly path?: string;
  readonly auth?: UpstreamAuth;
}

/** A vendor is data: its address, its differences, its models. */
export interface VendorEntry {
  /** Also the provider's name and the file's. */
  readonly name: string;
  readonly title: string;
  /** The maker of its models, if its name differs from the vendor's; clients see it as `owned_by`. */
  readonly maker?: string;
  /** How the names of its maker's models begin, lower case; of vendors of one maker the first says it. */
  readonly modelNames?: RegExp;
  /** Protocols of its chat models, the one to prefer first; that one is spoken at `baseUrls`. */
  readonly chatDialects: ChatDialects;
  /** Protocols of its models of other kinds. */
  readonly dialects?: Readonly<Partial<Record<Exclude<ModelKind, 'chat'>, string>>>;
  /** Protocols that it speaks elsewhere than at `baseUrls`, or at another path than they say. */
  readonly addresses?: Readonly<Record<string, VendorAddress>>;
  /** Environment variables that may hold its key, all ending in `_API_KEY`; the first one that is set is taken. */
  readonly keyVariables: readonly [string, ...string[]];
  /** Everything before `/chat/completions`, by site. Keys are usually bound to one site. */
  readonly baseUrls:
    | { readonly domestic: string; readonly overseas?: string }
    | { readonly domestic?: string; readonly overseas: string };
  /** Each customer has a custom address, which `…_BASE_URL` must name; `baseUrls` shows its form and its region. */
  readonly needsAddress?: true;
  /** Appended to a `…_BASE_URL` without it, if the vendor's own SDK takes the address without. */
  readonly baseUrlEnding?: string;
  readonly quirks: Quirks;
  /** Where it keeps the files that its answers name; `.example.com` includes all hosts below it. */
  readonly mediaHosts?: readonly string[];
  /** How requests authenticate; `Authorization: Bearer` by default. */
  readonly auth?: UpstreamAuth;
  /** Source of its prices; `null` if it has none. */
  readonly prices: PriceSource | null;
  readonly models: readonly VendorModel[];
}
