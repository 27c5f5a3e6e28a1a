import { hash } from 'node:crypto';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { CreateProviderRequest, PatchProviderRequest } from '@tollgate/contract/catalogue/providers';
import { showQuirks } from '@tollgate/contract/catalogue/quirks';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { maintenanceOf } from '../../../domain/catalog/maintenance.ts';
import type { Address, Provider, ProviderModel, Route } from '../../../domain/catalog/model.ts';
import { credentialFault } from '../../../domain/catalog/read-credential.ts';
import { isInstanceAddress } from '../../../platform/instance-address.ts';
import { invalid, required, type ControlContext } from '../../../control/control-context.ts';
import { readPrice, showPrice } from '../prices/prices.ts';
import { keySettings, readKeys } from './route-keys.ts';

function urlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'must be an address such as "https://api.example.com/v1"';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password; use `api_key`';
  if (url.search !== '' || text.includes('?')) return 'must not have a query';
  return url.hash !== '' || text.includes('#') ? 'must not have a fragment' : null;
}

/** Normalises an address and removes trailing slashes before it is stored. */
function readBaseUrl(param: string, text: string): string {
  const fault = urlFault(text);
  if (fault !== null) throw invalid(param, fault);
  if (isInstanceAddress(new URL(text).hostname)) throw refusal('upstream_address_link_local', { param }, { param });
  return new URL(text).href.replace(/\/+$/, '');
}

type RoutesRequest = CreateProviderRequest['routes'];
type AddressesRequest = NonNullable<RoutesRequest[number]['addresses']>;

function readAddresses(context: ControlContext, param: string, request: AddressesRequest): Route['addresses'] {
  const entries = Object.entries(request).map(([dialect, { base_url, path, auth }]) => {
    const its = `${param}.${dialect}`;
    if (!context.dialects.has(dialect))
      throw invalid(its, `is no protocol of upstreams; there are ${[...context.dialects.keys()].join(', ')}`);
    const baseUrl = base_url === undefined ? null : readBaseUrl(`${its}.base_url`, base_url);
    return [dialect, { baseUrl, path: path ?? null, ...(auth === undefined ? {} : { auth }) }] as const;
  });
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Parses routes. A route without keys, further addresses or auth keeps those of the earlier route with the same address and region,
 * including its id.
 * @throws {ApiError} 400 naming the field.
 */
export function readRoutes(context: ControlContext, request: RoutesRequest, before: readonly Route[]): readonly Route[] {
  const spare = [...before];
  return request.map(({ region, base_url, addresses, ...named }, position) => {
    const param = `routes[${String(position)}]`;
    const baseUrl = readBaseUrl(`${param}.base_url`, base_url);
    const match = spare.findIndex((route) => route.region === region && route.baseUrl === baseUrl);
    const [kept] = match < 0 ? [] : spare.splice(match, 1);
    const route = {
      id: kept?.id ?? context.ids.named('rte'),
      region,
      baseUrl,
      addresses: addresses === undefined ? (kept?.addresses ?? {}) : readAddresses(context, `${param}.addresses`, addresses),
      ...otherParts(named, kept),
      keys: readKeys(context, param, named, kept?.keys ?? []),
    };
    requireFitting(route, (at) => `${param}.${named.keys === undefined ? 'api_key' : `keys[${String(at)}].api_key`}`);
    return route;
  });
}

/** Optional parts of a route; bearer authentication is the default and is not stored. */
function otherParts(
  request: Pick<RoutesRequest[number], 'auth' | 'maintenance'>,
  kept: Route | undefined,
): Pick<Route, 'auth' | 'maintenance'> {
  const auth = request.auth ?? kept?.auth;
  return {
    ...(auth === undefined || auth.style === 'bearer' ? {} : { auth }),
    ...maintenanceOf(request.maintenance ?? kept?.maintenance),
  };
}

/** @throws {ApiError} 400 if a key cannot be sent in one of the requested ways. */
function requireFitting({ keys, auth, addresses }: Route, paramOf: (position: number) => string): void {
  const ways = [auth, ...Object.values(addresses).map((address) => address.auth ?? auth)];
  for (const [position, { apiKey }] of keys.entries())
    for (const way of ways) {
      const fault = credentialFault(way ?? { style: 'bearer' }, apiKey);
      if (fault !== null) throw invalid(paramOf(position), fault);
    }
}

export function readOffers(
  { catalog }: Pick<ControlContext, 'catalog'>,
  request: CreateProviderRequest['models'],
): readonly ProviderModel[] {
  const seen = new Set<string>();
  return request.map(({ model, upstream_model, cost }, position) => {
    const param = `models[${String(position)}]`;
    if (seen.has(model)) throw invalid(`${param}.model`, 'is listed twice');
    seen.add(model);
    const kind = catalog.current.models.get(model)?.kind ?? null;
    return {
      model,
      upstreamModel: upstream_model ?? model,
      cost: cost === undefined || cost === null ? null : readPrice(`${param}.cost`, cost, kind),
    };
  });
}

function readDialect(context: ControlContext, param: string, kind: ModelKind, dialect: string): string {
  const fitting = [...context.dialects].filter(([, itsKind]) => itsKind === kind).map(([name]) => name);
  if (fitting.includes(dialect)) return dialect;
  throw invalid(param, fitting.length === 0 ? 'cannot be set yet' : `must be one of: ${fitting.join(', ')}`);
}

type DialectsRequest = Pick<PatchProviderRequest, 'dialect' | 'chat_dialects' | 'dialects'>;

/** Treats a single `dialect` as a list of one. Beside a list, it must be the first entry. `null` if the request names none. */
function readChatDialects(context: ControlContext, request: DialectsRequest): Provider['chatDialects'] | null {
  const { dialect, chat_dialects: listed } = request;
  if (listed === undefined) return dialect === undefined ? null : [readDialect(context, 'dialect', 'chat', dialect)];
  const [first, ...further] = listed.map((name, position) => {
    const param = `chat_dialects[${String(position)}]`;
    if (listed.indexOf(name) !== position) throw invalid(param, 'is listed twice');
    return readDialect(context, param, 'chat', name);
  });
  if (first === undefined) throw invalid('chat_dialects', 'must name a protocol');
  if (dialect !== undefined && dialect !== first)
    throw invalid('dialect', 'must be the first entry of `chat_dialects` if both are set');
  return [first, ...further];
}

/** Parses the dialects of a new provider. @throws {ApiError} 400 like `readDialects`, or if the request names none. */
export function requireChatDialects(context: ControlContext, request: DialectsRequest): Provider['chatDialects'] {
  const named = readChatDialects(context, request);
  if (named !== null) return named;
  throw required('dialect', '`dialect` or `chat_dialects` is required.');
}

/** @throws {ApiError} 400 if a protocol is unknown, or not available for that model kind. */
export function readDialects(
  context: ControlContext,
  request: DialectsRequest,
): Partial<Pick<Provider, 'chatDialects' | 'dialects'>> {
  const { dialects } = request;
  const chatDialects = readChatDialects(context, request);
  return {
    ...(chatDialects === null ? {} : { chatDialects }),
    ...(dialects === undefined
      ? {}
      : {
          dialects: Object.fromEntries(
            Object.entries(dialects).map(([kind, name]) => [
              kind,
              readDialect(context, `dialects.${kind}`, kind as ModelKind, name),
            ]),
          ),
        }),
  };
}

function addressSettings({ baseUrl, path, auth }: Address) {
  return {
    ...(baseUrl === null ? {} : { base_url: baseUrl }),
    ...(path === null ? {} : { path }),
    ...(auth === undefined ? {} : { auth }),
  };
}

export function routeSettings({ id, region, baseUrl, addresses, auth, maintenance, keys }: Route) {
  const shown = keys.map(keySettings);
  return {
    id,
    region,
    base_url: baseUrl,
    auth: auth ?? { style: 'bearer' as const },
    maintenance: maintenance === true,
    addresses: Object.fromEntries(Object.entries(addresses).map(([dialect, address]) => [dialect, addressSettings(address)])),
    // From the first key, as in the times of one key per route.
    has_api_key: shown[0]?.has_api_key ?? false,
    api_key_last4: shown[0]?.api_key_last4 ?? null,
    keys: shown,
  };
}

/** The settings of a provider, in API terms. They never include credentials. */
export function providerSettings(provider: Provider) {
  return {
    id: provider.id,
    name: provider.name,
    dialect: provider.chatDialects[0],
    chat_dialects: [...provider.chatDialects],
    dialects: provider.dialects,
    media_hosts: [...provider.mediaHosts],
    priority: provider.priority,
    weight: provider.weight,
    enabled: provider.enabled,
    maintenance: provider.maintenance === true,
    account_id: provider.accountId ?? null,
    quirks: showQuirks(provider.quirks),
    routes: provider.routes.map(routeSettings),
    models: provider.models.map(({ model, upstreamModel, cost }) => ({
      model,
      upstream_model: upstreamModel,
      cost: cost === null ? null : showPrice(cost),
    })),
  };
}

/** A hash that changes with every change of the settings, routes, keys and models; a credential counts by the end that is shown. */
export function providerRevision(provider: Provider): string {
  const { models, ...settings } = providerSettings(provider);
  const sorted = models.toSorted((one, other) => (one.model < other.model ? -1 : 1));
  return hash('sha256', JSON.stringify([settings, sorted]), 'base64url').slice(0, 16);
}
