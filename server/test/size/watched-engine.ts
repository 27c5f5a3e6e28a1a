import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import { bindable } from '../../src/storage/sqlite/connection.ts';
import type { Engine } from '../../src/storage/engine.ts';

/** An engine that records its statements, each form once. */
export class WatchedEngine {
  readonly engine: Engine;
  readonly #seen = new Map<string, readonly unknown[]>();

  constructor(engine: Engine) {
    const note = (query: CompiledQuery): CompiledQuery => {
      this.#seen.set(query.sql, query.parameters);
      return query;
    };
    this.engine = {
      ...engine,
      read: (lane, query) => engine.read(lane, note(query)),
      snapshot: (use) => engine.snapshot((snapshot) => use({ read: (query) => snapshot.read(note(query)) })),
      write: (unit, audit) => {
        for (const { query } of unit) note(query);
        return engine.write(unit, audit);
      },
    };
  }

  /** The steps of SQLite's plan for every statement so far. */
  plans(file: string): readonly { readonly sql: string; readonly steps: readonly string[] }[] {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return [...this.#seen].map(([sql, parameters]) => {
        const bound: SQLInputValue[] = bindable(parameters);
        const rows = db.prepare(['explain query plan', sql].join(' ')).all(...bound);
        return { sql, steps: rows.map(({ detail }) => String(detail)) };
      });
    } finally {
      db.close();
    }
  }
}
