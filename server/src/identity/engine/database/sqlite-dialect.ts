import type { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';

const statementsMax = 200;

/** The only connection. Its holder has exclusive access to the database, so transactions run one after another. */
class Connection implements DatabaseConnection {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(sql);
    if (statement.columns().length === 0) {
      const { changes } = statement.run(...(parameters as SQLInputValue[]));
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows = statement.all(...(parameters as SQLInputValue[])) as Row[];
    return { rows, numAffectedRows: BigInt(rows.length) };
  }

  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('sign-in reads nothing in pieces');
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= statementsMax) this.#statements.clear();
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

class OneConnectionDriver implements Driver {
  readonly #connection: Connection;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(db: DatabaseSync) {
    this.#connection = new Connection(db);
  }

  async init(): Promise<void> {
    // Already open.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) {
      const turn = Promise.withResolvers<undefined>();
      this.#waiting.push(() => {
        turn.resolve(undefined);
      });
      await turn.promise;
    }
    this.#isTaken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    // Closed by the code that opened it.
  }
}

/** Runs Kysely queries on a file that is open in this thread. */
export function sqliteDialect(db: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new OneConnectionDriver(db),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
