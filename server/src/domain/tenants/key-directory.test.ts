import { brokenConnectionDefaults } from '@tollgate/contract/tenants/broken-connections';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DirectoryStore } from './directory.ts';
import { createDirectory } from './key-directory.ts';
import { keyRefusal } from './key-refusal.ts';
import { hashKeyValue } from './key-value.ts';
import { modelAllowed } from './model-allowed.ts';
import type { Account, Key, SubAccount } from './tenant.ts';

type Found = Awaited<ReturnType<DirectoryStore['findKeyByHash']>>;

const account: Account = {
  id: 'acc_1',
  name: 'A',
  email: null,
  plan: {
    id: 'standard',
    name: 'Standard',
    limits: { requestsPerMinute: 60, concurrency: 100 },
    concurrencyRecommended: 10,
    strict: false,
    brokenConnections: brokenConnectionDefaults,
    priceMultiplierPpm: 1_000_000n,
  },
  status: 'active',
  limits: { requestsPerMinute: 60, concurrency: 100 },
  brokenConnections: brokenConnectionDefaults,
  priceMultiplierPpm: 1_000_000n,
  domesticOnly: false,
  isolation: 'shared',
  createdAtMs: 0,
};
const subAccount: SubAccount = {
  id: 'sub_1',
  accountId: 'acc_1',
  name: 'S',
  modelAllowList: null,
  dailyCap: null,
  monthlyCap: null,
  capArming: 0,
  status: 'active',
};
const key: Key = {
  id: 'key_1',
  accountId: 'acc_1',
  subAccountId: 'sub_1',
  prefix: 'sk-AAAA',
  last4: 'ZZZZ',
  remark: '',
  status: 'available',
  dailyCap: null,
  monthlyCap: null,
  capArming: 0,
  ipAllowList: [],
  modelAllowList: null,
  expiresAtMs: null,
  strict: false,
  limits: {},
  domesticOnly: false,
  routing: null,
  preferredRoute: null,
  createdAtMs: 0,
};
const hash = hashKeyValue('one');
const otherHash = hashKeyValue('two');

/** A store that returns results when the test says so. */
function heldStore() {
  const asked: { readonly hash: Buffer; readonly answer: (found: Found) => void }[] = [];
  const store: DirectoryStore = {
    loadAccount: () => Promise.resolve(null),
    accountsOfPlan: () => Promise.resolve([]),
    findKeyByHash: (wanted) =>
      new Promise((resolve) => {
        asked.push({ hash: wanted, answer: resolve });
      }),
  };
  return { store, asked };
}

/** Lets promises continue that only wait for the next turns of the event loop. */
const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

function directoryOn(store: DirectoryStore) {
  return createDirectory({ store, compileIpAllowList: (list) => (address) => list.length === 0 || list.includes(address) });
}

test('a key is loaded once however many calls ask for it at the same moment, and found at once afterwards', async () => {
  const { store, asked } = heldStore();
  const directory = directoryOn(store);
  const finds = Array.from({ length: 50 }, async () => directory.find(hash));
  assert.equal(asked.length, 1);
  asked[0]?.answer({ key, account, credits: 5n, subAccount });
  const entries = new Set(await Promise.all(finds));
  assert.equal(entries.size, 1);
  const entry = directory.find(hash);
  assert.ok(entry !== null && !(entry instanceof Promise));
  assert.equal(entry.account.credits, 5n);
  assert.equal(directory.size, 1);
});

test('a source that guesses does not reach the database', () => {
  const { store, asked } = heldStore();
  assert.equal(directoryOn(store).find(hash, false), null);
  assert.equal(asked.length, 0);
});

test('a key that is not found is asked for again, because it may have been made since', async () => {
  const { store, asked } = heldStore();
  const directory = directoryOn(store);
  const first = directory.find(hash);
  asked[0]?.answer(null);
  assert.equal(await first, null);
  void directory.find(hash);
  assert.equal(asked.length, 2);
});

test('a load that read the row before a change never brings the old state back', async () => {
  const { store, asked } = heldStore();
  const directory = directoryOn(store);
  const find = directory.find(hash);
  directory.keyChanged({ ...key, status: 'deleted', ipAllowList: ['203.0.113.1'] });
  directory.accountChanged({ ...account, status: 'disabled' });
  directory.creditsChanged('acc_1', 9n);
  directory.subAccountChanged({ ...subAccount, status: 'deleted' });
  asked[0]?.answer({ key, account, credits: 5n, subAccount });
  const entry = await find;
  assert.ok(entry !== null);
  assert.equal(entry.key.status, 'deleted');
  assert.equal(entry.ipAllowed('203.0.113.2'), false);
  assert.equal(entry.account.account.status, 'disabled');
  assert.equal(entry.account.credits, 9n);
  assert.equal(entry.subAccount?.subAccount.status, 'deleted');
});

test('what another node changed is seen by calls that hold the entry already, once the account was loaded again', async () => {
  const { store, asked } = heldStore();
  let stored = { account, credits: 5n, keys: [key], subAccounts: [subAccount] };
  let latest = 1;
  let during: () => Promise<void> | void = () => undefined;
  const loads: Promise<number>[] = [];
  const directory = createDirectory({
    store: {
      ...store,
      async loadAccount() {
        const seen = stored;
        loads.push(Promise.resolve(loads.length));
        await loads.at(-1);
        await during();
        return seen;
      },
    },
    compileIpAllowList: (list) => (address) => list.length === 0 || list.includes(address),
    latestChange: () => Promise.resolve(latest),
  });
  const find = directory.find(hash);
  await turns();
  asked[0]?.answer({ key, account, credits: 5n, subAccount });
  const entry = await find;
  assert.ok(entry !== null);
  assert.equal(entry.account.revision, 1);

  stored = { account, credits: 7n, keys: [{ ...key, status: 'deleted', ipAllowList: ['203.0.113.1'] }], subAccounts: [] };
  latest = 2;
  await directory.reload('acc_1');
  assert.deepEqual([entry.key.status, entry.account.credits, entry.account.revision], ['deleted', 7n, 2]);
  assert.equal(entry.ipAllowed('203.0.113.2'), false);

  // A change is made here while the rows are loaded. They may be older than the change, so they are read again.
  latest = 3;
  during = () => {
    stored = { ...stored, credits: 9n };
    directory.creditsChanged('acc_1', 9n);
    during = () => undefined;
  };
  const first = loads.length;
  await directory.reload('acc_1');
  assert.deepEqual([loads.length - first, entry.account.credits, entry.account.revision], [2, 9n, 3]);

  // Another key of the account that is loaded meanwhile was not part of the read, so the same applies.
  let finding: unknown;
  during = () => {
    during = () => undefined;
    const older = { ...key, id: 'key_2' };
    finding = directory.find(otherHash);
    stored = { ...stored, keys: [...stored.keys, { ...older, status: 'deleted' }] };
    return turns().then(() => {
      asked.at(-1)?.answer({ key: older, account, credits: 9n, subAccount });
      return turns();
    });
  };
  await directory.reload('acc_1');
  assert.deepEqual(
    [directory.liveKey('key_2')?.key.status, entry.account.revision, await finding],
    ['deleted', 3, directory.liveKey('key_2')],
  );

  // The entry becomes current again, even while other keys are still being looked up.
  latest = 4;
  void directory.find(hashKeyValue('three'));
  directory.creditsChanged('acc_1', 9n);
  assert.equal(entry.account.revision, 0, 'a change made here may be told after a later one of another node was read');
  await directory.reload('acc_1');
  assert.equal(entry.account.revision, 4);

  // A request during a load gets a load that began after the request, shared by all such requests.
  const before = loads.length;
  stored = { ...stored, credits: 11n };
  await Promise.all([directory.reload('acc_1'), directory.reload('acc_1'), directory.reload('acc_1')]);
  assert.deepEqual([loads.length - before, entry.account.credits, entry.account.revision], [2, 11n, 4]);
});

test('a change is seen by calls that hold the entry already, and keys of one account share its state', async () => {
  const { store, asked } = heldStore();
  const directory = directoryOn(store);
  const finds = [Promise.resolve(directory.find(hash)), Promise.resolve(directory.find(otherHash))] as const;
  asked[0]?.answer({ key, account, credits: 5n, subAccount });
  asked[1]?.answer({ key: { ...key, id: 'key_2' }, account, credits: 5n, subAccount: null });
  const [one, two] = await Promise.all(finds);
  assert.ok(one !== null && two !== null);
  assert.equal(one.account, two.account);
  directory.keyChanged({ ...key, ipAllowList: ['203.0.113.1'] });
  assert.deepEqual([one.ipAllowed('203.0.113.1'), one.ipAllowed('203.0.113.2')], [true, false]);
  assert.equal(two.ipAllowed('203.0.113.2'), true);
  directory.accountChanged({ ...account, status: 'disabled' });
  assert.deepEqual(
    [one, two].map((entry) => keyRefusal(entry, 0)?.cause),
    ['account frozen', 'account frozen'],
  );
  directory.accountChanged(account);
  directory.keyChanged({ ...key, status: 'deleted' });
  assert.deepEqual([keyRefusal(one, 0)?.cause, keyRefusal(two, 0)], ['deleted', null]);
});

test('a refused key names the cause for the log of its account', async () => {
  const { store, asked } = heldStore();
  const directory = directoryOn(store);
  const find = directory.find(hash);
  asked[0]?.answer({ key, account, credits: 0n, subAccount });
  const entry = await find;
  assert.ok(entry !== null);
  assert.equal(keyRefusal(entry, 0), null);
  for (const status of ['reset', 'deleted', 'disabled'] as const) {
    directory.keyChanged({ ...key, status });
    assert.deepEqual(keyRefusal(entry, 0), { code: 'invalid_api_key', cause: status });
  }
  directory.keyChanged({ ...key, expiresAtMs: 1000 });
  assert.equal(keyRefusal(entry, 999), null);
  assert.equal(keyRefusal(entry, 1000)?.cause, 'expired');
  directory.keyChanged(key);
  directory.subAccountChanged({ ...subAccount, status: 'deleted' });
  assert.equal(keyRefusal(entry, 0)?.cause, 'sub-account deleted');
});

test('an empty list restricts nothing, an empty intersection allows nothing', () => {
  assert.equal(modelAllowed({ name: 'a', aliases: [] }, null, []), true);
  assert.equal(modelAllowed({ name: 'a', aliases: [] }, ['a'], null), true);
  assert.equal(modelAllowed({ name: 'b', aliases: [] }, ['a'], null), false);
  assert.equal(modelAllowed({ name: 'b', aliases: [] }, ['a'], ['b']), false);
  assert.equal(modelAllowed({ name: 'a', aliases: [] }, ['a', 'b'], ['a']), true);
  const named = { name: 'a', aliases: ['fast'] };
  assert.deepEqual(
    [modelAllowed(named, ['fast'], null), modelAllowed(named, ['a'], ['fast']), modelAllowed(named, ['b'], ['fast'])],
    [true, true, false],
  );
});

test('a plan changed elsewhere is read once for all its accounts, and never puts back what a later change has replaced', async () => {
  const first = { key, account, credits: 5n, subAccount: null };
  const second = { ...first, key: { ...key, id: 'key_2', accountId: 'acc_2' }, account: { ...account, id: 'acc_2' } };
  const disabled = { ...account, status: 'disabled' as const };
  let change = 1;
  let answer: (accounts: readonly Account[]) => void = () => undefined;
  const directory = createDirectory({
    store: {
      findKeyByHash: (wanted) => Promise.resolve(wanted.equals(hash) ? first : second),
      loadAccount: () => Promise.resolve({ account: disabled, credits: 5n, keys: [], subAccounts: [] }),
      accountsOfPlan: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
    compileIpAllowList: () => () => true,
    latestChange: () => Promise.resolve(change),
  });
  const [one, two] = [await directory.find(hash), await directory.find(otherHash)];
  const reloading = directory.reloadPlan('standard');
  await new Promise((resolve) => setImmediate(resolve));
  change = 2;
  await directory.reload('acc_1');
  const limits = { requestsPerMinute: 1, concurrency: 1 };
  answer([
    { ...account, limits },
    { ...second.account, limits },
  ]);
  await reloading;
  assert.equal(one?.account.account.status, 'disabled');
  assert.deepEqual(two?.account.account.limits, limits);
});
