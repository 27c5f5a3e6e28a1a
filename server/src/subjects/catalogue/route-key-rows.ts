import type { Selectable } from 'kysely';
import type { Route, RouteKey, RouteKeyLimits } from '../../domain/catalog/model.ts';
import { plainKey, unlimitedKey } from '../../domain/catalog/plain-key.ts';
import type { compilerFor } from '../../storage/compiler.ts';
import type { UnitStatement } from '../../storage/engine.ts';
import type { ProviderRoutesTable, RouteKeysTable } from '../../storage/schema.ts';

/** Encrypts values before they are stored. The second argument is the id of the row that stores the value. */
export interface Sealer {
  seal(text: string, owner: string): Buffer;
}

/** Decrypts stored values. The second argument is the id of the row that stores the value. */
export interface Opener {
  open(sealed: Uint8Array, owner: string): string;
}

function keyOf(row: Selectable<RouteKeysTable>, box: Opener): RouteKey {
  return {
    id: row.id,
    apiKey: row.sealed_api_key === null ? null : box.open(row.sealed_api_key, row.id),
    weight: Number(row.weight),
    // JSON that only this file writes.
    limits: { ...unlimitedKey, ...(JSON.parse(row.limits) as Partial<RouteKeyLimits>) },
    enabled: row.enabled === 1n,
  };
}

/**
 * The keys of a route. Versions that know one key per route store it in the route itself, and remove the keys when they replace the route.
 * In that case, the key of the route applies.
 */
export function keysOf(
  route: Selectable<ProviderRoutesTable>,
  rows: readonly Selectable<RouteKeysTable>[],
  box: Opener,
): readonly RouteKey[] {
  if (rows.length > 0) return rows.map((row) => keyOf(row, box));
  return [plainKey(route.id, route.sealed_api_key === null ? null : box.open(route.sealed_api_key, route.id))];
}

function hintOf(apiKey: string | null): string | null {
  return apiKey === null ? null : apiKey.slice(-4);
}

/** For older versions that know one key per route. */
export function firstKeyColumns({ id, keys }: Route, box: Sealer) {
  const apiKey = (keys.find(({ enabled }) => enabled) ?? keys[0])?.apiKey ?? null;
  return { sealed_api_key: apiKey === null ? null : box.seal(apiKey, id), api_key_hint: hintOf(apiKey) };
}

export function keyStatements(
  db: ReturnType<typeof compilerFor>,
  { id: routeId, keys }: Route,
  box: Sealer,
): readonly UnitStatement[] {
  return keys.map(({ id, apiKey, weight, limits, enabled }, position) => {
    const row = {
      id,
      route_id: routeId,
      sealed_api_key: apiKey === null ? null : box.seal(apiKey, id),
      hint: hintOf(apiKey),
      weight,
      limits: JSON.stringify(limits),
      enabled: enabled ? 1 : 0,
      position,
    };
    return { query: db.insertInto('route_keys').values(row).compile() };
  });
}
