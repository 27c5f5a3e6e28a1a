import { sql } from 'kysely';
import type { Misread } from './catalog-ports.ts';
import type { Price } from '../../domain/catalog/model.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { misreadMigrations } from '../../storage/steps/gateway-migrations.ts';

export function hasCard(price: Price | null): boolean {
  return price !== null && price.card !== null;
}

/** Names of live nodes whose version would misread the feature. */
export async function nodesWithout(engine: Engine, part: Misread): Promise<readonly string[]> {
  if (engine.sql === 'sqlite') return [];
  const since = misreadMigrations[part];
  const query = sql`select name from nodes where state = 'live' and coalesce(schema, 0) < ${since} order by name`;
  return (await engine.read('hot', query.compile(compilerFor(engine.sql)))).map(({ name }) => String(name));
}

/** Prevents older versions that would misread a feature from starting once it is used. */
export function refuseOlderPrograms(engine: Engine, part: Misread, isUsed: boolean): readonly UnitStatement[] {
  if (engine.sql === 'sqlite' || !isUsed) return [];
  const query = sql`update schema_migrations set works_from = id where id = ${misreadMigrations[part]}`;
  return [{ query: query.compile(compilerFor(engine.sql)) }];
}
