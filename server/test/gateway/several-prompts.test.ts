/**
 * Goal: a request with several prompts is answered and charged as if each had come alone, or not at all. Method: the real service, real
 * upstreams that answer out of order and fail as instructed, clients on raw sockets and the official SDK.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import OpenAI from 'openai';
import { must, newKey } from '../scenarios/scenario.ts';
import { refusal, resetBeforeAnswer, stall, whole } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const path = '/v1/completions';

let fixture: Fixture;
let second: ScriptedUpstream;
before(async () => {
  fixture = await startFixture();
  second = await startScriptedUpstream();
  for (const [name, upstream, priority] of [
    ['first', fixture.upstream, 10],
    ['second', second, 20],
  ] as const)
    await must(fixture, 'POST', '/providers', {
      name,
      dialect: 'chat-completions',
      priority,
      routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: `key-of-${name}` }],
      models: ['plain', 'tiers', 'one'].map((model) => ({ model, cost: { input: '1', output: '4' } })),
    });
  const price = { input: '2', output: '8' };
  await must(fixture, 'PUT', '/models/plain', { kind: 'chat', price });
  await must(fixture, 'PUT', '/models/one', { kind: 'chat', price: { ...price, per_call: '0.01' } });
  const variants = [{ when: { min_input_tokens: 1_000 }, rates: { input: '20', output: '80' } }];
  await must(fixture, 'PUT', '/models/tiers', { kind: 'chat', price: { ...price, per_call: '0.01', variants } });
});
after(async () => {
  await fixture.closeSettled();
  await second.close();
});
beforeEach(() => {
  fixture.upstream.otherwise(echo());
  second.otherwise(echo());
  fixture.clock.advance(400_000);
});

interface Sent {
  readonly messages: readonly { readonly content: string }[];
  readonly n?: number;
}

const promptOf = ({ body }: { readonly body: object }): string => (body as Sent).messages[0]?.content ?? '';
const textsOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `text ${String(at)}`);

/** Repeats each prompt `n` times, in reverse; its tokens are its characters. */
function echo(usageOf?: (prompt: string) => object | null): Behaviour {
  return whole(({ body }) => {
    const prompt = promptOf({ body });
    const { n = 1 } = body as unknown as Sent;
    const choices = Array.from({ length: n }, (_, index) => ({
      index,
      finish_reason: 'stop',
      message: { role: 'assistant', content: `${prompt}/${String(index)}` },
    })).toReversed();
    const used = { prompt_tokens: prompt.length, completion_tokens: 3 * n, total_tokens: prompt.length + 3 * n };
    const usage = usageOf === undefined ? used : usageOf(prompt);
    return JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'u', choices, usage });
  });
}

/** Uses another behaviour for prompts with this word. */
function except(word: string, behaviour: Behaviour): Behaviour {
  return (exchange) => (promptOf(exchange.request).includes(word) ? behaviour(exchange) : echo()(exchange));
}

interface Completion {
  readonly id: string;
  readonly choices: readonly { readonly index: number; readonly text: string; readonly finish_reason: string }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
  readonly error?: { readonly code: string; readonly param: string | null; readonly message: string };
}

function ask(prompt: unknown, more: object = {}, key = fixture.key): Promise<RawAnswer> {
  return post(fixture.port, { model: 'plain', prompt, ...more }, { path, key });
}

const read = ({ body }: RawAnswer): Completion => JSON.parse(body) as Completion;

async function free(expected: readonly [status: number, ending: string, code: string]): Promise<void> {
  const row = await fixture.nextRow();
  assert.deepEqual([row.status, row.ending, row.error_code, Number(row.charge_exact)], [...expected, 0]);
}

test('each prompt has its answers in its places, one row of the log, and costs what it costs alone', async () => {
  for (const [count, n] of [
    [20, 1],
    [7, 3],
    [2, 64],
  ] as const) {
    const prompts = textsOf(count);
    const from = fixture.upstream.requests.length;
    const answer = await ask(prompts, { n, max_tokens: 5, user: 'u' });
    const { choices, usage } = read(answer);
    assert.deepEqual(
      choices.map(({ index, text, finish_reason: end }) => [index, text, end]),
      prompts.flatMap((prompt, at) => Array.from({ length: n }, (_, i) => [at * n + i, `${prompt}/${String(i)}`, 'stop'])),
    );
    const input = prompts.join('').length;
    const output = 3 * n * count;
    assert.deepEqual([usage?.prompt_tokens, usage?.completion_tokens, usage?.total_tokens], [input, output, input + output]);
    const sent = fixture.upstream.requests.slice(from);
    assert.deepEqual(sent.map(promptOf).toSorted(), prompts.toSorted());
    for (const { body } of sent) assert.deepEqual([body.n, body.max_tokens, body.user, body.prompt], [n, 5, 'u', undefined]);
    const row = await fixture.nextRow();
    assert.equal(answer.headers['x-request-id'], row.id);
    assert.deepEqual([row.ending, row.input_tokens, row.output_tokens, row.attempts], ['complete', input, output, 1]);
    assert.equal(Number(row.charge_exact), (input * 2 + output * 8) / 1_000_000);
    assert.equal(row.priced?.prompts?.length, count);
    const alone = await Promise.all(prompts.slice(0, 3).map((prompt) => ask(prompt, { n, max_tokens: 5 })));
    for (const [at, one] of alone.entries())
      assert.deepEqual(
        read(one)
          .choices.map(({ text }) => text)
          .toSorted(),
        choices
          .slice(at * n, at * n + n)
          .map(({ text }) => text)
          .toSorted(),
      );
    for (const _ of alone) await fixture.nextRow();
  }
});

test('variants of a price and its price per call hold for each prompt by itself, and the receipt says so', async () => {
  const [short, long] = ['s'.repeat(400), 'l'.repeat(1_000)];
  const prompts = [short, short, short, long];
  assert.equal((await ask(prompts, { model: 'tiers' })).status, 200);
  const row = await fixture.nextRow();
  const expected = 4 * 0.01 + (3 * (400 * 2 + 3 * 8) + 1_000 * 20 + 3 * 80) / 1_000_000;
  assert.equal(Number(row.charge_exact), expected);
  const { receipt } = (await must(fixture, 'GET', `/calls/${row.id}`)) as {
    receipt: { total: string; variants: number[]; lines: { quantity: string; count: number }[] };
  };
  assert.deepEqual([Number(receipt.total), receipt.variants], [expected, [1]]);
  assert.deepEqual(
    receipt.lines.map(({ quantity, count }) => [quantity, count]),
    [
      ['input', 1_200],
      ['output', 9],
      ['per_call', 4],
      ['input', 1_000],
      ['output', 3],
    ],
  );
  let alone = 0;
  for (const prompt of prompts) {
    await ask(prompt, { model: 'tiers' });
    alone += Number((await fixture.nextRow()).charge_exact);
  }
  assert.ok(Math.abs(alone - expected) < 1e-9);
  await fixture.expectSettled();
});

test('a missing report of one prompt is estimated for that prompt only', async () => {
  const silent = 'a'.repeat(40);
  fixture.upstream.otherwise(
    echo((prompt) => (prompt === silent ? null : { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 })),
  );
  const answer = await ask(['b', silent, 'c']);
  assert.equal(read(answer).usage, undefined);
  const { priced, ...row } = await fixture.nextRow();
  assert.deepEqual([row.ending, row.usage_estimated], ['complete', true]);
  const [first, estimated, last] = priced?.prompts ?? [];
  assert.deepEqual([first?.input_tokens, first?.output_tokens, last?.input_tokens], [10, 5, 10]);
  // By the character rule: 40 narrow characters and the marks of a message, and 42 characters of answer.
  assert.ok((estimated?.input_tokens ?? 0) >= 10 && (estimated?.input_tokens ?? 0) <= 40, JSON.stringify(priced));
  assert.equal(estimated?.output_tokens, 11);
});

test('impossible usage of one prompt makes the whole call free', async () => {
  fixture.upstream.otherwise(
    echo((prompt) => ({ prompt_tokens: prompt === 'b' ? 2 ** 30 : 1, completion_tokens: 1, total_tokens: 0 })),
  );
  assert.equal((await ask(['a', 'b'])).status, 200);
  await free([200, 'complete', 'usage_invalid']);
});

describe('one prompt that is not answered', () => {
  const faults: Readonly<Record<string, Behaviour>> = {
    'is refused with 500': refusal(500),
    'is reset': resetBeforeAnswer(),
    'is broken off': whole('{"choices":[{"index":0,"message":{"role":"assistant","content":"half'),
    'ends with a fault': whole(
      JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'network_error' }] }),
    ),
  };
  for (const [name, fault] of Object.entries(faults))
    test(`${name}: the next route serves all, and where none can, nothing is sold`, async () => {
      fixture.upstream.otherwise(except('text 11', fault));
      const answer = await ask(textsOf(20));
      assert.equal(read(answer).choices.length, 20);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.attempts, row.priced?.prompts?.length], ['complete', 2, 20]);
      assert.equal(second.requests.slice(-20).length, 20);
      second.otherwise(except('text 3', fault));
      fixture.clock.advance(400_000);
      assert.equal((await ask(textsOf(20))).status, 503);
      await free([503, 'upstream_broke', 'upstream_unavailable']);
      await fixture.expectSettled();
    });

  test('for a fault of the client: the client gets the error, nothing is sold, and no route is blamed', async () => {
    fixture.upstream.otherwise(except('text 2', refusal(400, { error: { message: 'content policy', code: 'content_filter' } })));
    const from = second.requests.length;
    const answer = await ask(textsOf(5));
    assert.deepEqual([answer.status, read(answer).error?.code], [400, 'content_policy_violation']);
    await free([400, 'refused', 'content_policy_violation']);
    assert.equal(second.requests.length, from);
  });

  test('as often as was asked: another route serves all of them, so that no answer goes to the wrong prompt', async () => {
    const single: Behaviour = (exchange) =>
      echo()({ ...exchange, request: { ...exchange.request, body: { ...exchange.request.body, n: 1 } } });
    fixture.upstream.otherwise(single);
    assert.deepEqual(
      read(await ask(['a', 'b'], { n: 2 })).choices.map(({ text }) => text),
      ['a/0', 'a/1', 'b/0', 'b/1'],
    );
    assert.equal((await fixture.nextRow()).attempts, 2);
  });
});

test('a client that disconnects stops running prompts, starts no more, and is not charged', async () => {
  const gate = new Gate();
  fixture.upstream.otherwise((exchange) => gate.pass().then(() => echo()(exchange)));
  const from = fixture.upstream.requests.length;
  const client = await RawClient.open(fixture.port);
  client.send(postBytes({ model: 'plain', prompt: textsOf(20) }, { path, key: fixture.key }));
  await fixture.waitFor(() => fixture.upstream.requests.length === from + 4);
  client.leave();
  for (const request of fixture.upstream.requests.slice(from)) await request.cancelled;
  gate.open();
  await free([499, 'client_left', 'client_left']);
  assert.equal(fixture.upstream.requests.length, from + 4);
  await fixture.expectSettled();
});

test('a time limit ends all of them', async () => {
  fixture.upstream.otherwise(except('text 1', stall()));
  second.otherwise(except('text 1', stall()));
  const asking = ask(textsOf(3));
  await fixture.waitFor(() => fixture.service.gateway.state.running.size > 0);
  await fixture.advanceUntilOver(700_000);
  assert.equal((await asking).status, 503);
  await free([503, 'timeout', 'upstream_unavailable']);
});

test('the sum is set aside before any is sent: a strict key never passes its cap, price per call included', async () => {
  const { key } = await newKey(fixture, { strict: true, daily_cap: '0.05' });
  const from = fixture.upstream.requests.length;
  const refused = await ask(textsOf(6), { model: 'one', max_tokens: 5 }, key);
  assert.deepEqual([refused.status, read(refused).error?.code], [429, 'cap_reserved']);
  assert.equal(fixture.upstream.requests.length, from, 'nobody was asked anything');
  await free([429, 'refused', 'cap_reserved']);
  assert.equal((await ask(textsOf(2), { model: 'one', max_tokens: 5 }, key)).status, 200);
  assert.equal((await fixture.nextRow()).priced?.prompts?.length, 2);
  await fixture.expectSettled();
});

const list = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);
const refusals: readonly (readonly [name: string, body: object, words: RegExp, param?: string])[] = [
  ['an empty list', { prompt: [] }, /empty list: send one text/],
  ['more than 20', { prompt: list(21, 'x') }, /at most 20 texts: send several requests/],
  ['token ids', { prompt: [1, 2, 3] }, /token ids.*send one text, or a list of texts/],
  ['lists of token ids', { prompt: [[1, 2], [3]] }, /token ids/],
  ['thousands of token ids', { prompt: list(5_000, 7) }, /token ids/],
  ['texts and token ids', { prompt: ['a', [1]] }, /no text at place 1/],
  ['null among texts', { prompt: ['a', 'b', null] }, /no text at place 2/],
  ['an object', { prompt: { text: 'a' } }, /must be text: send/],
  ['an empty text among others', { prompt: ['a', ''] }, /empty text at place 1/],
  ['an empty text alone in a list', { prompt: [''] }, /empty text at place 0/],
  ['several, streamed', { prompt: ['a', 'b'], stream: true }, /not streamed together: leave `stream` out/],
  ['too many answers in all', { prompt: list(20, 'x'), n: 7 }, /not be more than 128/, 'n'],
  ['much beside them', { prompt: ['a', 'b'], metadata: { x: 'y'.repeat(70_000) } }, /send a request for each/],
];

for (const [name, body, words, param = 'prompt'] of refusals)
  test(`${name}: a refusal that names \`${param}\` and what to do`, async () => {
    const answer = await ask('', body);
    const { error } = read(answer);
    assert.deepEqual([answer.status, error?.code, error?.param], [400, 'invalid_parameter', param]);
    assert.match(error?.message ?? '', words);
    await free([400, 'refused', 'invalid_parameter']);
  });

test('a list of one text is streamed as one text is', async () => {
  fixture.upstream.otherwise(echo());
  const answer = await ask(['a'], { stream: false });
  assert.equal(read(answer).choices[0]?.text, 'a/0');
  assert.equal((await fixture.nextRow()).priced, null);
});

test('the official SDK reads it, as LangChain asks: 20 texts, one answer each', async () => {
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, apiKey: fixture.key });
  const prompt = [...textsOf(17), '你好', '"quoted"\n\\', '😀'];
  const answer = await client.completions.create({ model: 'plain', prompt, n: 1, temperature: 0.7, max_tokens: 256, top_p: 1 });
  assert.deepEqual(
    answer.choices.map(({ index, text }) => [index, text]),
    prompt.map((text, at) => [at, `${text}/0`]),
  );
  assert.equal(answer.usage?.total_tokens, prompt.join('').length + 60);
  await fixture.nextRow();
});
