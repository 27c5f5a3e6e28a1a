/**
 * Goal: no account fills a node's memory with its keys. Method: a directory on a store that contains every key, changed as the console
 * does.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../test/proofs/seed.ts';
import { brokenConnectionDefaults } from '@tollgate/contract/tenants/broken-connections';
import { createDirectory, type KeyDirectory } from './key-directory.ts';
import { hashKeyValue } from './key-value.ts';
import type { Account, Key } from './tenant.ts';

const limits = { requestsPerMinute: 60, concurrency: 100 };
const prices = { brokenConnections: brokenConnectionDefaults, priceMultiplierPpm: 1_000_000n };
const plan = { id: 'standard', name: 'Standard', limits, concurrencyRecommended: 10, strict: false, ...prices };

function accountNamed(id: string): Account {
  const rest = { email: null, plan, status: 'active', limits, domesticOnly: false, isolation: 'shared', createdAtMs: 0 } as const;
  return { id, name: id, ...rest, ...prices };
}

function keyOf(accountId: string, id: string, lists: Pick<Key, 'ipAllowList' | 'modelAllowList'>): Key {
  return {
    id,
    accountId,
    subAccountId: null,
    prefix: 'sk-AAAA',
    last4: 'ZZZZ',
    remark: '',
    status: 'available',
    ...lists,
    dailyCap: null,
    monthlyCap: null,
    capArming: 0,
    expiresAtMs: null,
    strict: false,
    domesticOnly: false,
    routing: null,
    preferredRoute: null,
    limits: {},
    createdAtMs: 0,
  };
}

const none = { ipAllowList: [], modelAllowList: null };
const long = {
  ipAllowList: Array.from({ length: 1000 }, (_, at) => `10.0.${String(at >> 8)}.${String(at & 255)}`),
  modelAllowList: Array.from({ length: 1000 }, (_, at) => `model-${String(at)}`),
};

/** A directory over stored keys, and what a call with one of them finds. */
function world() {
  const stored = new Map<string, Key>();
  const byHash = new Map<string, string>();
  const directory = createDirectory({
    compileIpAllowList: (list) => (address) => list.length === 0 || list.includes(address),
    store: {
      loadAccount: (id, ids) =>
        Promise.resolve({
          account: accountNamed(id),
          credits: 1n,
          subAccounts: [],
          keys: ids.flatMap((keyId) => stored.get(keyId) ?? []),
        }),
      accountsOfPlan: () => Promise.resolve([]),
      findKeyByHash(hash) {
        const key = stored.get(byHash.get(hash.toString('hex')) ?? '');
        const rest = { credits: 1n, subAccount: null };
        return Promise.resolve(key === undefined ? null : { key, account: accountNamed(key.accountId), ...rest });
      },
    },
  });
  return {
    directory,
    stored,
    put: (key: Key): void => {
      stored.set(key.id, key);
      byHash.set(hashKeyValue(key.id).toString('hex'), key.id);
      directory.keyChanged(key);
    },
    find: (id: string) => directory.find(hashKeyValue(id)),
  };
}

/** Memory used by the loaded keys of an account. */
function listedIn(directory: KeyDirectory, stored: ReadonlyMap<string, Key>, accountId: string): number {
  const live = [...stored.values()].flatMap((key) => (key.accountId === accountId ? (directory.liveKey(key.id)?.key ?? []) : []));
  return live.reduce((sum, { ipAllowList, modelAllowList }) => sum + 10 + ipAllowList.length + (modelAllowList?.length ?? 0), 0);
}

test('of ten thousand keys of an account those that came first are let go of, found again when they are called, and cost others nothing', async () => {
  const { directory, put, find } = world();
  put(keyOf('other', 'other', none));
  await find('other');
  for (let at = 0; at < 10_100; at += 1) {
    put(keyOf('crowded', String(at), none));
    await find(String(at));
  }
  assert.equal(directory.size, 10_001);
  assert.deepEqual([directory.liveKey('99'), directory.liveKey('100')?.key.id], [null, '100']);
  put({ ...keyOf('crowded', '99', none), status: 'disabled' });
  assert.equal((await find('99'))?.key.status, 'disabled');
  assert.ok(!(find('other') instanceof Promise) && directory.liveKey('100') === null);
});

test('keys whose lists grow take the room of others', async () => {
  const { directory, put, find } = world();
  for (let at = 0; at < 200; at += 1) {
    put(keyOf('crowded', String(at), none));
    await find(String(at));
  }
  assert.equal(directory.size, 200);
  for (let at = 0; at < 200; at += 1) put(keyOf('crowded', String(at), long));
  assert.equal(directory.size, 49);
});

const ownerOf = (at: number): string => (at % 10 === 0 ? 'rare' : 'crowded');

test('whatever is let go of meanwhile, a call finds its key as it is stored', async () => {
  const step = fc.record({
    what: fc.constantFrom('put', 'call', 'call', 'reload'),
    at: fc.nat(149),
    isLong: fc.nat(4).map((n) => n > 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 400, maxLength: 600, size: 'max' }), async (steps) => {
      const { directory, stored, put, find } = world();
      for (let at = 0; at < 150; at += 1) put(keyOf(ownerOf(at), String(at), long));
      for (const [order, { what, at, isLong }] of steps.entries()) {
        const id = String(at);
        if (what === 'put') put({ ...keyOf(ownerOf(at), id, isLong ? long : none), remark: String(order) });
        else if (what === 'call') assert.equal((await find(id))?.key, stored.get(id));
        else await directory.reload(ownerOf(at));
        for (const owner of ['rare', 'crowded']) assert.ok(listedIn(directory, stored, owner) <= 100_000, owner);
      }
    }),
    { seed: testSeed, numRuns: 60 },
  );
});
