import { sql } from 'kysely';
import type { ModelDraft, OverrideDraft, RecordSource } from '../../control/ports.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { Price, PriceVersion, Provider } from '../../domain/catalog/model.ts';
import { listLabel } from '../../domain/catalog/price-label.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { cardsMigration } from '../migrations.ts';
import { priceColumns, priceVersionOf, writeCost } from '../price-rows.ts';
import { writeFacts } from './catalog-rows.ts';
import { changed } from './changes-store.ts';

/** Seals what must not lie in the database in clear; the second argument is the id of the row that keeps it. */
interface Sealer {
  seal(text: string, owner: string): Buffer;
}

const nothing: Price = { input: 0n, cachedInput: 0n, output: 0n, perCall: 0n, card: null };

function overrideColumns(draft: OverrideDraft) {
  return {
    owner_kind: draft.ownerKind,
    owner_id: draft.ownerId,
    model: draft.model,
    version: draft.version,
    valid_from: draft.fromMs,
    withdrawn: draft.price === null ? 1 : 0,
    created_at: draft.createdAtMs,
    actor: draft.actor,
    ...priceColumns(draft.price ?? nothing),
  };
}

async function nodesWithoutCards(engine: Engine): Promise<readonly string[]> {
  if (engine.sql === 'sqlite') return [];
  const query = sql`select name from nodes where state = 'live' and coalesce(schema, 0) < ${cardsMigration} order by name`;
  return (await engine.read('hot', query.compile(compilerFor(engine.sql)))).map(({ name }) => String(name));
}

/** Builds the statements; the writer below runs them. */
function statementsFor(engine: Engine, box: Sealer) {
  const db = compilerFor(engine.sql);

  function modelStatements({ model, source, updatedAtMs }: ModelDraft): readonly UnitStatement[] {
    const facts = { kind: model.kind, owned_by: model.ownedBy, facts: writeFacts(model) };
    const columns = { ...facts, source, updated_at: updatedAtMs, deleted_at: null };
    const query = db
      .insertInto('models')
      .values({ name: model.name, created_at: model.createdAtMs, ...columns })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(columns));
    return [{ query: query.compile() }];
  }

  function priceStatements({ model, price }: ModelDraft): readonly UnitStatement[] {
    if (price === null) return [];
    const query = db.insertInto('model_prices').values({
      model: model.name,
      version: price.version.version,
      valid_from: price.version.fromMs,
      created_at: price.createdAtMs,
      actor: price.actor,
      ...priceColumns(price.version.price),
    });
    return [{ query: query.compile() }, ...keepOlderOut(price.version.price)];
  }

  /** Programs that do not know cards must not start beside one: they would charge the four rates alone. */
  function keepOlderOut(price: Price | null): readonly UnitStatement[] {
    if (engine.sql === 'sqlite' || (price?.card ?? null) === null) return [];
    return [{ query: sql`update schema_migrations set works_from = id where id = ${cardsMigration}`.compile(db) }];
  }

  function routeStatements(provider: Provider): readonly UnitStatement[] {
    return provider.routes.map((route, position) => ({
      query: db
        .insertInto('provider_routes')
        .values({
          id: route.id,
          provider_id: provider.id,
          region: route.region,
          base_url: route.baseUrl,
          sealed_api_key: route.apiKey === null ? null : box.seal(route.apiKey, route.id),
          api_key_hint: route.apiKey === null ? null : route.apiKey.slice(-4),
          position,
        })
        .compile(),
    }));
  }

  function offerStatements(provider: Provider): readonly UnitStatement[] {
    return provider.models.map((offer) => ({
      query: db
        .insertInto('provider_models')
        .values({
          provider_id: provider.id,
          model: offer.model,
          upstream_model: offer.upstreamModel,
          cost: writeCost(offer.cost),
        })
        .compile(),
    }));
  }

  /** Routes and offers are owned by their provider and replaced with it. */
  function clearParts(providerId: string): readonly UnitStatement[] {
    return [
      { query: db.deleteFrom('provider_routes').where('provider_id', '=', providerId).compile() },
      { query: db.deleteFrom('provider_models').where('provider_id', '=', providerId).compile() },
    ];
  }

  return {
    model: modelStatements,
    price: priceStatements,
    keepOlderOut,
    routes: routeStatements,
    offers: offerStatements,
    clearParts,
  };
}

/** Changes the catalog. Prices are only ever added; a version once written stays as it was. */
export function createCatalogWriter(engine: Engine, box: Sealer) {
  const db = compilerFor(engine.sql);
  const statements = statementsFor(engine, box);

  return {
    async putModel(draft: ModelDraft, audit: AuditEntry): Promise<void> {
      await engine.write([...statements.model(draft), ...statements.price(draft), ...changed(engine, 'catalog')], [audit]);
    },

    /** Its prices stay, because calls of the past name their versions; a later model of its name begins behind them. */
    async removeModel(
      name: string,
      removal: { readonly atMs: number; readonly nextVersion: number },
      audit: AuditEntry,
    ): Promise<void> {
      const { atMs, nextVersion } = removal;
      const remove = db.updateTable('models').where('name', '=', name).where('deleted_at', 'is', null);
      const marks = { deleted_at: atMs, updated_at: atMs, first_version: nextVersion, source: 'admin' };
      const query = remove.set(marks).compile();
      await engine.write([{ query, mustWrite: 'model' }, ...changed(engine, 'catalog')], [audit]);
    },

    /** All prices ever kept under a name, those of deleted models included; oldest version first. */
    async pricesOf(name: string): Promise<readonly PriceVersion[]> {
      const query = db.selectFrom('model_prices').selectAll().where('model', '=', name).orderBy('version');
      return (await readRows(engine, 'hot', query)).map((row) => priceVersionOf(row, listLabel(name, Number(row.version))));
    },

    async putOverride(draft: OverrideDraft, audit: AuditEntry): Promise<void> {
      const query = db.insertInto('price_overrides').values(overrideColumns(draft));
      const unit = [{ query: query.compile() }, ...statements.keepOlderOut(draft.price), ...changed(engine, 'catalog')];
      await engine.write(unit, [audit]);
    },

    nodesWithoutCards: () => nodesWithoutCards(engine),

    async putProvider(
      provider: Provider,
      origin: { readonly source: RecordSource; readonly atMs: number },
      audit: AuditEntry,
    ): Promise<void> {
      const columns = {
        name: provider.name,
        dialect: provider.dialect,
        dialects: JSON.stringify(provider.dialects),
        media_hosts: JSON.stringify(provider.mediaHosts),
        priority: provider.priority,
        weight: provider.weight,
        enabled: provider.enabled ? 1 : 0,
        quirks: JSON.stringify(provider.quirks),
        source: origin.source,
        updated_at: origin.atMs,
      };
      const put = db
        .insertInto('providers')
        .values({ id: provider.id, created_at: origin.atMs, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns));
      const costs = provider.models.flatMap(({ cost }) => statements.keepOlderOut(cost)).slice(0, 1);
      const parts = [
        ...statements.clearParts(provider.id),
        ...statements.routes(provider),
        ...statements.offers(provider),
        ...costs,
      ];
      await engine.write([{ query: put.compile() }, ...parts, ...changed(engine, 'catalog')], [audit]);
    },

    async removeProvider(id: string, audit: AuditEntry): Promise<void> {
      const remove = db.deleteFrom('providers').where('id', '=', id);
      const removal = { query: remove.compile(), mustWrite: 'provider' };
      await engine.write([...statements.clearParts(id), removal, ...changed(engine, 'catalog')], [audit]);
    },

    async sources(): Promise<{
      readonly models: ReadonlyMap<string, RecordSource>;
      readonly providers: ReadonlyMap<string, RecordSource>;
    }> {
      const [models, providers] = await Promise.all([
        readRows(engine, 'hot', db.selectFrom('models').select(['name', 'source'])),
        readRows(engine, 'hot', db.selectFrom('providers').select(['id', 'source'])),
      ]);
      return {
        models: new Map(models.map((row) => [row.name, sourceOf(row.source)])),
        providers: new Map(providers.map((row) => [row.id, sourceOf(row.source)])),
      };
    },
  };
}

function sourceOf(text: string): RecordSource {
  return text === 'environment' || text === 'built-in' ? text : 'admin';
}
