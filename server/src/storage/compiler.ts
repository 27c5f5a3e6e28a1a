import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { CompiledQuery, Dialect } from 'kysely';
import type { Engine } from './engine.ts';
import type { Schema } from './schema.ts';

const dialects: Record<Engine['sql'], Dialect> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

/**
 * Builds queries in an engine's own SQL but never runs them. Pass `builder.compile()` to {@link Engine.write}, or the builder itself to
 * {@link readRows}.
 */
export function compilerFor(sql: Engine['sql']): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: dialects[sql] });
}

/** Any Kysely builder that compiles to a query with rows of type `Row`. */
export interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** Runs a query and keeps its row type. */
export async function readRows<Row>(engine: Engine, lane: 'hot' | 'reports', builder: Compilable<Row>): Promise<readonly Row[]> {
  // The engine returns exactly the columns that the query names, so the type derived by Kysely is the type of the rows.
  return (await engine.read(lane, builder.compile())) as unknown as readonly Row[];
}
