import type { Engine } from './engine.ts';
import { schemaDialects, type SchemaDialect } from './schema-dialect.ts';

/** A change of the schema as one engine makes it. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  /**
   * The oldest program, identified by the last migration it knows, that still works with the schema after this one. During a rolling upgrade old
   * nodes run on the new schema: first expand, and contract a release later.
   */
  readonly worksFrom: number;
  readonly sql: string;
  /**
   * Only SQLite: changes what a table may hold in the schema's own text, as SQLite documents it, because a new table would
   * mean a copy.
   */
  readonly editsDefinitions?: boolean;
}

/** A change of the schema of all engines, or of those that it has an id for. Never edit one that has been released. */
export interface SchemaChange {
  readonly name: string;
  /** Each engine counts its own. */
  readonly ids: Partial<Readonly<Record<Engine['sql'], number>>>;
  /** For PostgreSQL, see {@link Migration}. */
  readonly worksFrom: number;
  readonly editsDefinitions?: true;
  readonly sql: (dialect: SchemaDialect) => string;
}

/** The changes that apply to an engine, in order, in its dialect. */
export function migrationsOf(changes: readonly SchemaChange[], engine: Engine['sql']): readonly Migration[] {
  return changes.flatMap(({ name, ids, worksFrom, editsDefinitions = false, sql }) => {
    const id = ids[engine];
    return id === undefined ? [] : [{ id, name, worksFrom, editsDefinitions, sql: sql(schemaDialects[engine]) }];
  });
}
