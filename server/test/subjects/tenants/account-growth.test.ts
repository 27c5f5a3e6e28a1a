/**
 * Goal: one request makes the service store no more than `docs/operations.md` says. Method: the largest request of each kind that the
 * schemas allow, over HTTP; counts every byte of every column of the database before and after.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accountBounds, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import { webhookEvents } from '@tollgate/contract/notices/webhook-events';
import { CompiledQuery } from 'kysely';
import type { Answer } from '../../admin/admin-bench.ts';
import { entryBytes } from '../../docs/bounds-table.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
let owner: Asks;
let account = '';
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner', { locale: 'en' });
  account = String((await owner('GET', '/session')).body.accounts[0].id);
});
after(() => bench.close());

const make = (path: string, body: object, method = 'POST'): Promise<Answer> => owner(method, `/accounts/${account}${path}`, body);

async function rows(text: string): Promise<readonly Record<string, unknown>[]> {
  return bench.engine.read('reports', CompiledQuery.raw(text));
}

/** Bytes of everything in the database. */
async function bytesKept(): Promise<number> {
  let sum = 0;
  for (const { name } of await rows("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")) {
    const columns = await rows(`select name from pragma_table_info('${String(name)}')`);
    const lengths = columns.map((column) => `coalesce(length(cast("${String(column.name)}" as blob)), 0)`).join(' + ');
    sum += Number((await rows(`select coalesce(sum(${lengths}), 0) as bytes from "${String(name)}"`))[0]?.bytes);
  }
  return sum;
}

/** The growth by a request, which must succeed. */
async function grownBy(act: () => Promise<Answer>): Promise<number> {
  const kept = await bytesKept();
  const { status, text } = await act();
  assert.ok(status < 300, text);
  return (await bytesKept()) - kept;
}

/** A message to the account, and its possible mail. */
const messageBytes = 3000;
const wide = (count: number): string => '字'.repeat(count);
const names = Array.from({ length: 1000 }, (_, index) => `vendor/model-${String(index)}`.padEnd(128, 'x'));

const largest: Partial<Record<BoundedNoun, () => Promise<Answer>>> = {
  keys: () =>
    make('/keys', {
      remark: wide(500),
      daily_cap: '900000000.1234',
      monthly_cap: '900000000.1234',
      strict: true,
      expires_at: '2099-11-21T08:00:00+08:00',
      limits: { requests_per_minute: 1e6, tokens_per_minute: 1e9, concurrency: 1e6 },
    }),
  subAccounts: () => make('/sub-accounts', { name: wide(200), daily_cap: '900000000.1234', monthly_cap: '900000000.1234' }),
  members: () => make('/invitations', { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`, role: 'developer' }),
  webhooks: () => make('/webhooks', { url: `https://hooks.example.com/${'x'.repeat(970)}`, events: [...webhookEvents] }),
  invoiceTitles: () =>
    make('/invoice-titles', {
      kind: 'individual',
      name: wide(100),
      address: wide(200),
      telephone: wide(40),
      bank: wide(100),
      bank_account: wide(60),
      delivery: { email: 'finance@example.com', consignee: wide(60), phone: wide(40), address: wide(200) },
    }),
  serviceRequests: () => make('/service-requests', { kind: 'dedicated', contact: wide(200), details: wide(4000) }),
  accountData: () => make('/data-exports', { locale: 'en' }),
  exports: () => make('/exports', { format: 'csv', encoding: 'utf-8', locale: 'en' }),
};

describe('What one request makes the service keep', () => {
  for (const [noun, act] of Object.entries(largest) as [BoundedNoun, () => Promise<Answer>][]) {
    test(`of ${accountBounds[noun].noun} is no more than the table says`, async () => {
      const grown = await grownBy(act);
      const most = accountBounds[noun].rowBytes + entryBytes.row + entryBytes.payload + messageBytes;
      assert.ok(grown <= most, `${String(grown)} bytes, and ${String(most)} at most`);
    });
  }

  test('for each change is an entry of limited size, however long the changed lists are', async () => {
    const { body } = await make('/sub-accounts', { name: 'Part', model_allow_list: names });
    const path = `/sub-accounts/${String(body.id)}`;
    const changes = 30;
    const grown = await grownBy(async () => {
      let last = await make(path, { name: 'Part 0' }, 'PATCH');
      for (let one = 1; one < changes; one += 1) {
        const list = one % 2 === 0 ? names : names.toReversed().slice(1);
        last = await make(path, { name: `Part ${String(one)}`, model_allow_list: list }, 'PATCH');
        assert.equal(last.status, 200, last.text);
      }
      return last;
    });
    // The last list has one name less than the first.
    assert.ok(grown <= changes * (entryBytes.row + entryBytes.payload), `${String(grown)} bytes of ${String(changes)} changes`);
  });

  test('is removed together with its object: lists of deleted keys and sub-accounts', async () => {
    const { body } = await make('/keys', { model_allow_list: names });
    const path = `/accounts/${account}/keys/${String(body.id)}`;
    const grown = await grownBy(() => owner('DELETE', path));
    assert.ok(grown < -100_000, String(grown));
    const again = await make('/keys', { model_allow_list: names });
    const reset = await grownBy(() => make(`/keys/${String(again.body.id)}/reset`, {}));
    assert.ok(reset <= accountBounds.keys.rowBytes + entryBytes.row + entryBytes.payload + messageBytes, String(reset));
  });

  test('ends for lists where the account has as many bytes of them as it may', async () => {
    let made = 0;
    let refused: Answer | null = null;
    while (refused === null && made < 40) {
      const answer = await make('/keys', { model_allow_list: names });
      if (answer.status === 201) made += 1;
      else refused = answer;
    }
    assert.equal(refused?.status, 409);
    assert.ok(made * JSON.stringify(names).length <= accountBounds.allowLists.max);
  });
});
