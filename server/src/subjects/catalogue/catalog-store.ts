import type { Selectable } from 'kysely';
import type { CatalogSnapshot, PriceOverride } from '../../domain/catalog/catalog.ts';
import type { Model, Provider, Route } from '../../domain/catalog/model.ts';
import { aliasesOf } from '../../domain/catalog/aliases-of.ts';
import { maintenanceOf } from '../../domain/catalog/maintenance.ts';
import { listLabel, ownLabel } from '../../domain/catalog/price-label.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { priceVersionOf } from '../../storage/price-rows.ts';
import type { PriceOverridesTable, ProviderRoutesTable, RouteKeysTable } from '../../storage/schema.ts';
import { groupBy, modelOf, providerModelOf } from './catalog-rows.ts';
import { keysOf, type Opener } from './route-key-rows.ts';

/** Versions of one price; an empty list without rows. */
function overrideOf(rows: readonly Selectable<PriceOverridesTable>[]): PriceOverride[] {
  const [first] = rows;
  if (first === undefined) return [];
  const owner = { ownerKind: first.owner_kind, ownerId: first.owner_id };
  const versions = rows.map((row) => {
    const version = priceVersionOf(row, ownLabel(owner, row.model, Number(row.version)));
    return { ...version, price: row.withdrawn === 1n ? null : version.price };
  });
  return [{ ...owner, model: first.model, versions }];
}

function routeOf(row: Selectable<ProviderRoutesTable>, keys: readonly Selectable<RouteKeysTable>[], box: Opener): Route {
  return {
    id: row.id,
    region: row.region === 'overseas' ? 'overseas' : 'domestic',
    baseUrl: row.base_url,
    addresses: JSON.parse(row.addresses) as Route['addresses'],
    ...(JSON.parse(row.settings) as Pick<Route, 'auth' | 'maintenance'>),
    keys: keysOf(row, keys, box),
  };
}

/** An older version that knows a single chat protocol may have set the first one to one of the further ones. */
function chatDialectsOf(first: string, further: readonly string[]): Provider['chatDialects'] {
  return [first, ...further.filter((name) => name !== first)];
}

/** Reads the whole catalogue. Upstream keys are decrypted in the result and never stored in plain text. */
export function createCatalogStore(engine: Engine, box: Opener) {
  const db = compilerFor(engine.sql);

  async function models(): Promise<ReadonlyMap<string, Model>> {
    const [rows, prices] = await Promise.all([
      readRows(engine, 'hot', db.selectFrom('models').selectAll().where('deleted_at', 'is', null).orderBy('name')),
      readRows(engine, 'hot', db.selectFrom('model_prices').selectAll().orderBy('model').orderBy('version')),
    ]);
    const byModel = groupBy(prices, (row) => row.model);
    return new Map(
      rows.map((row) => {
        const own = (byModel.get(row.name) ?? []).filter(({ version }) => version >= row.first_version);
        return [
          row.name,
          modelOf(
            row,
            own.map((price) => priceVersionOf(price, listLabel(price.model, Number(price.version)))),
          ),
        ];
      }),
    );
  }

  async function overrides(): Promise<ReadonlyMap<string, PriceOverride>> {
    const query = db.selectFrom('price_overrides').selectAll().orderBy('version');
    const groups = groupBy(await readRows(engine, 'hot', query), (row) => `${row.owner_kind}:${row.owner_id}:${row.model}`);
    const entries = [...groups].flatMap(([name, rows]) => overrideOf(rows).map((own) => [name, own] as const));
    return new Map(entries);
  }

  async function routes(): Promise<ReadonlyMap<string, readonly Route[]>> {
    const [routeRows, keyRows] = await Promise.all([
      readRows(engine, 'hot', db.selectFrom('provider_routes').selectAll().orderBy('provider_id').orderBy('position')),
      readRows(engine, 'hot', db.selectFrom('route_keys').selectAll().orderBy('position')),
    ]);
    const groups = groupBy(routeRows, (row) => row.provider_id);
    const keysByRoute = groupBy(keyRows, (row) => row.route_id);
    return new Map(
      [...groups].map(([provider, rows]) => [provider, rows.map((row) => routeOf(row, keysByRoute.get(row.id) ?? [], box))]),
    );
  }

  async function providers(): Promise<readonly Provider[]> {
    const [rows, routesOf, models] = await Promise.all([
      readRows(engine, 'hot', db.selectFrom('providers').selectAll().orderBy('priority').orderBy('name')),
      routes(),
      readRows(engine, 'hot', db.selectFrom('provider_models').selectAll().orderBy('model')),
    ]);
    const modelsOf = groupBy(models, (row) => row.provider_id);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      // Here and below: JSON that only this folder writes.
      chatDialects: chatDialectsOf(row.dialect, JSON.parse(row.further_chat_dialects) as string[]),
      dialects: JSON.parse(row.dialects) as Provider['dialects'],
      mediaHosts: JSON.parse(row.media_hosts) as string[],
      priority: Number(row.priority),
      weight: Number(row.weight),
      enabled: row.enabled === 1n,
      ...maintenanceOf(row.maintenance === 1n),
      ...(row.account_id === null ? {} : { accountId: row.account_id }),
      routes: routesOf.get(row.id) ?? [],
      models: (modelsOf.get(row.id) ?? []).map(providerModelOf),
      quirks: JSON.parse(row.quirks) as Record<string, boolean>,
    }));
  }

  return {
    /** @throws {SecretBoxError} if an upstream key was encrypted with another secret. */
    async load(): Promise<CatalogSnapshot> {
      const [modelMap, providerList, overrideMap] = await Promise.all([models(), providers(), overrides()]);
      return {
        models: modelMap,
        aliases: aliasesOf(modelMap.values()),
        providers: providerList,
        providersByModel: providersByModel(providerList.filter(({ accountId }) => accountId === undefined)),
        ownProviders: ownProviders(providerList),
        overrides: overrideMap,
      };
    },
  };
}

/** Providers by model name, in order of priority. */
function providersByModel(providers: readonly Provider[]): ReadonlyMap<string, readonly Provider[]> {
  const offers = providers.flatMap((provider) => provider.models.map(({ model }) => ({ model, provider })));
  const groups = groupBy(offers, ({ model }) => model);
  return new Map([...groups].map(([model, list]) => [model, list.map(({ provider }) => provider)]));
}

/** The private providers by account. */
function ownProviders(providers: readonly Provider[]): CatalogSnapshot['ownProviders'] {
  const groups = groupBy(
    providers.filter(({ accountId }) => accountId !== undefined),
    ({ accountId }) => accountId ?? '',
  );
  return new Map([...groups].map(([accountId, list]) => [accountId, providersByModel(list)]));
}

/** One stored upstream key with the id it was encrypted for; `null` if there is none. */
export async function anySealedKey(engine: Engine): Promise<{ readonly sealed: Uint8Array; readonly owner: string } | null> {
  const query = compilerFor(engine.sql)
    .selectFrom('provider_routes')
    .select(['id', 'sealed_api_key'])
    .where('sealed_api_key', 'is not', null)
    .limit(1);
  const [row] = await readRows(engine, 'hot', query);
  const sealed = row?.sealed_api_key ?? null;
  return row === undefined || sealed === null ? null : { sealed, owner: row.id };
}
