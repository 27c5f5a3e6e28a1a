import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { createBooks, type RunningBooks } from '../storage/commit-queue.ts';
import type { BooksLimits } from '../storage/books-options.ts';
import type { Engine } from '../storage/engine.ts';
import { openPostgres } from '../storage/postgres/open-postgres.ts';
import { takeDataFolder } from '../storage/sqlite/data-folder.ts';
import { openSqlite } from '../storage/sqlite/open-sqlite.ts';
import { createAccountsStore } from '../storage/stores/accounts-store.ts';
import { createCallsStore } from '../storage/stores/calls-store.ts';
import { createCatalogStore } from '../storage/stores/catalog-store.ts';
import { createCatalogWriter } from '../storage/stores/catalog-writer.ts';
import { createDirectoryStore } from '../storage/stores/directory-store.ts';
import { createFiguresStore } from '../storage/stores/figures-store.ts';
import { createKeysStore } from '../storage/stores/keys-store.ts';
import { createLedgerStore } from '../storage/stores/ledger-store.ts';
import { createNoticesStore } from '../storage/stores/notices-store.ts';
import { createPlansStore } from '../storage/stores/plans-store.ts';
import { createReportsStore } from '../storage/stores/reports-store.ts';
import { createSettingsStore } from '../storage/stores/settings-store.ts';
import { createSubAccountsStore } from '../storage/stores/sub-accounts-store.ts';

function storesOf(engine: Engine, secret: string) {
  const box = createSecretBox(secret);
  return {
    plans: createPlansStore(engine),
    accounts: createAccountsStore(engine),
    subAccounts: createSubAccountsStore(engine),
    directory: createDirectoryStore(engine),
    keys: createKeysStore(engine),
    ledger: createLedgerStore(engine),
    catalog: createCatalogWriter(engine, box),
    notices: createNoticesStore(engine),
    reports: createReportsStore(engine),
    catalogStore: createCatalogStore(engine, box),
    calls: createCallsStore(engine),
    figures: createFiguresStore(engine),
    settings: createSettingsStore(engine),
  };
}

/** Each part of the database that the product reads and writes, by its subject. */
export type Stores = ReturnType<typeof storesOf>;

export interface StorageParts {
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly stores: Stores;
}

interface EngineOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'redisUrl'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Opens the database: the file in the data folder, or a server. The data folder belongs to this process in both cases: the
 * records that wait for a server lie there.
 * @throws {StorageStartError}
 */
export async function openEngine({ config, clock, logger }: EngineOptions): Promise<Engine> {
  const { dataDir, databaseUrl, redisUrl } = config;
  if (databaseUrl === null) return await openSqlite({ folder: dataDir, logger, clock });
  const folder = takeDataFolder(dataDir);
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

/** A server is restarted now and then; calls go on meanwhile, as long as their records are safe. */
const serverLimits: Partial<BooksLimits> = { refuseAfterMs: 12_000 };

export interface StorageOptions extends EngineOptions {
  readonly engine: Engine;
  /** What records are committed to. */
  readonly commitTo: Engine;
  /** Seals upstream keys at rest. */
  readonly secret: string;
  /** This process start. */
  readonly incarnation: string;
  /** `false` while this process may not be able to commit what it would admit. */
  readonly mayAccept: () => boolean;
}

/** The stores, and the books with what an outage left in the spill file. */
export async function openStorage(options: StorageOptions): Promise<StorageParts> {
  const { engine, commitTo, config, secret, incarnation, mayAccept, clock, logger } = options;
  const books = createBooks({
    ...{ engine: commitTo, clock, logger, incarnation, mayAccept },
    spillPath: join(config.dataDir, 'spill'),
    limits: config.databaseUrl === null ? {} : serverLimits,
  });
  await books.start();
  return { engine, books, stores: storesOf(engine, secret) };
}
