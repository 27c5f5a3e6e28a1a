import { Client } from 'pg';
import type { ClientConfig, QueryResult } from 'pg';
import { randomFraction } from '../../platform/random-fraction.ts';
import { StorageError } from '../storage-error.ts';
import { isBroken, isConflict, sqlState, storageErrorOf } from './fault.ts';
import { afterUnblocked } from '../../platform/after-unblocked.ts';
import { retry } from './retry.ts';
import type { RetryPolicy } from './retry.ts';

const conflictTriesMax = 8;
/**
 * The longest pause, multiplied by the number of attempts so far. Two nodes in a deadlock would deadlock again if both continued at once.
 */
const conflictPauseMs = 25;
const numberFromTheFuture = '22023';
/** A transaction that takes longer may be waiting for a server that vanished without a message. */
const silentAfterMs = 1000;

/** A session as listed by the server. */
interface Listed {
  readonly pid: number;
  readonly began: string;
}

const ownListing = 'select pid, backend_start::text as began from pg_stat_activity where pid = pg_backend_pid()';
const isListed = 'select 1 from pg_stat_activity where pid = $1 and backend_start::text = $2';

export interface SessionOptions {
  readonly config: ClientConfig;
  /** Runs first on every new connection. */
  readonly prepare: (client: Client) => Promise<void>;
  readonly retryPolicy: Omit<RetryPolicy, 'isClosed'>;
}

/** The connection was lost during a commit, whose result is unknown. */
class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
  readonly transaction: string;
  readonly result: unknown;
  constructor(transaction: string, result: unknown, cause: unknown) {
    super('the connection was lost during a commit', { cause });
    this.transaction = transaction;
    this.result = result;
  }
}

/** The server has not yet noticed that the connection was lost, or is still committing. A later query gets the result. */
class CommitUnderWay extends Error {
  override readonly name = 'CommitUnderWay';
}

/**
 * One connection for complete transactions, which run one after another in the order requested. After a lost connection, the next
 * transaction opens a new one.
 */
export class Session {
  readonly #options: SessionOptions;
  #client: Client | null = null;
  #listed: Listed | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Connects now. A failure is reported as the driver's error. */
  async open(): Promise<void> {
    await this.#connected();
  }

  /**
   * Runs `work` in one transaction, which this method begins and commits. After a deadlock, a serialization failure or a lost connection
   * `work` runs again, so it must keep no state between runs. It never runs again once it has taken effect.
   * @throws {StorageError}
   */
  transaction<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#retry(work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs after all earlier requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #retry<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    let unknown: CommitUnknown | null = null;
    const retryPolicy = { ...this.#options.retryPolicy, isClosed: () => this.#isClosed };
    try {
      return await retry(retryPolicy, async () => {
        if (unknown !== null && (await this.#tookEffect(unknown.transaction))) return unknown.result as Result;
        unknown = null;
        try {
          return await this.#tryAgain(work);
        } catch (error) {
          if (error instanceof CommitUnknown) unknown = error;
          throw error;
        }
      });
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  /**
   * Whether a transaction whose commit was never confirmed took effect.
   * @throws {CommitUnderWay}
   */
  async #tookEffect(transaction: string): Promise<boolean> {
    const client = await this.#connected();
    try {
      const query = 'select pg_xact_status($1::xid8) as status';
      const { rows } = await client.query<{ status: string | null }>(query, [transaction]);
      if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed';
    } catch (error) {
      // A server that took over without the end of the log does not know such a recent transaction.
      if (sqlState(error) === numberFromTheFuture) return false;
      if (isBroken(error)) this.#drop(client);
      throw error;
    }
    throw new CommitUnderWay('whether the last transaction took effect is not known yet');
  }

  async #tryAgain<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (!isConflict(error) || tries >= conflictTriesMax) throw error;
        await this.#pause(conflictPauseMs * tries * randomFraction());
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.retryPolicy.clock.after(ms, resolve));
  }

  async #once<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = await this.#connected();
    const unwatch = this.#watch(client);
    let commit: { readonly transaction: string; readonly result: Result } | null = null;
    try {
      const transaction = await begin(client);
      commit = { transaction, result: await work(client) };
      const { command } = await client.query('commit');
      // The server's reply to a commit if the transaction had already failed.
      if (command === 'ROLLBACK') throw new StorageError('outage', 'the transaction was rolled back');
      return commit.result;
    } catch (error) {
      if (isBroken(error)) this.#drop(client);
      else await this.#rollback(client);
      throw commit !== null && isBroken(error) ? new CommitUnknown(commit.transaction, commit.result, error) : error;
    } finally {
      unwatch();
    }
  }

  /**
   * Drops a connection that stays silent while the server at the same address answers a second connection and does not list this session.
   * Such a server vanished without a packet, and another has taken its place. A slow connection is kept. Returns a function that ends the
   * watch.
   */
  #watch(client: Client): () => void {
    const { clock } = this.#options.retryPolicy;
    let cancel: () => void = () => undefined;
    let isOver = false;
    const wait = (ms: number): void => {
      cancel = afterUnblocked(clock, ms, () => {
        void this.#isGone().then((isGone) => {
          if (isOver) return;
          if (isGone) this.#drop(client);
          // The interval grows, so that repeated queries do not slow down a slow server.
          else wait(2 * ms);
        });
      });
    };
    wait(silentAfterMs);
    return () => {
      isOver = true;
      cancel();
    };
  }

  /** Whether the server is reachable and does not list the session in use. */
  async #isGone(): Promise<boolean> {
    const listed = this.#listed;
    if (listed === null) return false;
    const other = new Client(this.#options.config);
    other.on('error', () => undefined);
    try {
      await other.connect();
      return (await other.query(isListed, [listed.pid, listed.began])).rowCount === 0;
    } catch {
      return false;
    } finally {
      void other.end().catch(() => undefined);
    }
  }

  async #rollback(client: Client): Promise<void> {
    try {
      await client.query('rollback');
    } catch {
      this.#drop(client);
    }
  }

  async #connected(): Promise<Client> {
    if (this.#isClosed && this.#client === null) throw new StorageError('outage', 'the database is closed');
    if (this.#client !== null) return this.#client;
    const client = new Client(this.#options.config);
    client.on('error', () => {
      this.#drop(client);
    });
    try {
      await client.connect();
      await this.#options.prepare(client);
      this.#listed = (await client.query<Listed & Record<string, unknown>>(ownListing)).rows[0] ?? null;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    return client;
  }

  #drop(client: Client): void {
    if (client === this.#client) this.#client = null;
    void client.end().catch(() => undefined);
  }
}

/** Returns the transaction's number, with which its result can be queried later. */
async function begin(client: Client): Promise<string> {
  // Two statements in one message return two results.
  const results: unknown = await client.query('begin; select pg_current_xact_id()::text as transaction');
  const [, number] = results as QueryResult<{ transaction: string }>[];
  return number?.rows[0]?.transaction ?? '0';
}
