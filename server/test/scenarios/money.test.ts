/** Goal: the cost of a call follows from the upstream's report and from the price at which it was admitted, to the nano. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { after as afterGate, chat, stream } from '../scripted-upstream/behaviours.ts';
import { deltaEvent, doneEvent, event, streamHead } from '../scripted-upstream/chat-bodies.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type CallRow, type Fixture } from '../gateway/fixture.ts';
import { chatCall, must, newKey, passTime, question, type NewKey } from './scenario.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.expectSettled());
after(() => fixture.close());

const putModel = (name: string, settings: object): Promise<unknown> =>
  must(fixture, 'PUT', `/models/${encodeURIComponent(name)}`, { kind: 'chat', ...settings });

/** A separate model, served by the scripted upstream. */
async function offer(name: string, price: object | null, quirks: object = {}): Promise<string> {
  await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'secret' }],
    models: [{ model: name, cost: { input: '1', output: '4' } }],
    quirks,
  });
  await putModel(name, price === null ? {} : { price });
  return name;
}

interface CallOptions {
  readonly key?: string;
  readonly usage?: object;
  readonly streamed?: boolean;
  readonly maxTokens?: number;
}

/** A call with this usage report of the upstream; returns its row. */
async function callFor(
  model: string,
  { key = fixture.key, usage, streamed = false, maxTokens }: CallOptions = {},
): Promise<CallRow> {
  const reported: { readonly completion_tokens?: number } = { ...usage };
  const words = reported.completion_tokens === 0 ? '' : 'Hello there';
  fixture.upstream.next(chat(words, usage === undefined ? {} : { usage: { ...usage } }));
  const body = { ...question, model, stream: streamed, ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }) };
  const answer = await chatCall(fixture, key, body);
  assert.equal(answer.status, 200, answer.text);
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  return rowOf(answer.headers.get('x-request-id'));
}

async function rowOf(id: string | null): Promise<CallRow> {
  await fixture.service.storage.books.flush();
  const { data } = await must(fixture, 'GET', '/calls?limit=200');
  const row = (data as readonly CallRow[]).find((candidate) => candidate.id === id);
  assert.ok(row);
  return row;
}

const usage = (prompt: number, completion: number, rest: object = {}): object => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  ...rest,
});

describe('a price', () => {
  test('is per token of input, cached input and output, and per call, rounded half up once to a nano', async () => {
    const model = await offer('priced', { input: '2', cached_input: '0.5', output: '8', per_call: '0.01' });
    const row = await callFor(model, { usage: usage(1000, 100, { prompt_tokens_details: { cached_tokens: 400 } }) });
    // 600 × 2 + 400 × 0.5 + 100 × 8 per million, and 0.01.
    assert.equal(row.charge_exact, '0.0122');
    assert.deepEqual([row.input_tokens, row.cached_tokens, row.output_tokens], [1000, 400, 100]);
    assert.deepEqual([row.upstream_cost, row.usage_estimated, row.price_version], ['0.0014', false, 'priced@1']);
    const tiny = await offer('tiny', { input: '0.0005', output: '0' });
    assert.equal((await callFor(tiny, { usage: usage(1, 1) })).charge_exact, '0.000000001', 'half a nano is rounded up');
    assert.equal((await callFor(tiny, { usage: usage(3, 1) })).charge_exact, '0.000000002');
  });

  test('is multiplied by the factors of account and plan; a custom price of the account is not', async () => {
    const model = await offer('multiplied', { input: '2', output: '8' });
    await must(fixture, 'PUT', '/plans/cheap', {
      name: 'Cheap',
      requests_per_minute: null,
      concurrency_ceiling: null,
      price_multiplier: '0.5',
    });
    const account: { readonly id: string } = await must(fixture, 'POST', '/accounts', {
      name: 'Own',
      plan: 'cheap',
      price_multiplier: '0.9',
    });
    const { key }: NewKey = await must(fixture, 'POST', `/accounts/${account.id}/keys`, {});
    const reported = { key, usage: usage(1_000_000, 0) };
    assert.equal((await callFor(model, reported)).charge_exact, '0.9');
    await must(fixture, 'PUT', `/accounts/${account.id}/prices/${model}`, { price: { input: '1', output: '4' } });
    const own = await callFor(model, reported);
    assert.deepEqual([own.charge_exact, own.price_version], ['1', 'multiplied@account-1']);
  });

  test('that changes while a call runs does not affect it', async () => {
    const model = await offer('changing', { input: '2', output: '8' });
    const gate = new Gate();
    fixture.upstream.next(afterGate(gate, chat('', { usage: { ...usage(1_000_000, 0) } })));
    const running = chatCall(fixture, fixture.key, { ...question, model });
    await gate.reached;
    await putModel(model, { price: { input: '20', output: '80' }, confirm: true });
    gate.open();
    const row = await rowOf((await running).headers.get('x-request-id'));
    assert.deepEqual([row.charge_exact, row.price_version], ['2', 'changing@1']);
    assert.equal((await callFor(model, { usage: usage(100_000, 0) })).charge_exact, '2');
  });

  test('that starts later applies from its start', async () => {
    const model = await offer('later', { input: '2', output: '8' });
    const from = new Date(fixture.clock.nowMs() + 60_000).toISOString();
    await putModel(model, { price: { input: '4', output: '8' }, price_from: from });
    assert.equal((await callFor(model, { usage: usage(1_000_000, 0) })).charge_exact, '2');
    await passTime(fixture, 60_000);
    assert.equal((await callFor(model, { usage: usage(1_000_000, 0) })).charge_exact, '4');
  });

  test('is needed: a model without one cannot be called and is not listed', async () => {
    const model = await offer('unpriced', null);
    const answer = await chatCall(fixture, fixture.key, { ...question, model });
    assert.deepEqual([answer.status, answer.code], [404, 'model_not_found']);
    const list = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/models`, {
      headers: { authorization: `Bearer ${fixture.key}` },
    });
    assert.ok(!(await list.text()).includes('unpriced'));
  });
});

describe('usage as upstreams report it', () => {
  const reports: Readonly<
    Record<string, { readonly usage: object; readonly counts: readonly number[]; readonly quirks?: object }>
  > = {
    'cache hits beside the details': {
      usage: usage(100, 10, { prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 }),
      counts: [100, 60, 10, 0],
    },
    'cached tokens at the top': { usage: usage(100, 10, { cached_tokens: 30 }), counts: [100, 30, 10, 0] },
    'a cache count of another name': { usage: usage(100, 10, { num_cached_tokens: 20 }), counts: [100, 20, 10, 0] },
    'reasoning inside the completion': {
      usage: usage(100, 10, { completion_tokens_details: { reasoning_tokens: 7 } }),
      counts: [100, 0, 10, 7],
    },
    'reasoning beside the completion': {
      usage: usage(100, 10, { completion_tokens_details: { reasoning_tokens: 7 } }),
      counts: [100, 0, 17, 7],
      quirks: { reasoning_outside_completion: true },
    },
    'reasoning at the top': { usage: usage(100, 10, { reasoning_tokens: 4 }), counts: [100, 0, 10, 4] },
    'a total alone beside one part': { usage: { prompt_tokens: 100, total_tokens: 110 }, counts: [100, 0, 10, 0] },
  };
  for (const [name, { usage: reported, counts, quirks = {} }] of Object.entries(reports)) {
    for (const streamed of [false, true]) {
      test(`${name}, ${streamed ? 'streamed' : 'whole'}`, async () => {
        const model = await offer(
          `deviation-${name.replaceAll(' ', '-')}-${String(streamed)}`,
          { input: '2', cached_input: '0.5', output: '8' },
          quirks,
        );
        const row = await callFor(model, { usage: reported, streamed });
        const { input_tokens: input, cached_tokens: cached, output_tokens: output, reasoning_tokens: reasoning } = row;
        assert.deepEqual([input, cached, output, reasoning], counts);
        const nano = (input - cached) * 2000 + cached * 500 + output * 8000;
        assert.equal(row.charge_exact, String(nano / 1e9));
      });
    }
  }

  test('on every chunk (the last one counts), nested in a member of the vendor, on the finish chunk, or without the terminal event', async () => {
    const reported = { ...usage(100, 10) };
    const chunk = (rest: object): string => event({ object: 'chat.completion.chunk', ...rest });
    const finish = { index: 0, delta: {}, finish_reason: 'stop' };
    const streams = [
      [
        chunk({ choices: [{ index: 0, delta: { content: 'a' } }], usage: usage(100, 1) }),
        chunk({ choices: [finish], usage: reported }),
        doneEvent,
      ],
      [chunk({ choices: [finish], x_groq: { usage: reported } }), doneEvent],
      [chunk({ choices: [finish], usage: reported }), doneEvent],
    ];
    for (const tail of streams) {
      fixture.upstream.next(stream((request) => [streamHead(request), deltaEvent(request, { content: 'Hello' }), ...tail]));
      const answer = await chatCall(fixture, fixture.key, { ...question, stream: true });
      assert.ok(answer.text.endsWith(doneEvent));
      const row = await rowOf(answer.headers.get('x-request-id'));
      assert.deepEqual([row.input_tokens, row.output_tokens, row.usage_estimated], [100, 10, false], tail.join(''));
    }
    const model = await offer('without-done', { input: '2', output: '8' }, { ends_without_done: true });
    fixture.upstream.next(
      stream((request) => [
        streamHead(request),
        deltaEvent(request, { content: 'Hi' }),
        chunk({ choices: [finish], usage: reported }),
      ]),
    );
    const answer = await chatCall(fixture, fixture.key, { ...question, model, stream: true });
    const row = await rowOf(answer.headers.get('x-request-id'));
    assert.deepEqual([row.ending, row.charge_exact], ['complete', '0.00028']);
  });
});

describe('trial and paid money', () => {
  test('trial money is spent first, and the first paid credit ends the free trial', async () => {
    const model = await offer('dear', { input: '1', output: '1' });
    const account: { readonly id: string; readonly plan: string } = await must(fixture, 'POST', '/accounts', { name: 'Trial' });
    assert.equal(account.plan, 'free-trial');
    const { key }: NewKey = await must(fixture, 'POST', `/accounts/${account.id}/keys`, {});
    const state = async (): Promise<readonly unknown[]> => {
      const { plan, balance } = await must(fixture, 'GET', `/accounts/${account.id}`);
      return [plan, balance.trial_left, balance.paid_left, balance.gifts_left, balance.available];
    };
    await must(fixture, 'POST', `/accounts/${account.id}/credits`, { amount: '5', reason: 'top-up', bucket: 'paid' });
    assert.deepEqual(await state(), ['standard', '10.0000', '5.0000', '0.0000', '15.0000']);
    await callFor(model, { key, usage: usage(8_000_000, 0) });
    assert.deepEqual(await state(), ['standard', '2.0000', '5.0000', '0.0000', '7.0000']);
    await callFor(model, { key, usage: usage(4_000_000, 0) });
    assert.deepEqual(await state(), ['standard', '0.0000', '3.0000', '0.0000', '3.0000']);
    const again = await fixture.admin('POST', `/accounts/${account.id}/credits`, {
      amount: '10',
      reason: 'again',
      bucket: 'trial',
    });
    assert.equal(again.status, 409, 'the trial credit is given once');
    await callFor(model, { key, usage: usage(3_500_000, 0) });
    assert.deepEqual(await state(), ['standard', '0.0000', '0.0000', '0.0000', '-0.5000'], 'no pot is below zero');
    assert.equal((await chatCall(fixture, key)).code, 'balance_exhausted');
  });

  test('gifts are spent after paid money, and only paid money that is left can be paid out', async () => {
    const model = await offer('dear-gift', { input: '1', output: '1' });
    const account: { readonly id: string } = await must(fixture, 'POST', '/accounts', { name: 'Gift', trial_credit: false });
    const { key }: NewKey = await must(fixture, 'POST', `/accounts/${account.id}/keys`, {});
    const credit = (amount: string, bucket: string) =>
      fixture.admin('POST', `/accounts/${account.id}/credits`, { amount, bucket, reason: 'test' });
    const left = async (): Promise<readonly unknown[]> => {
      const { balance } = await must(fixture, 'GET', `/accounts/${account.id}`);
      return [balance.paid_left, balance.gifts_left, balance.available];
    };
    await credit('3', 'adjustment');
    await credit('5', 'paid');
    await callFor(model, { key, usage: usage(1_000_000, 0) });
    assert.deepEqual(await left(), ['4.0000', '3.0000', '7.0000']);
    assert.equal((await credit('1', 'payout')).status, 400, 'a payout takes money out');
    const beyond = await credit('-4.0001', 'payout');
    assert.equal(beyond.status, 409);
    assert.deepEqual([beyond.body.error.reason, beyond.body.error.params], ['pay_out_exceeded', { amount: '4.0000' }]);
    assert.equal((await credit('-1', 'payout')).status, 201);
    assert.deepEqual(await left(), ['3.0000', '3.0000', '6.0000']);
    await callFor(model, { key, usage: usage(4_000_000, 0) });
    assert.deepEqual(await left(), ['0.0000', '2.0000', '2.0000']);
    assert.equal((await credit('-0.0001', 'payout')).status, 409, 'a gift is not returned in cash');
  });
});

describe('a strict key', () => {
  test('posts at most what was reserved and keeps the rest as uncollected', async () => {
    const model = await offer('strict', { input: '0', output: '100' });
    const { key } = await newKey(fixture, { strict: true });
    const row = await callFor(model, { key, usage: usage(10, 250), maxTokens: 100 });
    assert.deepEqual([row.charge_exact, Number(row.uncollected)], ['0.01', 0.015]);
  });
});
