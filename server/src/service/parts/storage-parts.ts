import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { createBooks, type RunningBooks } from '../../books/commit-queue.ts';
import { databaseServerLimits } from '../../books/books-options.ts';
import type { Engine } from '../../storage/engine.ts';
import { lockDataFolder } from '../../storage/sqlite/data-folder.ts';
import { openSqlite } from '../database/open-sqlite.ts';
import { createStores, type Stores } from '../stores.ts';

export interface StorageParts {
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly stores: Stores;
}

interface EngineOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'redisUrl' | 'smtpUrl' | 'limits'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Opens the database: the file in the data folder, or a server. In both cases this process owns the data folder, which contains the records
 * waiting for a server.
 * @throws {StorageStartError}
 */
export async function openEngine({ config, clock, logger }: EngineOptions): Promise<Engine> {
  const { dataDir, databaseUrl, redisUrl } = config;
  if (databaseUrl === null) return await openSqlite({ folder: dataDir, logger, clock });
  // Loaded on use: the driver takes a tenth of the memory of a process that does not need it.
  const { openPostgres } = await import('../database/open-postgres.ts');
  const folder = lockDataFolder(dataDir);
  try {
    const engine = await openPostgres({ url: databaseUrl, logger, clock, soleNode: redisUrl === null });
    return {
      ...engine,
      async close() {
        await engine.close();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}

export interface StorageOptions extends EngineOptions {
  readonly engine: Engine;
  /** The engine to which records are committed. */
  readonly commitTo: Engine;
  /** Seals upstream keys at rest. */
  readonly secret: string;
  readonly ids: Ids;
  /** This process start. */
  readonly incarnation: string;
  /** `false` while this process may be unable to commit the calls it admits. */
  readonly mayAccept: () => boolean;
}

/** The stores, and the books including what an outage left in the spill file. */
export async function openStorage(options: StorageOptions): Promise<StorageParts> {
  const { engine, commitTo, config, secret, ids, incarnation, mayAccept, clock, logger } = options;
  const books = createBooks({
    engine: commitTo,
    clock,
    logger,
    incarnation,
    mayAccept,
    spillPath: join(config.dataDir, 'spill'),
    limits: config.databaseUrl === null ? {} : databaseServerLimits,
  });
  await books.start();
  const changeLimits = { perMinute: config.limits.changesPerMinute, perDay: config.limits.changesPerDay };
  return { engine, books, stores: createStores(engine, secret, { clock, ids, leaves: config.smtpUrl !== null }, changeLimits) };
}
