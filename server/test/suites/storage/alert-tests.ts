import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import type { Webhook } from '../../../src/subjects/notices/alert-ports.ts';
import { runQueues } from '../../../src/jobs/run-queues.ts';
import { sendWebhooksJob } from '../../../src/subjects/notices/send-webhooks-job.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createAlertSettingsStore } from '../../../src/subjects/notices/alert-settings-store.ts';
import { createLedgerStore } from '../../../src/subjects/ledger/ledger-store.ts';
import { createNoticesStore } from '../../../src/subjects/notices/notices-store.ts';
import { createQueueItemsStore } from '../../../src/storage/stores/queue-items-store.ts';
import { notifyLowBalances } from '../../../src/subjects/notices/low-balance-notices-store.ts';
import { notifyPriceRises } from '../../../src/subjects/news/price-rise-notices-store.ts';
import { createWebhookDeliveriesStore } from '../../../src/subjects/notices/webhook-deliveries-store.ts';
import { createWebhooksStore } from '../../../src/subjects/notices/webhooks-store.ts';
import { HeardAlarms } from '../../heard-alarms.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import { waitFor } from '../../wait-for.ts';
import type { OnBooks } from './engine-bench.ts';

const yuan = 1_000_000_000n;
const dayMs = 86_400_000;
const everything = { limit: 200, after: null };

type Bench = Parameters<Parameters<OnBooks>[1]>[0];

async function run(engine: Engine, ...statements: readonly ReturnType<typeof sql>[]): Promise<void> {
  const db = compilerFor(engine.sql);
  await engine.write(
    statements.map((statement) => ({ query: statement.compile(db) })),
    [],
  );
}

async function told(engine: Engine, accountId = 'acc_one'): Promise<readonly string[]> {
  const notices = await createNoticesStore(engine).list({ accountId }, everything);
  return notices.map(({ kind, params }) => `${kind} ${Object.values(params).join(' ')}`).reverse();
}

async function dump(engine: Engine, ...tables: readonly string[]): Promise<string> {
  const db = compilerFor(engine.sql);
  const rows = await Promise.all(
    tables.map((table) => engine.read('reports', sql`select * from ${sql.table(table)}`.compile(db))),
  );
  return JSON.stringify(rows, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
    return typeof value === 'bigint' ? String(value) : value;
  });
}

function webhookBench(bench: Bench, reply: { failure: string | null }) {
  const { engine, clock, ids } = bench;
  const all = { ...bench, box: createSecretBox('the secret of these tests') };
  const webhooks = createWebhooksStore(engine, all);
  const sent: { readonly url: string; readonly secret: string; readonly type: string; readonly id: string }[] = [];
  const job = sendWebhooksJob({
    deliveries: createWebhookDeliveriesStore(engine, all),
    nowMs: () => clock.nowMs(),
    send({ url, secret, body }) {
      const { id, type } = JSON.parse(body) as { id: string; type: string };
      if (reply.failure === null) sent.push({ url, secret, type, id });
      return Promise.resolve({ status: reply.failure === null ? 204 : 500, failure: reply.failure });
    },
  });
  const items = createQueueItemsStore(engine, { ...bench, incarnation: ids.uuid(), isFleet: false });
  return {
    webhooks,
    sent,
    put: () => createWebhookDeliveriesStore(engine, all).putDue(),
    start: () => runQueues([job], { clock, logger: silentLogger, items, fraction: () => 0, alarms: new HeardAlarms() }),
    add: (id: string, over: Partial<Webhook> = {}) =>
      webhooks.add(
        {
          id,
          accountId: 'acc_one',
          url: `https://hooks.example.com/${id}?token=canary-token`,
          enabled: true,
          events: ['cap_90', 'balance_low'],
          failingSinceMs: null,
          createdAtMs: clock.nowMs(),
          ...over,
        },
        `whsec_canary-secret-${id}`,
        5,
        auditDraft('webhook.create'),
      ),
    until: (what: string, isSo: () => Promise<boolean> | boolean) =>
      waitFor(
        async () => {
          await run(engine, sql`update queue_items set due_at = 0 where state = 'waiting'`);
          clock.advance(5000);
          return isSo();
        },
        { what, everyMs: 5 },
      ),
  };
}

/** Tests of account notifications about balance and prices, and of webhooks, on every engine. */
export function alertTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: alerts that accounts choose`, () => {
    onBooks('a low balance is reported once, however often it is checked, and again after the next credit', async (bench) => {
      const { engine, clock, ids } = bench;
      const use = (charge: bigint) =>
        engine.commitGroup(group({ closed: [sampleRecord(ids, clock.nowMs(), { charge })] }), 'inc_now');
      const credit = (amount: bigint) =>
        createLedgerStore(engine).credit(
          { id: ids.named('led'), accountId: 'acc_one', bucket: 'paid', amount, reason: 'x', actor: 'x', atMs: clock.nowMs() },
          auditDraft('credit.create'),
        );
      const look = () => notifyLowBalances(engine, clock.nowMs());
      await use(4n * yuan);
      assert.equal(await look(), 0, '6 of 10 are left');
      await use(2n * yuan);
      const ending = { ...engine, write: () => Promise.reject(new Error('the process ends here')) };
      await assert.rejects(notifyLowBalances(ending, clock.nowMs()));
      assert.deepEqual(await told(engine), []);
      await Promise.all(Array.from({ length: 50 }, look));
      assert.equal(await look(), 0);
      assert.deepEqual(await told(engine), ['balance_low 4 5']);
      await credit(yuan / 2n);
      await Promise.all(Array.from({ length: 10 }, look));
      assert.deepEqual(await told(engine), ['balance_low 4 5', 'balance_low 4.5 5'], 'a credit arms it anew');
      await credit(100n * yuan);
      assert.equal(await look(), 0);
      const settings = createAlertSettingsStore(engine);
      await settings.put('acc_one', { lowBalance: 200n * yuan, capMail: true }, auditDraft('alert-settings.patch'));
      assert.equal(await look(), 1, 'the threshold is its own');
      await credit(yuan);
      await settings.put('acc_one', { lowBalance: null, capMail: true }, auditDraft('alert-settings.patch'));
      assert.equal(await look(), 0, 'null: nobody is told');
      assert.deepEqual(await settings.find('acc_two'), { lowBalance: 5n * yuan, capMail: true });
    });

    onBooks(
      'a rise of a price is reported within the seven days before to users of the model in the last 30, once per version',
      async (bench) => {
        const { engine, clock, ids } = bench;
        const nowMs = clock.nowMs();
        const price = (version: number, validFromMs: number, input: bigint) =>
          sql`insert into model_prices (model, version, valid_from, input, cached_input, output, per_call, created_at, actor)
            values ('told/model', ${BigInt(version)}, ${BigInt(validFromMs)}, ${input}, 1, 2, 0, 1, 'x')`;
        await run(
          engine,
          sql`insert into models (name, kind, owned_by, created_at, updated_at) values ('told/model', 'chat', 'x', 1, 1)`,
        );
        await run(engine, price(1, 1, yuan), price(2, nowMs + 8 * dayMs, 2n * yuan));
        const call = (accountId: string, atMs: number) =>
          engine.commitGroup(
            group({
              closed: [sampleRecord(ids, atMs, { model: 'told/model', accountId, keyId: accountId.replace('acc', 'key') })],
            }),
            'inc_now',
          );
        await call('acc_one', nowMs);
        await call('acc_two', nowMs - 32 * dayMs);
        assert.equal(await notifyPriceRises(engine, nowMs), 0, 'eight days ahead');
        const look = () => notifyPriceRises(engine, nowMs + 2 * dayMs);
        await Promise.all(Array.from({ length: 20 }, look));
        assert.equal(await look(), 0);
        assert.equal((await told(engine)).length, 1);
        assert.match((await told(engine))[0] ?? '', /^price_rise told\/model .* ¥1 \/ ¥0\.000000002 ¥2 \/ /);
        assert.deepEqual(await told(engine, 'acc_two'), []);
        await run(engine, price(4, nowMs + 4 * dayMs, 3n * yuan), price(5, nowMs + 4 * dayMs, yuan));
        assert.equal(await notifyPriceRises(engine, nowMs + 3 * dayMs), 0, 'a rise that was withdrawn is reported to nobody');
        await run(engine, price(6, nowMs + 9 * dayMs, yuan / 2n));
        assert.equal(await notifyPriceRises(engine, nowMs + 3 * dayMs), 0, 'a fall is reported to nobody');
      },
    );

    onBooks(
      'webhooks hear once of what they ask for, again until they answer, and nothing of it is stored in plain text',
      async (bench) => {
        const { engine, clock } = bench;
        const reply: { failure: string | null } = { failure: 'it answered 500' };
        const { webhooks, sent, put, start, add, until } = webhookBench(bench, reply);
        const added = await Promise.all(Array.from({ length: 10 }, (_, at) => add(`whk_${String(at)}`)));
        assert.equal(added.filter(Boolean).length, 5, 'of many at once five are added');
        const own = await webhooks.list('acc_one');
        for (const { id } of own.slice(1)) await webhooks.remove(id, auditDraft('webhook.delete'));
        const notice = {
          accountId: 'acc_one',
          keyId: 'key_one',
          arming: 0,
          text: 'x',
          params: { level: '90' },
          atMs: clock.nowMs(),
        };
        await createNoticesStore(engine).add([
          { ...notice, kind: 'cap_80', window: 'key_one:20261121' },
          { ...notice, kind: 'cap_90', window: 'key_one:20261121' },
          { ...notice, kind: 'cap_90', window: 'key_two:20261121', accountId: 'acc_two' },
        ]);
        await Promise.all(Array.from({ length: 50 }, put));
        const queues = start();
        const [first] = own;
        assert.ok(first);
        const deliveries = () => webhooks.deliveries(first.id, everything);
        await until('two attempts', async () => ((await deliveries())[0]?.attempts ?? 0) >= 2);
        const [failing] = await deliveries();
        assert.deepEqual([failing?.status, failing?.lastError], [500, 'it answered 500']);
        await waitFor(async () => ((await deliveries())[0]?.nextTryMs ?? 0) > 0, { what: 'it waits to be tried again' });
        reply.failure = null;
        await until('it arrives', async () => (await deliveries())[0]?.state === 'sent');
        await put();
        assert.equal((await deliveries()).length, 1);
        assert.deepEqual(
          sent.map(({ url, secret, type }) => [url, secret, type]),
          [[first.url, `whsec_canary-secret-${first.id}`, 'cap_90']],
        );
        assert.equal((await webhooks.list('acc_one'))[0]?.failingSinceMs, null);
        const [arrived] = await deliveries();
        assert.deepEqual([arrived?.status, arrived?.lastError, arrived?.nextTryMs], [204, null, null]);
        const again = await webhooks.findDelivery(first.id, arrived?.id ?? '');
        assert.ok(again);
        assert.equal((JSON.parse(again.body) as { id: string }).id, arrived?.id, 'whoever gets it twice can tell');
        assert.equal(await webhooks.findDelivery('whk_other', again.id), null);
        await webhooks.sentAgain(first, again, { status: null, failure: 'no connection: ECONNREFUSED' });
        assert.deepEqual(
          (await deliveries()).map(
            ({ state, attempts, lastError }) => `${state} ${String(attempts - again.attempts)} ${lastError ?? ''}`,
          ),
          ['sent 1 no connection: ECONNREFUSED'],
          'what arrived once has arrived',
        );
        await createNoticesStore(engine).add([{ ...notice, kind: 'cap_90', window: 'key_one:20261122' }]);
        await put();
        await webhooks.change({ ...first, enabled: false }, auditDraft('webhook.update'));
        assert.equal((await deliveries())[0]?.state, 'failed', 'what is turned off waits for nothing');
        await queues.stop();
        assert.ok(!(await dump(engine, 'webhooks', 'webhook_deliveries', 'queue_items', 'audit_log')).includes('canary'));
      },
    );

    onBooks(
      'a webhook to which nothing has arrived for three days is turned off, and its account notified once',
      async (bench) => {
        const { engine, clock } = bench;
        const { webhooks, put, start, add, until } = webhookBench(bench, { failure: 'no connection: ECONNREFUSED' });
        await add('whk_dead');
        const tell = (window: string) =>
          createNoticesStore(engine).add([
            { accountId: 'acc_one', keyId: 'key_one', kind: 'cap_90', window, arming: 0, text: 'x', atMs: clock.nowMs() },
          ]);
        await tell('w1');
        await put();
        const queues = start();
        const only = async () => (await webhooks.list('acc_one'))[0];
        await until('it fails', async () => (await only())?.failingSinceMs !== null);
        clock.advance(3 * dayMs + 60_000);
        await tell('w2');
        await put();
        await until('it is off', async () => (await only())?.enabled === false);
        await queues.stop();
        assert.deepEqual(
          (await told(engine)).filter((kind) => kind.startsWith('webhook_off')),
          ['webhook_off hooks.example.com'],
        );
        await tell('w3');
        await put();
        assert.ok((await webhooks.deliveries('whk_dead', everything)).length <= 2, 'what is off hears of nothing');
      },
    );
  });
}
