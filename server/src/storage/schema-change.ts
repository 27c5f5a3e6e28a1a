import type { Engine } from './engine.ts';
import { schemaDialects, type SchemaDialect } from './schema-dialect.ts';

/** A schema change for one engine. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  /**
   * The oldest program, identified by the last migration it knows, that still works with the schema after this one. During a rolling
   * upgrade, old nodes run on the new schema: expand first, contract one release later.
   */
  readonly worksFrom: number;
  readonly sql: string;
  /**
   * SQLite only: edits a table's constraints directly in the schema text, as the SQLite documentation describes, because a new table would
   * require a copy.
   */
  readonly editsDefinitions?: boolean;
}

/** A schema change for all engines, or for those that it has an ID for. Never edit one that has been released. */
export interface SchemaChange {
  readonly name: string;
  /** Each engine has its own sequence of IDs. */
  readonly ids: Partial<Readonly<Record<Engine['sql'], number>>>;
  /** For PostgreSQL, see {@link Migration}. */
  readonly worksFrom: number;
  readonly editsDefinitions?: true;
  readonly sql: (dialect: SchemaDialect) => string;
}

/** The changes for an engine, in order and in its dialect. */
export function migrationsOf(changes: readonly SchemaChange[], engine: Engine['sql']): readonly Migration[] {
  return changes.flatMap(({ name, ids, worksFrom, editsDefinitions = false, sql }) => {
    const id = ids[engine];
    return id === undefined ? [] : [{ id, name, worksFrom, editsDefinitions, sql: sql(schemaDialects[engine]) }];
  });
}
