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
    priceMultiplierPpm: 1_000_000n,
  },
  status: 'active',
  limits: { requestsPerMinute: 60, concurrency: 100 },
  priceMultiplierPpm: 1_000_000n,
  createdAtMs: 0,
};
const subAccount: SubAccount = { id: 'sub_1', accountId: 'acc_1', name: 'S', modelAllowList: null, status: 'active' };
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
  createdAtMs: 0,
};
const hash = hashKeyValue('one');
const otherHash = hashKeyValue('two');

/** A store whose answers are given when the test says so. */
function heldStore() {
  const asked: { readonly hash: Buffer; readonly answer: (found: Found) => void }[] = [];
  const store: DirectoryStore = {
    findKeyByHash: (wanted) =>
      new Promise((resolve) => {
        asked.push({ hash: wanted, answer: resolve });
      }),
  };
  return { store, asked };
}

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
    ['account disabled', 'account disabled'],
  );
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
  assert.equal(modelAllowed('a', null, []), true);
  assert.equal(modelAllowed('a', ['a'], null), true);
  assert.equal(modelAllowed('b', ['a'], null), false);
  assert.equal(modelAllowed('b', ['a'], ['b']), false);
  assert.equal(modelAllowed('a', ['a', 'b'], ['a']), true);
});
