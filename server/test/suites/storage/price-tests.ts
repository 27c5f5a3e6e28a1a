import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { inspect } from 'node:util';
import { CompiledQuery } from 'kysely';
import type { Price, PriceVersion } from '../../../src/domain/catalog/model.ts';
import { cost } from '../../../src/domain/catalog/price.ts';
import { RateCard } from '../../../src/domain/catalog/rate-card.ts';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { batchFromText, batchToText } from '../../../src/books/batch.ts';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import { purgeCalls } from '../../../src/books/purge-calls.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createCallsStore } from '../../../src/subjects/calls/calls-store.ts';
import { createCatalogStore } from '../../../src/subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../../../src/subjects/catalogue/catalog-writer-store.ts';
import { auditDraft, group, sampleRecord } from '../../storage/sample-books.ts';
import { assertBooksAddUp, type OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const base = { input: 10_000_000_000n, cachedInput: 1_000_000_000n, output: 30_000_000_000n, perCall: 0n };
const card = new RateCard(base, {
  rates: new Map([
    ['cache_write', 12_500_000_000n],
    ['reasoning', 31_000_000_000n],
  ]),
  variants: [
    {
      when: { minInputTokens: 100, minOutputTokens: null, reasoning: false, serviceTier: 'flex', window: null },
      base: { input: 5_000_000_000n, perCall: 7n },
      rates: new Map([['tool:web_search', 1_000_000n]]),
    },
    {
      when: {
        minInputTokens: null,
        minOutputTokens: 1000,
        reasoning: null,
        serviceTier: null,
        window: { utcOffsetMinutes: 480, days: 31, fromMinute: 540, toMinute: 720 },
      },
      base: {},
      rates: new Map([['cache_write', 25_000_000_000n]]),
    },
  ],
});
const carded: Price = { ...base, card };
const cheaper = { ...base, input: 1n };
const ownCarded: Price = { ...cheaper, card: new RateCard(cheaper, card) };

const plainBox = { seal: (text: string) => Buffer.from(text), open: (sealed: Uint8Array) => Buffer.from(sealed).toString() };

async function putPrices(engine: Engine): Promise<void> {
  const writer = createCatalogWriter(engine, plainBox);
  const facts = {
    name: 'chat-small',
    kind: 'chat' as const,
    ownedBy: 'x',
    createdAtMs: 1,
    contextLength: null,
    outputLimit: null,
    typicalOutput: null,
    maxTokensIncludesReasoning: false,
    supportedParameters: [],
    features: [],
    tier: null,
    aliases: ['small'],
    alternatives: [],
    fallback: null,
    retirementDate: null,
  };
  const version: PriceVersion = { version: 1, fromMs: 1, price: carded, label: 'chat-small@1' };
  const price = { version, createdAtMs: 1, actor: 'cli' };
  await writer.putModel({ model: facts, source: 'admin', updatedAtMs: 1, price }, auditDraft('model.put'));
  const own = { model: 'chat-small', fromMs: 1, createdAtMs: 1, actor: 'cli' };
  const drafts = [
    { ...own, ownerKind: 'account' as const, ownerId: 'acc_one', version: 1, price: ownCarded },
    { ...own, ownerKind: 'plan' as const, ownerId: 'standard', version: 1, price: { ...base, output: 2n, card: null } },
  ];
  for (const draft of drafts) await writer.putOverride([draft], auditDraft('price-override.put'));
}

/** A call with more than the four counts, charged by its price. */
function pricedCall(record: CallRecord, price: Price, parts: Partial<CallRecord>): CallRecord {
  const call = { ...record, inputTokens: 200, cachedTokens: 20, outputTokens: 30, reasoningTokens: 5, ...parts };
  const usage = { ...call, more: call.priced?.more ?? null };
  const at = { requestTimeMs: call.requestTimeMs, serviceTier: call.priced?.tier ?? null };
  const multiplierPpm = parts.multiplierPpm ?? 900_000n;
  return { ...call, multiplierPpm, charge: cost(price, usage, multiplierPpm, at) };
}

async function run(engine: Engine, statement: string): Promise<void> {
  await engine.write([{ query: CompiledQuery.raw(statement) }], []);
}

async function quantities(engine: Engine): Promise<readonly (readonly [string, bigint])[]> {
  const query = 'select name, sum(amount) as amount from usage_hour_quantities group by name order by name';
  const rows = await engine.read('reports', CompiledQuery.raw(query));
  return rows.map(({ name, amount }) => [String(name), BigInt(String(amount))]);
}

const more = { cache_write: 50, 'tool:web_search': 2 } as const;

/** Tests of prices with cards, and of rows with receipts. */
export function priceTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: prices`, () => {
    onBooks('are read as they were written, cards and costs included', async ({ engine }) => {
      await putPrices(engine);
      const { models, aliases, overrides } = await createCatalogStore(engine, plainBox).load();
      assert.deepEqual([...aliases].map(([alias, { name: model }]) => [alias, model]), [['small', 'chat-small']]); // oxfmt-ignore
      const [listed] = models.get('chat-small')?.prices ?? [];
      assert.ok(listed?.price.card);
      const { rates, variants } = listed.price.card;
      assert.deepEqual([listed.label, rates, variants], ['chat-small@1', card.rates, card.variants]);
      const own = ['account:acc_one', 'plan:standard'].map((owner) => overrides.get(`${owner}:chat-small`)?.versions[0]);
      assert.deepEqual(
        own.map((version) => [version?.label, version?.price?.card === null]),
        [
          ['chat-small@account-1', false],
          ['chat-small@plan:standard-1', true],
        ],
      );
    });

    for (const statement of [
      'update model_prices set input = input + 1',
      "update model_prices set card = '{}'",
      'delete from model_prices',
      'update price_overrides set withdrawn = 1',
      'delete from price_overrides',
    ]) {
      onBooks(`stay as they are, for every caller: ${statement}`, async ({ engine }) => {
        await putPrices(engine);
        await assert.rejects(run(engine, statement), /a version of a price is never/);
        const { models } = await createCatalogStore(engine, plainBox).load();
        assert.deepEqual(models.get('chat-small')?.prices[0]?.price.card?.rates, card.rates);
      });
    }

    onBooks('are not replaced either', async ({ engine }) => {
      if (engine.sql !== 'sqlite') return;
      await putPrices(engine);
      const copy = `insert or replace into model_prices select model, version, valid_from, input + 1, cached_input, output, per_call,
        created_at, actor, card from model_prices`;
      await assert.rejects(run(engine, copy), /a version of a price is never/);
    });

    onBooks('explain every row, and the audit finds one nano that they do not', async ({ engine, ids, clock }) => {
      await putPrices(engine);
      const one = sampleRecord(ids, clock.nowMs());
      const own = sampleRecord(ids, clock.nowMs());
      const ofPlan = sampleRecord(ids, clock.nowMs());
      const late = {
        ...sampleRecord(ids, clock.nowMs()),
        status: 500,
        ending: 'interrupted',
        uncollected: 5n,
        charge: 0n,
      } as const;
      const closed = [
        pricedCall(one, carded, { priced: { more, tier: 'flex' } }),
        pricedCall(own, ownCarded, { priceVersion: 'chat-small@account-1', multiplierPpm: 1_000_000n }),
        pricedCall(ofPlan, { ...base, output: 2n, card: null }, { priceVersion: 'chat-small@plan:standard-1' }),
        // From a version that did not store the multiplier, so its charge cannot be explained.
        sampleRecord(ids, clock.nowMs(), { charge: 123n }),
        { ...late, inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0, multiplierPpm: 900_000n },
      ];
      await engine.commitGroup(group({ closed }), 'inc_now');
      await assertBooksAddUp(engine);
      assert.deepEqual(await createCallsStore(engine).find(one.id), { ...closed[0], durationMs: 840 });
      for (const statement of [
        'update calls set charge = charge + 1 where multiplier_ppm is not null and charge > 0',
        'update calls set charge = charge - 1 where multiplier_ppm is not null and charge > 0',
        "update calls set price_version = 'chat-small@2' where multiplier_ppm is not null and charge > 0",
      ]) {
        await run(engine, statement);
        const { findings } = await auditBooks(engine, { incarnation: 'inc_now' });
        const found = findings.filter(({ kind }) => kind === 'price').map(({ detail }) => detail);
        assert.equal(found.length, statement.includes('- 1') ? 0 : 3, `${statement}: ${found.join('\n')}`);
      }
    });

    onBooks(
      'what has a name is added up by the hour, once per call, and audited like all usage',
      async ({ engine, ids, clock }) => {
        await putPrices(engine);
        const call = (): CallRecord => pricedCall(sampleRecord(ids, clock.nowMs()), carded, { priced: { more } });
        const [first, second] = [call(), call()];
        await engine.commitGroup(group({ closed: [first, second, sampleRecord(ids, clock.nowMs())] }), 'inc_now');
        await engine.commitGroup(
          group({ closed: [first, { ...call(), priced: { tier: 'flex' }, multiplierPpm: null }] }),
          'inc_now',
        );
        assert.deepEqual(await quantities(engine), [
          ['cache_write', 100n],
          ['tool:web_search', 4n],
        ]);
        await closeUsageHours(engine, { nowMs: clock.nowMs() + dayMs, closeAfterMs: hourMs });
        await assertBooksAddUp(engine);
        const audit = async (): Promise<string> => inspect((await auditBooks(engine, { incarnation: null })).findings);
        await run(engine, "update usage_hour_quantities set amount = amount - 1 where name = 'cache_write'");
        assert.match(await audit(), /has 1 of "cache_write" more/);
        const later = { nowMs: clock.nowMs() + 100 * dayMs, keepMs: 90 * dayMs, logger: silentLogger };
        assert.equal(await purgeCalls(engine, later), 0, 'a day that does not add up is kept');
        await run(engine, "update usage_hour_quantities set amount = amount + 1 where name = 'cache_write'");
        await purgeCalls(engine, later);
        await assertBooksAddUp(engine);
        assert.equal((await quantities(engine)).length, 2, 'sums stay when calls go');
      },
    );

    onBooks('a record that waited in the spill file keeps what it was priced by; an older one has nothing', ({ ids, clock }) => {
      const record = pricedCall(sampleRecord(ids, clock.nowMs()), carded, {
        priced: { more, tier: 'priority' },
        trail: { served: 'x' },
        ownUpstreams: true,
      });
      const text = batchToText({ closed: [{ record, notices: [] }], opened: [], strays: [] }, 'inc_now');
      assert.deepEqual(batchFromText(text).batch.closed[0]?.record, record);
      const frame = JSON.parse(text) as { closed: { record: Record<string, unknown> }[] };
      for (const member of ['multiplierPpm', 'priced', 'trail', 'ownUpstreams']) delete frame.closed[0]?.record[member];
      const old = JSON.stringify(frame);
      const read = batchFromText(old).batch.closed[0]?.record;
      assert.deepEqual(read, { ...record, multiplierPpm: null, priced: null, trail: null, ownUpstreams: null });
      return Promise.resolve();
    });
  });
}
