import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { plainKey } from '../../src/domain/catalog/plain-key.ts';
import type { CreditDraft } from '../../src/domain/books/ledger.ts';
import type { Account, Key } from '../../src/domain/tenants/tenant.ts';
import { createIds } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { auditSince } from '../../src/books/audit/audit-since.ts';
import { closeUsageHours } from '../../src/books/close-usage-hours.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { lastBookedMs } from '../../src/books/last-booked.ts';
import { purgeStrays } from '../../src/books/purge-calls.ts';
import { openPostgres } from '../../src/service/database/open-postgres.ts';
import { createAccountsStore } from '../../src/subjects/tenants/accounts/accounts-store.ts';
import { createCatalogStore } from '../../src/subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../../src/subjects/catalogue/catalog-writer-store.ts';
import { createDirectoryStore } from '../../src/subjects/tenants/accounts/directory-store.ts';
import { createKeysStore } from '../../src/subjects/tenants/keys/keys-store.ts';
import { createLedgerStore } from '../../src/subjects/ledger/ledger-store.ts';
import { createNoticesStore } from '../../src/subjects/notices/notices-store.ts';
import { createPlansStore } from '../../src/subjects/tenants/plans/plans-store.ts';
import { createAuditLogStore } from '../../src/storage/stores/audit-log-store.ts';
import { createReportsStore } from '../../src/subjects/calls/usage/reports-store.ts';
import { createSettingsStore } from '../../src/storage/stores/settings-store.ts';
import { createSubAccountsStore } from '../../src/subjects/tenants/sub-accounts/sub-accounts-store.ts';
import { withServer } from '../servers/needed-server.ts';
import { PostgresServer, postgres } from '../servers/postgres-server.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { auditDraft, dayOf, group, sampleRecord } from './sample-books.ts';
import { inTempFolder } from './temp-folder.ts';
import { openMigrated } from '../migrated-file.ts';

const hourMs = 3_600_000;
const clock = new VirtualClock();
const ids = createIds(clock);
const startMs = clock.nowMs();
const box = createSecretBox('a secret of the tests that is long enough');

/** Numbers assigned by an engine can have gaps. */
const ownNumbers = new Set(['seq']);

/** Everything a store returned, except values that may differ between engines. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value instanceof Map) return [...value].map(comparable);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, cell]) => !ownNumbers.has(name) && !(name === 'id' && typeof cell === 'bigint'),
  );
  return Object.fromEntries(entries.map(([name, cell]) => [name, comparable(cell)]));
}

const draft = auditDraft('test');
const page = { limit: 3, after: null };

async function tenants(engine: Engine): Promise<unknown[]> {
  const plans = createPlansStore(engine);
  const accounts = createAccountsStore(engine);
  const keys = createKeysStore(engine);
  const subAccounts = createSubAccountsStore(engine);
  const [planRecord] = await plans.list();
  assert.ok(planRecord);
  const { plan } = planRecord;
  await plans.put({ plan: { ...plan, id: 'own', strict: true, priceMultiplierPpm: 2n ** 40n }, position: 9 }, draft);
  await plans.put({ plan: { ...plan, id: 'own', name: 'Größe „x“', strict: false }, position: 9 }, draft);
  const answers: unknown[] = [await plans.list(), await plans.find('own'), await plans.find('none')];
  for (const name of ['a', 'b', 'B', 'ä', '_', 'c']) {
    const account: Account = {
      id: `acc_${name}`,
      name,
      email: name === 'b' ? null : `${name}@example.test`,
      plan,
      status: 'active',
      limits: plan.limits,
      brokenConnections: plan.brokenConnections,
      domesticOnly: true,
      isolation: 'own_first',
      priceMultiplierPpm: 1_000_000n,
      createdAtMs: startMs + name.length,
    };
    await accounts.create({ account, locale: null, ownLimits: name === 'c' ? { concurrency: null } : {} }, null, [draft]);
  }
  await createSubAccounts(engine);
  const key: Key = {
    id: 'key_1',
    accountId: 'acc_a',
    subAccountId: 'sub_1',
    prefix: 'sk-a',
    last4: 'abcd',
    remark: '',
    status: 'available',
    dailyCap: 5n,
    monthlyCap: null,
    capArming: 0,
    ipAllowList: ['192.0.2.0/24'],
    modelAllowList: null,
    expiresAtMs: null,
    domesticOnly: true,
    strict: true,
    routing: 'fastest',
    preferredRoute: 'prt_1',
    limits: { tokensPerMinute: 7 },
    createdAtMs: startMs,
  };
  await keys.create({ key, hash: Buffer.from('hash one'), audit: draft, notice: null });
  await keys.update({ ...key, remark: "it's \\ new", expiresAtMs: startMs }, { ...draft, atMs: startMs + 1 }, []);
  const replacement = { ...key, id: 'key_2', subAccountId: null, createdAtMs: startMs + 5 };
  await keys.replace(key, { key: replacement, hash: Buffer.from('hash two'), audit: draft, notice: null });
  await assert.rejects(keys.create({ key, hash: Buffer.from('hash three'), audit: draft, notice: null }));
  const last = { atMs: startMs + 1, id: 'acc_b' };
  const directory = createDirectoryStore(engine);
  return [
    ...answers,
    await accounts.find('acc_a\0'),
    await accounts.list({}, page),
    await accounts.list({ planId: plan.id, status: 'active' }, { limit: 10, after: last }),
    await accounts.ofPlan(plan.id),
    await keys.list({ accountId: 'acc_a' }, { limit: 10, after: null }),
    await keys.list({ accountId: 'acc_a', subAccountId: 'sub_1' }, { limit: 1, after: { atMs: startMs + 9, id: '' } }),
    await keys.ofSubAccount('sub_1'),
    await subAccounts.list({ accountId: 'acc_a' }, page),
    await directory.findKeyByHash(Buffer.from('hash two')),
    await directory.findKeyByHash(Buffer.from('no such')),
    await directory.loadAccount('acc_a', ['key_1', 'key_2']),
  ];
}

async function createSubAccounts(engine: Engine): Promise<void> {
  const subAccounts = createSubAccountsStore(engine);
  for (const id of ['sub_1', 'sub_2']) {
    const subAccount = {
      id,
      accountId: 'acc_a',
      name: id,
      modelAllowList: ['m'],
      dailyCap: null,
      monthlyCap: 7n,
      capArming: 2,
      status: 'active' as const,
    };
    await subAccounts.create({ subAccount, createdAtMs: startMs }, draft);
  }
  await subAccounts.update(
    {
      id: 'sub_1',
      accountId: 'acc_a',
      name: 'new',
      modelAllowList: null,
      dailyCap: null,
      monthlyCap: null,
      capArming: 0,
      status: 'active',
    },
    draft,
    [],
  );
  await subAccounts.remove('sub_2', draft, []);
  await assert.rejects(subAccounts.remove('sub_2', draft, []));
}

async function money(engine: Engine): Promise<unknown[]> {
  const ledger = createLedgerStore(engine);
  const credit: CreditDraft = {
    id: 'led_1',
    accountId: 'acc_a',
    bucket: 'trial',
    amount: 9n,
    reason: 'r',
    actor: 'cli',
    atMs: 1,
  };
  return [
    await ledger.credit(credit, draft),
    await ledger.credit({ ...credit, id: 'led_2' }, draft),
    await ledger.credit(credit, draft),
    await ledger.credit({ ...credit, id: 'led_3', bucket: 'paid', amount: 2n ** 60n }, draft),
    await ledger.credit({ ...credit, id: 'led_4', bucket: 'adjustment', amount: -3n }, draft),
    await closeUsageHours(engine, { nowMs: startMs + 50 * hourMs, closeAfterMs: hourMs }),
    await ledger.list('acc_a', { limit: 5, after: null }),
    await ledger.list('acc_b', { limit: 50, after: null }),
    await ledger.totals('acc_a'),
    await lastBookedMs(engine),
    await auditSince(engine, 5),
  ];
}

async function catalog(engine: Engine): Promise<unknown[]> {
  const writer = createCatalogWriter(engine, box);
  const price = { input: 1n, cachedInput: 2n, output: 3n, perCall: 10n ** 17n + 1n, card: null };
  const facts = {
    contextLength: 1,
    outputLimit: null,
    typicalOutput: 500,
    maxTokensIncludesReasoning: true,
    supportedParameters: ['a'],
    features: [],
    tier: null,
    aliases: [],
    alternatives: [],
    fallback: 'model-2',
    retirementDate: null,
  };
  for (const version of [1, 2]) {
    const model = { name: 'x/y', kind: 'chat' as const, ownedBy: 'x', createdAtMs: 1, ...facts };
    const priced = {
      version: { version, fromMs: version, price, label: `x/y@${String(version)}` },
      createdAtMs: 1,
      actor: 'cli',
    };
    await writer.putModel({ model, source: 'admin', updatedAtMs: version, price: priced }, draft);
    const override = {
      ownerKind: 'plan' as const,
      ownerId: 'own',
      model: 'x/y',
      version,
      fromMs: 1,
      createdAtMs: 1,
      actor: 'cli',
    };
    await writer.putOverride([{ ...override, price: version === 1 ? price : null }], draft);
    const provider = {
      id: 'prv_1',
      name: `p${String(version)}`,
      chatDialects: ['chat-completions', 'other-chat'] as const,
      dialects: { embedding: 'embeddings' },
      mediaHosts: ['cdn.example.com', '.files.example.com'],
      priority: 1,
      weight: version,
      enabled: version === 1,
      routes: [
        {
          id: `rt_${String(version)}`,
          region: 'overseas' as const,
          baseUrl: 'https://up.example',
          addresses: {},
          keys: [plainKey(`rky_${String(version)}`, 'k')],
        },
      ],
      models: [{ model: 'x/y', upstreamModel: 'z', cost: version === 1 ? null : price }],
      quirks: { a: true },
    };
    await writer.putProvider(provider, { source: 'environment', atMs: 1 }, draft);
  }
  const loaded = await createCatalogStore(engine, box).load();
  const sources = await writer.sources();
  await writer.removeProvider('prv_1', draft);
  await assert.rejects(writer.removeProvider('prv_1', draft));
  await writer.removeModel('x/y', { atMs: 3, nextVersion: 3 }, draft);
  await assert.rejects(writer.removeModel('x/y', { atMs: 3, nextVersion: 3 }, draft));
  const deleted = [await createCatalogStore(engine, box).load(), await writer.sources(), await writer.pricesOf('x/y')];
  const model = { name: 'x/y', kind: 'chat' as const, ownedBy: 'x', createdAtMs: 1, ...facts };
  await writer.putModel({ model, source: 'admin', updatedAtMs: 4, price: null }, draft);
  const again = await createCatalogStore(engine, box).load();
  assert.deepEqual(again.models.get('x/y')?.prices, []);
  const plans = createPlansStore(engine);
  const [gone] = await plans.list();
  assert.ok(gone !== undefined);
  await plans.put({ ...gone, plan: { ...gone.plan, id: 'gone' } }, draft);
  await plans.remove('gone', draft);
  await assert.rejects(plans.remove('gone', draft));
  return [loaded, sources, deleted, again, await plans.list()];
}

const records = Array.from({ length: 60 }, (_, index) => {
  const atMs = startMs + index * hourMs;
  const accountId = ['acc_a', 'acc_b', 'acc_B', 'acc_ä'][index % 4] ?? '';
  const overrides = { accountId, keyId: `key_${String(index % 3)}`, subAccountId: index % 5 === 0 ? 'sub_1' : null };
  return sampleRecord(ids, atMs, { ...overrides, model: ['m', 'M', null][index % 3] ?? null, charge: BigInt(index) });
});

async function reports(engine: Engine): Promise<unknown[]> {
  const store = createReportsStore(engine);
  const stray = { atMs: startMs, sourceIp: '192.0.2.1', path: '/v1', code: 'invalid_api_key', fault: 'none' };
  const notice = { accountId: 'acc_a', keyId: 'key_1', window: 'w', kind: 'cap_80' as const, arming: 0, text: 't', atMs: 1 };
  await engine.commitGroup(
    group({ closed: records, strays: [stray, { ...stray, count: 9 }], notices: [notice, notice] }),
    'inc_a',
  );
  const notices = createNoticesStore(engine);
  await notices.add([notice, { ...notice, arming: 1 }]);
  const day = dayOf(startMs);
  const answers: unknown[] = [await notices.list({ accountId: 'acc_a' }, page), await store.strays(page)];
  for (const groups of [
    ['day'],
    ['account_id', 'model'],
    ['model', 'key_id'],
    ['key_id'],
    ['sub_account_id', 'day'],
    [],
  ] as const) {
    for (const filter of [{}, { accountId: 'acc_a' }, { fromDay: day + 1, toDay: day + 1 }, { keyId: 'key_1', model: 'M' }]) {
      const sums = await store.usage({ ...filter, groups }, { limit: 4, after: null });
      answers.push(sums);
      const after = sums.at(-1)?.group;
      if (after !== undefined && groups.length > 0) answers.push(await store.usage({ ...filter, groups }, { limit: 4, after }));
    }
  }
  answers.push(
    await createAuditLogStore(engine).list({ objectKind: 'account', actor: 'cli', fromMs: 1, toMs: 2 }, { limit: 50, after: 5n }),
  );
  const settings = createSettingsStore(engine);
  await settings.set('a', '1');
  await settings.set('a', '2');
  answers.push(await settings.get('a'), await settings.get('b'), await purgeStrays(engine, { nowMs: startMs + 5, keepMs: 1 }));
  return answers;
}

withServer(postgres, 'SQLite and PostgreSQL', () => {
  let server: PostgresServer;

  before(async () => {
    server = await PostgresServer.start();
  });

  after(async () => {
    await server.remove();
  });

  void it('answer every store alike, to the order of names and the last digit', async () => {
    await inTempFolder(async (folder) => {
      const sqlite = await openMigrated(folder, clock);
      const postgres = await openPostgres({ url: await server.newDatabase(), clock, logger: silentLogger, soleNode: true });
      try {
        for (const part of [tenants, catalog, reports, money]) {
          assert.deepEqual(comparable(await part(postgres)), comparable(await part(sqlite)), part.name);
        }
      } finally {
        await sqlite.close();
        await postgres.close();
      }
    });
  });
});
