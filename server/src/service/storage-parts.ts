import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { createBooks, type RunningBooks } from '../storage/commit-queue.ts';
import type { Engine } from '../storage/engine.ts';
import { recoverOpenCalls } from '../storage/recovery.ts';
import { openSqlite } from '../storage/sqlite/open-sqlite.ts';
import { createAccountsStore } from '../storage/stores/accounts-store.ts';
import { createCallsStore } from '../storage/stores/calls-store.ts';
import { createCatalogStore } from '../storage/stores/catalog-store.ts';
import { createCatalogWriter } from '../storage/stores/catalog-writer.ts';
import { createFiguresStore } from '../storage/stores/figures-store.ts';
import { createKeysStore } from '../storage/stores/keys-store.ts';
import { createLedgerStore } from '../storage/stores/ledger-store.ts';
import { createNoticesStore } from '../storage/stores/notices-store.ts';
import { createPlansStore } from '../storage/stores/plans-store.ts';
import { createReportsStore } from '../storage/stores/reports-store.ts';
import { createSettingsStore } from '../storage/stores/settings-store.ts';
import { createSubAccountsStore } from '../storage/stores/sub-accounts-store.ts';

export interface StorageOptions {
  readonly folder: string;
  /** Seals upstream keys at rest. */
  readonly secret: string;
  /** This process start. */
  readonly incarnation: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

function storesOf(engine: Engine, secret: string) {
  const box = createSecretBox(secret);
  return {
    plans: createPlansStore(engine),
    accounts: createAccountsStore(engine),
    subAccounts: createSubAccountsStore(engine),
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

export interface StorageParts {
  readonly engine: Engine;
  readonly books: RunningBooks;
  readonly stores: ReturnType<typeof storesOf>;
  /** Calls that an earlier process left open; they are rows with charge 0 now. */
  readonly recovered: number;
}

/**
 * Opens the database and brings its books up to date: what an outage left in the spill file, then what a crash left
 * open. Nothing is served before.
 */
export async function openStorage({ folder, secret, incarnation, clock, logger }: StorageOptions): Promise<StorageParts> {
  const engine = await openSqlite({ folder, logger, clock });
  try {
    const books = createBooks({ engine, clock, logger, incarnation, spillPath: join(folder, 'spill') });
    await books.start();
    const recovered = await recoverOpenCalls(engine, { clock, incarnation });
    return { engine, books, stores: storesOf(engine, secret), recovered };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
