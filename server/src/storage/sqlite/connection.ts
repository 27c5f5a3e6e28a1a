import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** Bound on prepared statements kept; the product has fewer shapes of query, so nothing is prepared twice. */
const statementsMax = 256;

export interface ConnectionOptions {
  readonly readOnly: boolean;
  readonly cacheKib: number;
}

/** One SQLite connection with its prepared statements. Lives inside a worker thread, because every call blocks. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, options: ConnectionOptions) {
    this.db = new DatabaseSync(file, {
      readOnly: options.readOnly,
      // Somebody else's tool that holds the lock is silence, for which the books have a longer grace than this.
      timeout: 15_000,
      readBigInts: true,
      enableForeignKeyConstraints: true,
    });
    this.db.exec(`pragma cache_size = -${String(options.cacheKib)}; pragma temp_store = file; pragma trusted_schema = off;`);
    if (options.readOnly) return;
    // The checkpoint is run after the answer, by hand: SQLite's own reports its failure as a failure of the commit that
    // set it off, although that commit is durable.
    this.db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma journal_size_limit = 67108864;');
    // Erased data must not remain in free pages.
    this.db.exec('pragma secure_delete = on;');
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= statementsMax) this.#statements.clear();
    const statement = this.db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Everything since the last commit is undone; harmless when nothing is open. */
  rollback(): void {
    try {
      if (this.db.isTransaction) this.db.exec('rollback');
    } catch {
      // SQLite has already rolled back by itself after a severe error.
    }
  }

  close(): void {
    this.#statements.clear();
    this.db.close();
  }
}

/**
 * Parameters as SQLite must see them: a whole number bound as a JavaScript number would arrive as a float, and sums of
 * money with it would be rounded above 2^53.
 */
export function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (value === undefined) return null;
    return value as SQLInputValue;
  });
}
