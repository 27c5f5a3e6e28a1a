import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';

/** Maximum number of cached prepared statements. The product has fewer distinct queries, so nothing is prepared twice. */
const statementsMax = 256;

export interface ConnectionOptions {
  readonly readOnly: boolean;
  readonly cacheKib: number;
}

/** One SQLite connection with its prepared statements. Belongs in a worker thread, because every call blocks. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string, options: ConnectionOptions) {
    this.db = new DatabaseSync(file, {
      readOnly: options.readOnly,
      // If another tool holds the lock, the database counts as silent; the books tolerate silence for longer than this.
      timeout: 15_000,
      readBigInts: true,
      enableForeignKeyConstraints: true,
    });
    this.db.exec(`pragma cache_size = -${String(options.cacheKib)}; pragma temp_store = file; pragma trusted_schema = off;`);
    if (options.readOnly) return;
    // Checkpoints run separately, after the reply: SQLite reports the failure of an automatic checkpoint as a failed commit, although that
    // commit is durable.
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

  /** Undoes everything since the last commit; harmless if no transaction is open. */
  rollback(): void {
    try {
      if (this.db.isTransaction) this.db.exec('rollback');
    } catch {
      // After a severe error, SQLite has already rolled back.
    }
  }

  close(): void {
    this.#statements.clear();
    this.db.close();
  }
}

/**
 * Converts parameters for SQLite. An integer bound as a JavaScript number would be stored as a float, and sums of money would be rounded
 * above 2^53.
 */
export function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (value === undefined) return null;
    return value as SQLInputValue;
  });
}
