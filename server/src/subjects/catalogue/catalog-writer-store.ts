import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import type { Misread, ModelDraft, OverrideDraft, OverrideOrigin, RecordSource } from './catalog-ports.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { Price, PriceVersion, Provider } from '../../domain/catalog/model.ts';
import { listLabel } from '../../domain/catalog/price-label.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { priceColumns, priceVersionOf } from '../../storage/price-rows.ts';
import { writeFacts } from './catalog-rows.ts';
import { changed } from '../../storage/stores/changes-store.ts';
import { hasCard, refuseOlderPrograms, nodesWithout } from './misread-parts-statements.ts';
import { providerStatements, type Origin } from './provider-statements.ts';
import type { Sealer } from './route-key-rows.ts';

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

/** Builds the statements that the writer below runs. */
function modelStatementsFor(engine: Engine) {
  const db = compilerFor(engine.sql);

  function modelStatements({ model, source, updatedAtMs }: ModelDraft): readonly UnitStatement[] {
    const facts = { kind: model.kind, owned_by: model.ownedBy, facts: writeFacts(model) };
    const columns = { ...facts, aliases: JSON.stringify(model.aliases), source, updated_at: updatedAtMs, deleted_at: null };
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
    return [{ query: query.compile() }, ...refuseOlderPrograms(engine, 'cards', hasCard(price.version.price))];
  }

  return {
    model: modelStatements,
    price: priceStatements,
  };
}

/** Changes the catalogue. Prices are only added; an existing version never changes. */
export function createCatalogWriter(engine: Engine, box: Sealer) {
  const db = compilerFor(engine.sql);
  const statements = modelStatementsFor(engine);
  const providers = providerStatements(engine, box);

  return {
    async putModel(draft: ModelDraft, audit: AuditEntry): Promise<void> {
      await engine.write([...statements.model(draft), ...statements.price(draft), ...changed(engine, 'catalog')], [audit]);
    },

    /** Keeps the prices, because past calls refer to their versions. Versions of a later model with this name continue after them. */
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

    /** All prices ever stored under a name, including those of deleted models; oldest version first. */
    async pricesOf(name: string): Promise<readonly PriceVersion[]> {
      const query = db.selectFrom('model_prices').selectAll().where('model', '=', name).orderBy('version');
      return (await readRows(engine, 'hot', query)).map((row) => priceVersionOf(row, listLabel(name, Number(row.version))));
    },

    async putOverride(drafts: readonly OverrideDraft[], audit: AuditEntry): Promise<void> {
      const query = db.insertInto('price_overrides').values(drafts.map(overrideColumns));
      const needsCards = drafts.some(({ price }) => hasCard(price));
      const unit = [
        { query: query.compile() },
        ...refuseOlderPrograms(engine, 'cards', needsCards),
        ...changed(engine, 'catalog'),
      ];
      await engine.write(unit, [audit]);
    },

    async overrideOrigins(ownerKind: PriceOwnerKind, ownerId: string): Promise<readonly OverrideOrigin[]> {
      const query = db
        .selectFrom('price_overrides')
        .select(['model', 'version', 'created_at', 'actor'])
        .where('owner_kind', '=', ownerKind)
        .where('owner_id', '=', ownerId);
      const rows = await readRows(engine, 'reports', query);
      return rows.map((row) => ({
        model: row.model,
        version: Number(row.version),
        createdAtMs: Number(row.created_at),
        actor: row.actor,
      }));
    },

    nodesWithout: (part: Misread) => nodesWithout(engine, part),

    async putProvider(provider: Provider, origin: Origin, audit: AuditEntry): Promise<void> {
      await engine.write([...providers.put(provider, origin), ...changed(engine, 'catalog')], [audit]);
    },

    async removeProvider(id: string, audit: AuditEntry): Promise<void> {
      const remove = db.deleteFrom('providers').where('id', '=', id);
      const removal = { query: remove.compile(), mustWrite: 'provider' };
      await engine.write([...providers.clearParts(id), removal, ...changed(engine, 'catalog')], [audit]);
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
