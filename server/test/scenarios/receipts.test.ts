/** Goal: a price with a card is entered, charged and explained as intended, from the upstream's report to the receipt. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { parseAmount } from '@tollgate/contract/money';
import type { CallDetail } from '@tollgate/contract/calls/operator-calls';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { chatCall, must, newKey, question } from './scenario.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.expectSettled());
after(() => fixture.close());

const card = {
  input: '2',
  cached_input: '0.2',
  output: '12',
  rates: { cache_write: '2.5', input_audio: '40' },
  variants: [
    { when: { min_input_tokens: 10_000 }, rates: { input: '4', cached_input: '0.4', output: '18', cache_write: '5' } },
    { when: { service_tier: 'flex' }, rates: { output: '6' } },
  ],
};

const put = (name: string, body: object) => fixture.admin('PUT', `/models/${name}`, { kind: 'chat', ...body });

async function offer(name: string, price: object): Promise<void> {
  await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl }],
    models: [{ model: name, cost: { ...price, per_call: '0.5' } }],
  });
  assert.equal((await put(name, { price })).status, 200);
}

interface Reported {
  readonly usage: object;
  readonly tier?: string;
  readonly asked?: string;
  readonly key?: string;
  readonly streamed?: boolean;
}

async function called(model: string, { usage, tier, asked, key = fixture.key, streamed = false }: Reported): Promise<CallDetail> {
  fixture.upstream.next(chat('Hello there', { usage: { ...usage }, ...(tier === undefined ? {} : { serviceTier: tier }) }));
  const body = { ...question, model, stream: streamed, ...(asked === undefined ? {} : { service_tier: asked }) };
  const answer = await chatCall(fixture, key, body);
  assert.equal(answer.status, 200, answer.text);
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  await fixture.service.storage.books.flush();
  return (await must(fixture, 'GET', `/calls/${answer.headers.get('x-request-id') ?? ''}`)) as CallDetail;
}

const linesOf = ({ receipt }: CallDetail) =>
  receipt?.lines.map(({ quantity, count, rate, amount }) => [quantity, count, rate, amount]);

describe('a price with a card', () => {
  before(() => offer('carded', card));

  test('is shown as it was entered', async () => {
    const { data } = await must(fixture, 'GET', '/models?limit=200');
    const model = (data as { name: string; price: object }[]).find(({ name }) => name === 'carded');
    assert.deepEqual(model?.price, { ...card, per_call: '0' });
    const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/models/carded`, {
      headers: { authorization: `Bearer ${fixture.key}` },
    });
    const { pricing } = (await response.json()) as { pricing: { rates: object; variants: object } };
    assert.deepEqual([pricing.rates, pricing.variants], [card.rates, card.variants], 'to who pays too');
  });

  for (const streamed of [false, true]) {
    test(`charges what the upstream wrote to its cache and heard, ${streamed ? 'in a stream' : 'as a whole'}`, async () => {
      const usage = {
        prompt_tokens: 1000,
        completion_tokens: 100,
        total_tokens: 1100,
        prompt_tokens_details: { cached_tokens: 200, cache_write_tokens: 300, audio_tokens: 100 },
        completion_tokens_details: { reasoning_tokens: 40, audio_tokens: 0 },
      };
      const row = await called('carded', { usage, streamed });
      assert.deepEqual(row.priced, { more: { cache_write: 300, input_audio: 100 } });
      assert.deepEqual(linesOf(row), [
        ['input', 400, '2', '0.0008'],
        ['cached_input', 200, '0.2', '0.00004'],
        ['output', 100, '12', '0.0012'],
        ['cache_write', 300, '2.5', '0.00075'],
        ['input_audio', 100, '40', '0.004'],
      ]);
      assert.deepEqual([row.charge_exact, row.receipt?.total, row.receipt?.variants], ['0.00679', '0.00679', []]);
      assert.equal(row.upstream_cost, '0.50679', 'what it costs us goes by a card too');
    });
  }

  test('changes its lines where a variant holds, the last one last', async () => {
    const usage = { prompt_tokens: 10_000, completion_tokens: 100, total_tokens: 10_100 };
    const row = await called('carded', { usage, asked: 'flex' });
    assert.deepEqual([row.receipt?.variants, row.charge_exact, row.priced], [[1, 2], '0.0406', { tier: 'flex' }]);
    const other = await called('carded', { usage, asked: 'flex', tier: 'default' });
    assert.deepEqual([other.receipt?.variants, other.charge_exact, other.priced], [[1], '0.0418', null]);
    const reported = await called('carded', { usage, tier: 'flex' });
    assert.deepEqual([reported.receipt?.variants, reported.charge_exact], [[1, 2], '0.0406']);
  });

  test('sets aside for a strict key the dearest that a call may become, of whatever its tokens turn out to be', async () => {
    // More than 1,000 tokens at 40 CNY, because all could be audio; at 4 CNY, the highest text rate, they would fit.
    const strict = await newKey(fixture, { strict: true, daily_cap: '0.01' });
    const refused = await chatCall(fixture, strict.key, { ...question, model: 'carded', max_tokens: 100 });
    assert.deepEqual([refused.status, refused.code], [429, 'cap_reserved']);
    await must(fixture, 'PATCH', `/keys/${strict.id}`, { daily_cap: '0.1' });
    fixture.upstream.next(chat('Hello'));
    const answer = await chatCall(fixture, strict.key, { ...question, model: 'carded', max_tokens: 100 });
    assert.equal(answer.status, 200, answer.text);
  });

  test('sets aside for any other key what is expected at the rates that hold', async () => {
    const setAside = async (body: object): Promise<bigint> => {
      const gate = new Gate();
      fixture.upstream.next(afterGate(gate, chat('Hello')));
      const running = chatCall(fixture, fixture.key, { ...question, model: 'carded', max_tokens: 1000, ...body });
      await gate.reached;
      const { balance } = await must(fixture, 'GET', `/accounts/${fixture.accountId}`);
      gate.open();
      assert.equal((await running).status, 200);
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
      return parseAmount(balance.reserved as string);
    };
    const plain = await setAside({ service_tier: 'auto' });
    assert.equal(plain - (await setAside({ service_tier: 'flex' })), parseAmount('0.006'), '1,000 of output at 6 and not at 12');
    const long = { messages: [{ role: 'user', content: 'x'.repeat(40_000) }] };
    // At least 20,000 more tokens at 4 instead of 2, and the output at 18.
    assert.ok((await setAside(long)) - plain > parseAmount('0.08'));
  });

  test('a part that cannot be is neither charged nor repaired', async () => {
    const row = await called('carded', {
      usage: {
        prompt_tokens: 100,
        completion_tokens: 10,
        total_tokens: 110,
        prompt_tokens_details: { cached_tokens: 60, image_tokens: 101 },
      },
    });
    assert.deepEqual([row.error_code, row.charge_exact, row.receipt], ['usage_invalid', '0', null]);
  });
});

describe('what an operator enters', () => {
  test('is refused with the place of what is wrong', async () => {
    const refused: readonly (readonly [object, string])[] = [
      [{ rates: { cache_writes: '1' } }, 'price.rates.cache_writes'],
      [{ rates: { reasoning: '-1' } }, 'price.rates.reasoning'],
      [{ variants: [{ when: {}, rates: { input: '1' } }] }, 'price.variants[0].when'],
      [{ variants: [{ when: { reasoning: true }, rates: {} }] }, 'price.variants[0].rates'],
      [{ variants: [{ when: { service_tier: 'default' }, rates: { input: '1' } }] }, 'price.variants[0].when.service_tier'],
      [
        {
          variants: [{ when: { window: { utc_offset: '+8', from: '09:00', to: '10:00' } }, rates: { input: '1' } }],
        },
        'price.variants[0].when.window.utc_offset',
      ],
      [{ rates: { 'tool:a': '1000000', 'tool:b': '1000000' } }, 'price'],
      [{ rates: { page: '1' } }, 'price.rates.page'],
    ];
    for (const [parts, param] of refused) {
      const { status, body } = await put('wrong', { price: { input: '1', output: '1', ...parts } });
      assert.deepEqual([status, body.error.param], [400, param], JSON.stringify(body));
    }
  });

  test('shows what typical calls cost before and after, and wants a word where that is tenfold', async () => {
    const first = await put('slipped', { price: { input: '2', output: '8' } });
    assert.deepEqual(first.body.preview[0], { call: '1,000 tokens in, 300 out', before: null, after: '0.0044' });
    const second = await put('slipped', { price: { input: '2', output: '12' } });
    assert.deepEqual(second.body.preview[0], { call: '1,000 tokens in, 300 out', before: '0.0044', after: '0.0056' });
    for (const price of [
      { input: '2', output: '120' },
      { input: '0.2', output: '12' },
      { input: '2', output: '0' },
      { input: '2', output: '12', per_call: '3' },
      { input: '2', output: '12', variants: [{ when: { reasoning: true }, rates: { output: '120' } }] },
    ]) {
      const refusal = await put('slipped', { price });
      assert.deepEqual([refusal.status, refusal.body.error.param], [400, 'confirm'], JSON.stringify(price));
    }
    const refusal = await put('slipped', { price: { input: '2', output: '120' } });
    assert.match(refusal.body.error.message, /"output" changes from 12 to 120 CNY, a factor of ten or more/);
    assert.equal((await put('slipped', { price: { input: '2', output: '120' }, confirm: true })).status, 200);
    const same = await put('slipped', { price: { input: '2', output: '120' } });
    assert.deepEqual([same.status, same.body.preview], [200, undefined]);
  });

  test('is compared with the list price where an account has no own one yet', async () => {
    await put('listed', { price: { input: '2', output: '8' } });
    const path = `/accounts/${fixture.accountId}/prices/listed`;
    const refusal = await fixture.admin('PUT', path, { price: { input: '20', output: '80' } });
    assert.deepEqual([refusal.status, refusal.body.error.param], [400, 'confirm']);
    const { preview } = await must(fixture, 'PUT', path, { price: { input: '1', output: '4' } });
    assert.deepEqual(preview[0], { call: '1,000 tokens in, 300 out', before: '0.0044', after: '0.0022' });
  });
});

describe('a receipt', () => {
  test('names the multiplier, and stays when prices change and models go', async () => {
    await offer('going', { input: '2', output: '8' });
    await must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { price_multiplier: '0.9' });
    const usage = { prompt_tokens: 1001, completion_tokens: 1, total_tokens: 1002 };
    const row = await called('going', { usage });
    const { receipt } = row;
    assert.deepEqual(
      [receipt?.sum, receipt?.multiplier, receipt?.total, row.charge_exact],
      ['0.00201', '0.9', '0.001809', '0.001809'],
    );
    await must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { price_multiplier: '1' });
    await must(fixture, 'PUT', '/models/going', { kind: 'chat', price: { input: '3', output: '9' } });
    const { data } = await must(fixture, 'GET', '/providers?limit=200');
    const provider = (data as { id: string; name: string }[]).find(({ name }) => name === 'going');
    await must(fixture, 'DELETE', `/providers/${provider?.id ?? ''}`);
    await must(fixture, 'DELETE', '/models/going');
    assert.deepEqual((await must(fixture, 'GET', `/calls/${row.id}`)).receipt, receipt);
    assert.equal((await must(fixture, 'POST', '/audit')).ok, true);
  });

  test('is withheld with the reason if a row is incomplete or contradictory', async () => {
    await offer('older', { input: '2', output: '8' });
    const row = await called('older', { usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 } });
    const { engine } = fixture.service.storage;
    const write = (set: string) =>
      engine.write([{ query: CompiledQuery.raw(`update calls set ${set} where price_version = 'older@1'`) }], []);
    const shown = async () => (await must(fixture, 'GET', `/calls/${row.id}`)) as CallDetail;
    await write('multiplier_ppm = null');
    assert.equal((await shown()).receipt?.total, row.charge_exact, 'the list price says it all');
    await write('charge = charge - 1');
    assert.match((await shown()).unexplained ?? '', /earlier version .* did not keep the multiplier/);
    await write('multiplier_ppm = 1000000');
    assert.match((await shown()).unexplained ?? '', /run the audit/);
    const { unexplained_code: code, price } = await shown();
    assert.equal(code, 'differs');
    assert.deepEqual([price?.of, price?.version], ['list', 1], 'the price is named as such, whatever the row says');
    await write('charge = charge + 1');
    assert.equal((await must(fixture, 'POST', '/audit')).ok, true);
  });
});
