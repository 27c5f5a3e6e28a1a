import type { PutModelRequest } from '@tollgate/contract/catalogue/operator-models';
import type { CreateProviderRequest } from '@tollgate/contract/catalogue/providers';
import type { Region } from '@tollgate/contract/enumerations';
import { showQuirks } from '@tollgate/contract/catalogue/quirks';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { MusicFacts } from '../domain/catalog/model.ts';
import { credentialFault } from '../domain/catalog/read-credential.ts';
import { convertPrice, type PriceText, type Rates } from './price-conversion.ts';
import type { VendorEntry, VendorModel } from './provider.ts';

export interface CatalogueOptions extends Rates {
  /** Which site is called of a vendor with two, because keys are bound to a site. */
  readonly region: Region;
  /** Our own port: a URL that leads back to it would call the gateway endlessly. `null` while it is unknown. */
  readonly ownPort: number | null;
}

export interface KnownRoute {
  readonly region: Region;
  readonly base_url: string;
  readonly auth?: UpstreamAuth;
  readonly addresses: Record<string, { base_url?: string; path?: string; auth?: UpstreamAuth }>;
}

/** A provider with its only route, in the format of the admin API. */
export type CatalogueProvider = CreateProviderRequest & {
  readonly routes: [KnownRoute & { readonly api_key: string }];
};

/** A model with its selling price, in the format of the admin API plus the name. */
export type CatalogueModel = PutModelRequest & { readonly name: string; readonly price: PriceText };

export interface EnvironmentCatalogue {
  readonly providers: readonly CatalogueProvider[];
  readonly models: readonly CatalogueModel[];
  /** One sentence per invalid variable, reported with those of the configuration. Contains no key. */
  readonly faults: readonly string[];
}

/**
 * The providers whose keys are in the environment, with the models of the built-in price list. Our cost of a model is its list price at the
 * given exchange rate; the selling price adds the margin.
 */
export function environmentCatalogue(
  vendors: readonly VendorEntry[],
  env: Readonly<Record<string, string | undefined>>,
  options: CatalogueOptions,
): EnvironmentCatalogue {
  const providers: CatalogueProvider[] = [];
  const models: CatalogueModel[] = [];
  const faults: string[] = [];
  for (const vendor of vendors) {
    const variable = vendor.keyVariables.find((name) => (env[name] ?? '').trim() !== '');
    if (variable === undefined) continue;
    const key = readKey(vendor, variable, { env, faults });
    const route = readRoute(vendor, variable, { env, options, faults });
    if (key === null || route === null) continue;
    providers.push({ ...describeProvider(vendor, { ...route, api_key: key }), models: describeOffers(vendor, options) });
    models.push(...vendor.models.map((model) => describeModel(vendor, model, options)));
  }
  return { providers, models, faults };
}

const remedies: Readonly<Partial<Record<UpstreamAuth['style'], string>>> = {
  'google-service-account': 'Set it to what `base64 -w0 FILE` prints of the file that Google Cloud gave you',
};

function readKey(
  { auth = { style: 'bearer' } }: VendorEntry,
  variable: string,
  { env, faults }: Pick<Surroundings, 'env' | 'faults'>,
): string | null {
  const text = env[variable] ?? '';
  const fault = credentialFault(auth, text);
  if (fault === null) return text;
  faults.push(`${variable} ${fault}. ${remedies[auth.style] ?? 'Copy the key again'}.`);
  return null;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options: CatalogueOptions;
  readonly faults: string[];
}

function readRoute(vendor: VendorEntry, keyVariable: string, around: Surroundings): KnownRoute | null {
  const variable = keyVariable.replace(/_API_KEY$/, '_BASE_URL');
  const given = (around.env[variable] ?? '').trim();
  if (given === '' && vendor.needsAddress === true) {
    const form = Object.values(vendor.baseUrls).join(' or ');
    around.faults.push(`${keyVariable} needs ${variable}: a custom base URL such as ${form}.`);
    return null;
  }
  if (given === '') return ownSite(vendor, around.options.region);
  const url = readAddress(given);
  if (url === null) {
    around.faults.push(`${variable} must be an http or https address without user and query. Correct it or remove it.`);
    return null;
  }
  if (leadsBack(url, around.options.ownPort)) {
    around.faults.push(
      `${variable} leads back to this gateway. Remove it from the gateway's environment; it is meant for clients.`,
    );
    return null;
  }
  const base = url.href.replace(/\/+$/, '');
  const ending = vendor.baseUrlEnding ?? '';
  const site = siteOf(vendor, base, around.options.region);
  const base_url = base.endsWith(ending) ? base : base + ending;
  if (base_url === vendor.baseUrls[site]) return atSite(vendor, site);
  const { addresses } = atSite(vendor, site);
  const kept = Object.entries(addresses).filter(([dialect]) => isAtEveryBase(vendor, dialect));
  return {
    region: site,
    base_url,
    ...(vendor.auth === undefined ? {} : { auth: vendor.auth }),
    addresses: Object.fromEntries(kept),
  };
}

/** A customer-specific base URL of a vendor with one site belongs to that site; any other may be an operator's own server. */
function siteOf({ baseUrls, needsAddress }: VendorEntry, base: string, region: Region): Region {
  const isOwnOverseas = needsAddress === true && baseUrls.domestic === undefined;
  return isOwnOverseas || (baseUrls.overseas !== undefined && base.startsWith(baseUrls.overseas)) ? 'overseas' : region;
}

/** `null` if it is not a usable URL. */
function readAddress(text: string): URL | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.username + url.password + url.search + url.hash === '' ? url : null;
}

function ownSite(vendor: VendorEntry, region: Region): KnownRoute {
  const other = region === 'domestic' ? 'overseas' : 'domestic';
  return atSite(vendor, vendor.baseUrls[region] === undefined ? other : region);
}

export function atSite({ baseUrls, auth, addresses = {} }: VendorEntry, region: Region): KnownRoute {
  const others = Object.entries(addresses).map(([dialect, { baseUrls: bases, path, auth: its }]) => {
    const base = bases?.[region];
    const where = { ...(base === undefined ? {} : { base_url: base }), ...(path === undefined ? {} : { path }) };
    return [dialect, { ...where, ...(its === undefined ? {} : { auth: its }) }] as const;
  });
  const own = auth === undefined ? {} : { auth };
  return { region, base_url: baseUrls[region] ?? '', ...own, addresses: Object.fromEntries(others) };
}

/** Whether a protocol differs at most in how the key is sent, so that it is spoken at an operator's address as well. */
function isAtEveryBase({ addresses, ownDialects = [] }: VendorEntry, dialect: string): boolean {
  if (ownDialects.includes(dialect)) return false;
  const address = addresses?.[dialect];
  return address === undefined || (address.baseUrls === undefined && address.path === undefined);
}

/** The provider's protocols at this base URL. If it is not the vendor's, the further protocols are unknown. */
function dialectsAt(vendor: VendorEntry, route: KnownRoute): Pick<CatalogueProvider, 'chat_dialects' | 'dialects'> {
  const isOwn = route.base_url === vendor.baseUrls[route.region];
  const isSpoken = (dialect: string): boolean => isOwn || isAtEveryBase(vendor, dialect);
  return {
    chat_dialects: vendor.chatDialects.filter(isSpoken),
    dialects: Object.fromEntries(Object.entries(vendor.dialects ?? {}).filter(([, dialect]) => isSpoken(dialect))),
  };
}

function leadsBack(url: URL, ownPort: number | null): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return port === String(ownPort) && /^(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/.test(url.hostname);
}

/** A vendor as a provider without models, called by one route. */
export function describeProvider<Site extends KnownRoute>(vendor: VendorEntry, route: Site) {
  return {
    name: vendor.name,
    ...dialectsAt(vendor, route),
    media_hosts: [...(vendor.mediaHosts ?? [])],
    quirks: showQuirks(vendor.quirks),
    routes: [route] as [Site],
  };
}

function describeOffers(vendor: VendorEntry, rates: Rates): CatalogueProvider['models'] {
  return vendor.models.map((model) => ({
    model: model.name,
    upstream_model: model.upstreamModel ?? model.name,
    cost: convertPrice(model.price, { ...rates, marginPpm: 0n }),
  }));
}

function describeModel(vendor: VendorEntry, model: VendorModel, rates: Rates): CatalogueModel {
  return {
    name: model.name,
    kind: model.kind,
    owned_by: vendor.maker ?? vendor.name,
    context_length: model.contextLength ?? null,
    output_limit: model.outputLimit ?? null,
    tier: model.tier,
    features: [...model.features],
    supported_parameters: [...(model.supportedParameters ?? [])],
    alternatives: [...model.alternatives],
    price: convertPrice(model.price, rates),
    ...(model.music === undefined ? {} : { music: describeMusic(model.music) }),
  };
}

function describeMusic({ durationSeconds, tags, ...limits }: MusicFacts): NonNullable<PutModelRequest['music']> {
  return {
    duration_seconds: durationSeconds,
    tags: tags === null ? null : [...tags],
    prompt_characters_max: limits.promptCharactersMax,
    lyrics_characters_max: limits.lyricsCharactersMax,
    songs_max: limits.songsMax,
    deadline_seconds: limits.deadlineSeconds,
  };
}
