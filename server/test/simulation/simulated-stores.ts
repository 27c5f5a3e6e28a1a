import { createSecretBox } from '../../src/platform/secret-box.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { createAccountsStore } from '../../src/storage/stores/accounts-store.ts';
import { createCallsStore } from '../../src/storage/stores/calls-store.ts';
import { createCatalogStore } from '../../src/storage/stores/catalog-store.ts';
import { createCatalogWriter } from '../../src/storage/stores/catalog-writer.ts';
import { createDirectoryStore } from '../../src/storage/stores/directory-store.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { createKeysStore } from '../../src/storage/stores/keys-store.ts';
import { createLedgerStore } from '../../src/storage/stores/ledger-store.ts';
import { createNoticesStore } from '../../src/storage/stores/notices-store.ts';
import { createPlansStore } from '../../src/storage/stores/plans-store.ts';
import { createReportsStore } from '../../src/storage/stores/reports-store.ts';
import { createSettingsStore } from '../../src/storage/stores/settings-store.ts';
import { createSubAccountsStore } from '../../src/storage/stores/sub-accounts-store.ts';

const box = createSecretBox('the secret of a simulated service');

/** The product's stores over a simulated engine. */
export function simulatedStores(engine: Engine) {
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
