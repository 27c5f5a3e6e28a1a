import type { RecordSource } from './catalog-ports.ts';
import { isCalledPlainly } from '../../domain/catalog/is-called-plainly.ts';
import type { Provider } from '../../domain/catalog/model.ts';
import { isPlain } from '../../domain/catalog/plain-key.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { writeCost } from '../../storage/price-rows.ts';
import { hasCard, refuseOlderPrograms } from './misread-parts-statements.ts';
import { firstKeyColumns, keyStatements, type Sealer } from './route-key-rows.ts';

export interface Origin {
  readonly source: RecordSource;
  readonly atMs: number;
}

/** Builds the statements that store a provider with all its parts. */
export function providerStatements(engine: Engine, box: Sealer) {
  const db = compilerFor(engine.sql);

  function routeStatements(provider: Provider): readonly UnitStatement[] {
    return provider.routes.flatMap((route, position) => {
      const row = db.insertInto('provider_routes').values({
        id: route.id,
        provider_id: provider.id,
        region: route.region,
        base_url: route.baseUrl,
        addresses: JSON.stringify(route.addresses),
        settings: JSON.stringify({ auth: route.auth, maintenance: route.maintenance }),
        ...firstKeyColumns(route, box),
        position,
      });
      return [{ query: row.compile() }, ...keyStatements(db, route, box)];
    });
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

  /** Routes and offers belong to their provider and are replaced with it. */
  function clearParts(providerId: string): readonly UnitStatement[] {
    return [
      { query: db.deleteFrom('provider_routes').where('provider_id', '=', providerId).compile() },
      { query: db.deleteFrom('provider_models').where('provider_id', '=', providerId).compile() },
    ];
  }

  function put(provider: Provider, origin: Origin): readonly UnitStatement[] {
    const [dialect, ...further] = provider.chatDialects;
    const columns = {
      name: provider.name,
      dialect,
      further_chat_dialects: JSON.stringify(further),
      dialects: JSON.stringify(provider.dialects),
      media_hosts: JSON.stringify(provider.mediaHosts),
      priority: provider.priority,
      weight: provider.weight,
      enabled: provider.enabled ? 1 : 0,
      maintenance: provider.maintenance === true ? 1 : 0,
      account_id: provider.accountId ?? null,
      quirks: JSON.stringify(provider.quirks),
      source: origin.source,
      updated_at: origin.atMs,
    };
    const row = db
      .insertInto('providers')
      .values({ id: provider.id, created_at: origin.atMs, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns));
    const hasCards = provider.models.some(({ cost }) => hasCard(cost));
    return [
      { query: row.compile() },
      ...clearParts(provider.id),
      ...routeStatements(provider),
      ...offerStatements(provider),
      ...refuseOlderPrograms(engine, 'cards', hasCards),
      ...refuseOlderPrograms(engine, 'isolation', provider.accountId !== undefined),
      ...refuseOlderPrograms(engine, 'addresses', !provider.routes.every(isCalledPlainly)),
      ...refuseOlderPrograms(engine, 'keys', !provider.routes.every(({ keys }) => isPlain(keys))),
      ...refuseOlderPrograms(engine, 'dialects', further.length > 0),
    ];
  }

  return { put, clearParts };
}
