import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { keptParts, type KeptPart } from '@tollgate/contract/tenants/largest-accounts';
import { accountBounds, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import { CompiledQuery, sql } from 'kysely';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { KeptBytes } from '../../../src/subjects/tenants/accounts/kept-bytes-ports.ts';
import { createHeldNounsStore } from '../../../src/storage/stores/held-nouns-store.ts';
import { createLedgerStore } from '../../../src/subjects/ledger/ledger-store.ts';
import { createObjectsIndexStore } from '../../../src/storage/stores/objects-index-store.ts';
import { createKeptBytesStore } from '../../../src/subjects/tenants/accounts/kept-bytes-store.ts';
import { deliveriesPerWebhook, purgeDeliveries } from '../../../src/storage/stores/purge-deliveries.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

/** Tests of the storage that accounts use. */
export function keptBytesTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: what accounts keep`, () => {
    onBooks('is counted for every noun that is bounded', async ({ engine, clock }) => {
      const { count } = createHeldNounsStore(engine);
      for (const noun of Object.keys(accountBounds) as BoundedNoun[])
        assert.ok(Number.isSafeInteger(await count(noun, 'acc_one', clock.nowMs())), noun);
      const before = await count('allowLists', 'acc_one', clock.nowMs());
      const list = JSON.stringify(['sandbox/chat']);
      const change = "update keys set model_allow_list = $1, status = 'available' where id = 'key_one'";
      const query = engine.sql === 'sqlite' ? change.replace('$1', '?') : change;
      await engine.write([{ query: CompiledQuery.raw(query, [list]) }], []);
      assert.equal((await count('allowLists', 'acc_one', clock.nowMs())) - before, list.length);
      assert.ok((await count('keys', 'acc_one', clock.nowMs())) > 0);
      assert.equal(await count('keysMade', 'acc_one', clock.nowMs() + 400 * 86_400_000), 0);
    });

    onBooks('the kept deliveries of a webhook are the newest, and those still to be sent', async ({ engine, clock }) => {
      const told = (webhook: string, from: number, count: number, state: string) =>
        `insert into webhook_deliveries (id, webhook_id, account_id, event, body, state, created_at)
        with recursive n(i) as (select ${String(from)} union all select i + 1 from n where i + 1 < ${String(from + count)})
        select '${webhook}-' || i, '${webhook}', 'acc_one', 'test', '{}', '${state}', ${String(clock.nowMs())} + i from n`;
      const write = (text: string) => engine.write([{ query: CompiledQuery.raw(text) }], []);
      for (const id of ['whk_full', 'whk_few']) {
        const sealed = Buffer.from('sealed');
        const webhook = sql`insert into webhooks (id, account_id, sealed_url, host, sealed_secret, events, created_at)
          values (${id}, 'acc_one', ${sealed}, 'hooks.example.com', ${sealed}, '[]', 1)`;
        await engine.write([{ query: webhook.compile(compilerFor(engine.sql)) }], []);
      }
      await write(told('whk_full', 0, 5, 'waiting'));
      await write(told('whk_full', 5, deliveriesPerWebhook + 1200, 'sent'));
      await write(told('whk_few', 0, 10, 'sent'));
      await purgeDeliveries(engine, { nowMs: clock.nowMs(), keepMs: 90 * 86_400_000 });
      const left = async (webhook: string, state: string) => {
        const text = `select count(*) as count from webhook_deliveries where webhook_id = '${webhook}' and state = '${state}'`;
        return Number((await engine.read('reports', CompiledQuery.raw(text)))[0]?.count);
      };
      assert.deepEqual(
        [await left('whk_full', 'sent'), await left('whk_full', 'waiting'), await left('whk_few', 'sent')],
        [deliveriesPerWebhook, 5, 10],
      );
    });

    onBooks(
      'is summed for files by use, apart for accounts that have not paid or got it all back',
      async ({ engine, ids, clock }) => {
        const index = createObjectsIndexStore(engine);
        const keep = async (accountId: string, keyId: string, bytes: number) => {
          const facts = { name: `${ids.uuid()}/0`, accountId, keyId, mediaType: 'image/png' };
          await index.begin(facts, { atMs: clock.nowMs(), expiresAtMs: clock.nowMs() + 1000 });
          if (bytes > 0) await index.finish(facts.name, bytes);
        };
        const enter = (bucket: 'paid' | 'payout', amount: bigint) =>
          createLedgerStore(engine).credit(
            { id: ids.named('led'), accountId: 'acc_two', bucket, amount, reason: 'x', actor: 'x', atMs: clock.nowMs() },
            auditDraft('credit.create'),
          );
        assert.deepEqual(await index.sizes('acc_two', 7), {
          hasPaid: false,
          calls: { all: 0, own: 0, unpaid: 0 },
          records: { all: 0, own: 0, unpaid: 0 },
        });
        await keep('acc_two', 'key_two', 10);
        await keep('acc_two', 'key_two', 0);
        await keep('acc_two', '', 200);
        await keep('acc_none', 'key_none', 3000);
        const unpaid = { calls: { all: 3017, own: 17, unpaid: 3017 }, records: { all: 200, own: 200, unpaid: 200 } };
        assert.deepEqual(await index.sizes('acc_two', 7), { hasPaid: false, ...unpaid });
        await enter('paid', 5n);
        assert.deepEqual(await index.sizes('acc_two', 7), {
          hasPaid: true,
          calls: { all: 3017, own: 17, unpaid: 3000 },
          records: { all: 200, own: 200, unpaid: 0 },
        });
        await enter('payout', -5n);
        assert.deepEqual(await index.sizes('acc_two', 7), { hasPaid: false, ...unpaid });
      },
    );

    onBooks('is added up by account, the largest first', async ({ engine, ids, clock }) => {
      const { largest } = createKeptBytesStore(engine);
      const sizes = async () => new Map((await largest(0, 50)).map((one) => [one.accountId, one]));
      const before = await sizes();
      const many = 'x'.repeat(5000);
      const entry = { actor: 'ann', sourceIp: null, action: 'key.patch', objectKind: 'key', objectId: 'key_one' };
      await engine.write([], [{ ...entry, atMs: clock.nowMs(), accountId: 'acc_one', before: null, after: many }]);
      await engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs())] }), 'inc_now');
      const grown = (part: KeptPart, now: KeptBytes | undefined) =>
        (now?.parts[part] ?? 0) - (before.get('acc_one')?.parts[part] ?? 0);
      const one = (await sizes()).get('acc_one');
      assert.ok(grown('changes', one) >= many.length);
      assert.ok(grown('calls', one) > 0);
      assert.equal(
        one?.bytes,
        keptParts.reduce((sum, part) => sum + (one?.parts[part] ?? 0), 0),
      );
      assert.equal((await largest(0, 1))[0]?.accountId, 'acc_one');
      assert.equal((await largest(0, 1)).length, 1);
      // Days older than the call log do not count.
      assert.equal((await largest(99_991_231, 50)).find(({ accountId }) => accountId === 'acc_one')?.parts.calls, 0);
    });
  });
}
