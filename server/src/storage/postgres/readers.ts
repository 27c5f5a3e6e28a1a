import { Pool } from 'pg';
import type { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import type { Snapshot } from '../engine.ts';
import { clientConfig, prepareSession } from './connection.ts';
import type { SessionSettings } from './connection.ts';
import { sqlState, storageErrorOf } from './fault.ts';
import { retry } from './retry.ts';
import type { RetryPolicy } from './retry.ts';
import { bindable } from './values.ts';

export type Rows = readonly Record<string, unknown>[];

export interface ReadersOptions {
  readonly url: string;
  readonly manners: SessionSettings;
  readonly connectionsMax: number;
  readonly retryPolicy: RetryPolicy;
  /** For a small set of frequent short statements: the server parses and plans each once per connection. */
  readonly prepared: boolean;
}

/** Far more than the number of statements; a mistake must not fill the server's memory. */
const preparedMax = 500;
const changedResult = '0A000';

async function rowsOf(source: Pick<PoolClient, 'query'>, query: CompiledQuery, name?: string): Promise<Rows> {
  const values = bindable(query.parameters);
  return (await source.query<Record<string, unknown>>({ text: query.sql, values, ...(name === undefined ? {} : { name }) })).rows;
}

/** Read-only connections of one lane. */
export class Readers {
  readonly #pool: Pool;
  readonly #retryPolicy: RetryPolicy;
  readonly #names: Map<string, string> | null;
  #named = 0;

  constructor({ url, manners, connectionsMax, retryPolicy, prepared }: ReadersOptions) {
    this.#retryPolicy = retryPolicy;
    this.#names = prepared ? new Map() : null;
    this.#pool = new Pool({
      ...clientConfig(url, manners),
      max: connectionsMax,
      verify(client, done) {
        prepareSession(client, manners).then(() => {
          done();
        }, done);
      },
    });
    // An idle connection that fails is replaced when the next one is needed.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @throws {StorageError} */
  async read(query: CompiledQuery): Promise<Rows> {
    try {
      return await retry(this.#retryPolicy, () => this.#read(query));
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  /** @throws {StorageError}, and anything that `use` throws. */
  async snapshot<Result>(use: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const client = await this.#openSnapshot();
    let failure: Error | null = null;
    try {
      return await use({
        read: (query) =>
          rowsOf(client, query).catch((error: unknown) => {
            failure = storageErrorOf(error);
            throw failure;
          }),
      });
    } finally {
      await this.#closeSnapshot(client, failure);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #read(query: CompiledQuery): Promise<Rows> {
    const name = this.#nameOf(query.sql);
    try {
      return await rowsOf(this.#pool, query, name);
    } catch (error) {
      if (name === undefined || sqlState(error) !== changedResult) throw error;
      // A newer node has changed the schema: statements prepared earlier are prepared again, under new names.
      this.#names?.delete(query.sql);
      return await rowsOf(this.#pool, query);
    }
  }

  #nameOf(text: string): string | undefined {
    if (this.#names === null) return undefined;
    let name = this.#names.get(text);
    if (name === undefined && this.#named < preparedMax) {
      this.#named += 1;
      this.#names.set(text, (name = `read ${String(this.#named)}`));
    }
    return name;
  }

  async #openSnapshot(): Promise<PoolClient> {
    try {
      return await retry(this.#retryPolicy, async () => {
        const client = await this.#pool.connect();
        try {
          // A transaction sees the moment of its first statement that reads data.
          await client.query('begin isolation level repeatable read read only; select 1');
          return client;
        } catch (error) {
          client.release(true);
          throw error;
        }
      });
    } catch (error) {
      throw storageErrorOf(error);
    }
  }

  async #closeSnapshot(client: PoolClient, failure: Error | null): Promise<void> {
    if (failure !== null) {
      client.release(true);
      return;
    }
    try {
      await client.query('commit');
      client.release();
    } catch {
      client.release(true);
    }
  }
}
