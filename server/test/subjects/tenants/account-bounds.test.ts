/**
 * Goal: everything that members of an account create has a maximum, and the refusal states the number and what to do. Method: the table of
 * bounds over HTTP; the test sets the current number where thousands would be needed. And every changing route is in the table of what
 * routes create.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accountBoundRoutes } from '@tollgate/contract/tenants/account-bound-routes';
import { accountBounds, type AccountBound, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import type { Answer } from '../../admin/admin-bench.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
let owner: Asks;
let account = '';
let webhook = '';
let request = '';
let key = '';
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner', { locale: 'en' });
  account = String((await owner('GET', '/session')).body.accounts[0].id);
  webhook = String((await make('/webhooks', { url: 'https://hooks.example.com/x' })).body.id);
  request = String((await make('/service-requests', { kind: 'dedicated', contact: 'Ann', details: 'All models.' })).body.id);
  key = String((await make('/keys', {})).body.id);
});
after(() => bench.close());

let count = 0;
function make(path: string, body: unknown = {}, method = 'POST', type = 'application/json'): Promise<Answer> {
  count += 1;
  const headers = { 'idempotency-key': `bounds-${String(count)}`, ...(body === undefined ? {} : { 'content-type': type }) };
  return owner(method, `/accounts/${account}${path}`, body, headers);
}

const filter = { format: 'csv', encoding: 'utf-8', locale: 'en' };

/** How to create one more of each, where the store provides the count. */
const more: Readonly<Record<Exclude<BoundedNoun, 'webhooks' | 'invitationsMade'>, () => Promise<Answer>>> = {
  keys: () => make('/keys', {}),
  keysMade: () => make('/keys', {}),
  subAccounts: () => make('/sub-accounts', { name: 'Part' }),
  subAccountsMade: () => make('/sub-accounts', { name: 'Part' }),
  allowLists: () => make(`/keys/${key}`, { model_allow_list: [`sandbox/chat-${String(count)}`.padEnd(40, 'x')] }, 'PATCH'),
  members: () => make('/invitations', { email: `new-${String(count)}@example.com`, role: 'developer' }),
  webhookTests: () => make(`/webhooks/${webhook}/test`),
  invoiceTitles: () => make('/invoice-titles', { kind: 'individual', name: 'Ann' }),
  openOrders: () => make('/orders', { amount: '10', method: 'alipay' }),
  ordersMade: () => make('/orders', { amount: '10', method: 'alipay' }),
  exports: () => make('/exports', filter),
  accountData: () => make('/data-exports', { locale: 'en' }),
  serviceRequests: () => make('/service-requests', { kind: 'deployment', contact: 'Ann', details: 'All.' }),
  contractBytes: () => make(`/service-requests/${request}/contracts`, '%PDF-1.7', 'POST', 'application/pdf'),
  verifications: () => make('/verification', { name: 'Ann Ltd', tax_number: '91350100M000100Y43' }),
  invoices: () => make('/invoices', { type: 'electronic_ordinary', title_id: 'ttl_none' }),
  payouts: () => make('/payouts', { amount: '10.00' }),
};

function refusedFor(noun: BoundedNoun, { status, body }: Answer): boolean {
  const { hours, max, reason }: AccountBound = accountBounds[noun];
  if (body?.error?.reason !== reason) return false;
  assert.deepEqual(body.error.params, { max }, noun);
  assert.ok(String(body.error.message).includes(String(max)), noun);
  assert.equal(status, hours === null ? 409 : 429, noun);
  return true;
}

describe('The table of what an account has and makes', () => {
  for (const [noun, act] of Object.entries(more) as [keyof typeof more, () => Promise<Answer>][]) {
    test(`bounds ${accountBounds[noun].noun} (${noun}), names the figure and says what to do`, async () => {
      const { heldNouns } = bench.control.stores;
      const whole = heldNouns.count;
      const { max } = accountBounds[noun];
      let held = max;
      Object.assign(heldNouns, { count: (asked: BoundedNoun) => Promise.resolve(asked === noun ? held : 0) });
      try {
        const refused = await act();
        assert.ok(refusedFor(noun, refused), `${String(refused.status)} ${refused.text}`);
        held = 0;
        assert.ok(!refusedFor(noun, await act()), 'where there is room it is not refused for the lack of it');
      } finally {
        Object.assign(heldNouns, { count: whole });
      }
    });
  }

  test('counts in the database what there is', async () => {
    const { heldNouns } = bench.control.stores;
    const held = (noun: BoundedNoun) => heldNouns.count(noun, account, bench.clock.nowMs());
    for (const noun of Object.keys(accountBounds) as BoundedNoun[]) assert.ok((await held(noun)) >= 0, noun);
    const keys = await held('keys');
    const made = await make('/keys', { model_allow_list: ['sandbox/chat'] });
    const lists = await held('allowLists');
    assert.equal(await held('keys'), keys + 1);
    const madeKeys = await held('keysMade');
    assert.equal((await owner('DELETE', `/accounts/${account}/keys/${String(made.body.id)}`)).status, 200);
    assert.equal(await held('keys'), keys);
    assert.equal(await held('keysMade'), madeKeys, 'a deleted key was made all the same');
    assert.equal(await held('allowLists'), lists - '["sandbox/chat"]'.length, 'a deleted key keeps no list');
  });

  test('bounds webhooks', async () => {
    const { max } = accountBounds.webhooks;
    const statuses: number[] = [];
    for (let one = 0; one <= max; one += 1)
      statuses.push((await make('/webhooks', { url: 'https://hooks.example.com/y' })).status);
    assert.equal(statuses.filter((status) => status === 201).length, max - 1);
    assert.equal(statuses.at(-1), 409);
  });

  test('bounds invitations by the day', async () => {
    const statuses: number[] = [];
    for (let one = 0; one <= accountBounds.invitationsMade.max; one += 1)
      statuses.push((await make('/invitations', { email: `many-${String(one)}@example.com`, role: 'developer' })).status);
    assert.equal(statuses.at(-1), 429);
  });

  test('binds no operator', async () => {
    const { heldNouns } = bench.control.stores;
    const whole = heldNouns.count;
    Object.assign(heldNouns, { count: () => Promise.resolve(1_000_000_000) });
    try {
      assert.equal((await bench.ask('POST', `/api/admin/accounts/${account}/keys`, {})).status, 201);
    } finally {
      Object.assign(heldNouns, { count: whole });
    }
  });
});

test('every route of the console that changes something says what it makes and how that is bounded', () => {
  const prefix = '/api/console';
  const changing = bench.routes
    .filter(({ method, url, who }) => who !== undefined && url.startsWith(prefix) && !['GET', 'HEAD'].includes(method))
    .map(({ method, url }) => `${method} ${url.slice(prefix.length)}`);
  assert.deepEqual([...new Set(changing)].sort(), Object.keys(accountBoundRoutes).sort());
  const bounded = new Set(Object.values(accountBoundRoutes).flatMap((makes) => (typeof makes === 'string' ? [] : makes)));
  assert.deepEqual([...bounded].sort(), Object.keys(accountBounds).sort(), 'every bound is of some route');
});
