/**
 * Goal: a field that a provider refuses although its client did not send it costs nobody a call: it is omitted, or the request is split,
 * and this is remembered. Method: the real service, real upstreams that refuse as vendors do, clients on raw sockets.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { must } from '../scenarios/scenario.ts';
import { chat, refusal, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, type RawAnswer } from './raw-client.ts';

let fixture: Fixture;
let second: ScriptedUpstream;
let key: string;
let providers = 0;

before(async () => {
  fixture = await startFixture();
  second = await startScriptedUpstream();
  key = fixture.key;
});
after(async () => {
  await fixture.closeSettled();
  await second.close();
});
beforeEach(() => {
  providers += 1;
});

interface Served {
  readonly model: string;
  readonly sent: () => readonly Readonly<Record<string, unknown>>[];
}

/** A separate model at one or two upstreams, so that nothing about it is remembered. */
async function serve(kind: 'chat' | 'embedding', behaviours: readonly Behaviour[]): Promise<Served> {
  const model = `${kind}-${String(providers)}`;
  const upstreams = [fixture.upstream, second].slice(0, behaviours.length);
  for (const [at, upstream] of upstreams.entries()) {
    upstream.otherwise(behaviours[at] ?? chat());
    await must(fixture, 'POST', '/providers', {
      name: `${model}-${String(at)}`,
      dialect: 'chat-completions',
      dialects: { embedding: 'embeddings' },
      priority: 10 + at,
      routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'key' }],
      models: [{ model, upstream_model: `up-${model}` }],
    });
  }
  await must(fixture, 'PUT', `/models/${model}`, { kind, price: kind === 'chat' ? { input: '2', output: '8' } : { input: '2' } });
  return {
    model,
    sent: () => fixture.upstream.requests.filter((request) => request.model === `up-${model}`).map(({ body }) => body),
  };
}

/** Accepts this many inputs per request, with one token each. */
function embedder(
  most: number,
  refuse = `batch size is invalid, it should not be larger than ${String(most)}.: input.contents`,
): Behaviour {
  return (exchange) => {
    const input = exchange.request.body.input as readonly string[];
    if (input.length > most) return refusal(400, { error: { message: refuse } })(exchange);
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [Number(text), 0.5] })).toReversed();
    const usage = { prompt_tokens: input.length, total_tokens: input.length };
    return whole(JSON.stringify({ object: 'list', data, model: 'up', usage }))(exchange);
  };
}

const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));

function embed(model: string, input: readonly string[]): Promise<RawAnswer> {
  return post(fixture.port, { model, input }, { key, path: '/v1/embeddings' });
}

interface Embedded {
  readonly data: readonly { readonly index: number; readonly embedding: readonly number[] }[];
  readonly usage: unknown;
  readonly model: string;
}

function assertEmbedded(answer: RawAnswer, model: string, count: number): void {
  assert.equal(answer.status, 200, answer.body);
  const { data, usage, model: named } = JSON.parse(answer.body) as Embedded;
  assert.deepEqual(
    data.map(({ index, embedding }) => [index, embedding]),
    texts(count).map((text) => [Number(text), [Number(text), 0.5]]),
  );
  assert.deepEqual([usage, named], [{ prompt_tokens: count, total_tokens: count }, model]);
}

test('inputs beyond what an upstream takes are sent in parts, and the answer is one: in order, charged once', async () => {
  const { model, sent } = await serve('embedding', [embedder(10)]);
  assertEmbedded(await embed(model, texts(25)), model, 25);
  const row = await fixture.nextRow();
  // 25 tokens at 2 CNY per million.
  assert.deepEqual([row.ending, row.input_tokens, row.charge_exact, row.attempts], ['complete', 25, '0.00005', 1]);
  assert.deepEqual(
    sent()
      .map(({ input }) => (input as unknown[]).length)
      .toSorted(),
    [10, 10, 25, 5].toSorted(),
  );
  assertEmbedded(await embed(model, texts(11)), model, 11);
  await fixture.nextRow();
  assert.equal(sent().length, 4 + 2, 'nothing is refused a second time');
  assertEmbedded(await embed(model, texts(3)), model, 3);
  await fixture.nextRow();
  assert.equal(sent().length, 7);
});

test('a bound that turns out lower is learned again', async () => {
  let most = 10;
  const { model } = await serve('embedding', [(exchange) => embedder(most)(exchange)]);
  assertEmbedded(await embed(model, texts(25)), model, 25);
  await fixture.nextRow();
  most = 4;
  assertEmbedded(await embed(model, texts(25)), model, 25);
  assert.equal((await fixture.nextRow()).charge_exact, '0.00005');
});

test('where one part is not answered another route serves all of it, and nothing is charged for the parts that were', async () => {
  let asked = 0;
  const breaks: Behaviour = (exchange) => {
    asked += 1;
    return asked === 3 ? refusal(500)(exchange) : embedder(10)(exchange);
  };
  const { model } = await serve('embedding', [breaks, embedder(100)]);
  assertEmbedded(await embed(model, texts(40)), model, 40);
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, row.input_tokens, row.charge_exact, row.attempts], ['complete', 40, '0.00008', 2]);
});

test('a client whose request for shorter vectors is ignored gets a notice, in parts and at once, and its log entry says so', async () => {
  const { model } = await serve('embedding', [embedder(10)]);
  for (const count of [1, 25]) {
    for (const [dimensions, told] of [
      [1, 'dimensions'],
      [2, undefined],
    ] as const) {
      const answer = await post(fixture.port, { model, input: texts(count), dimensions }, { key, path: '/v1/embeddings' });
      assertEmbedded(answer, model, count);
      assert.equal(answer.headers['x-tollgate-dropped'], told);
      const { trail, ending } = await fixture.nextRow();
      assert.deepEqual([trail, ending], [told === undefined ? null : { dropped: [told] }, 'complete']);
    }
  }
});

test('parts whose vectors have other lengths than those before are no answer', async () => {
  const uneven: Behaviour = (exchange) => {
    const input = exchange.request.body.input as readonly string[];
    if (input.length > 2) return refusal(400, { error: { message: 'batch size should not be larger than 2' } })(exchange);
    const embedding = Array.from({ length: input[0] === '0' ? 2 : 3 }, () => 0.5);
    return whole(JSON.stringify({ object: 'list', data: input.map((_, index) => ({ index, embedding })), model: 'up' }))(
      exchange,
    );
  };
  const { model } = await serve('embedding', [uneven]);
  assert.equal((await embed(model, texts(4))).status, 503);
  assert.equal((await fixture.nextRow()).charge_exact, '0');
});

test('the client gets a refusal that parts do not solve, and nothing is learned from it', async () => {
  const stubborn: Behaviour = (exchange) =>
    refusal(400, { error: { message: 'batch size should not be larger than 2', code: 'x' } })(exchange);
  const { model, sent } = await serve('embedding', [stubborn]);
  for (const _ of [1, 2]) {
    const before = sent().length;
    assert.equal((await embed(model, texts(3))).status, 400);
    assert.equal((await fixture.nextRow()).charge_exact, '0');
    assert.ok(sent().length - before <= 4, 'few requests are wasted on it');
    assert.equal((sent()[before]?.input as readonly string[]).length, 3, 'it is asked as ever');
  }
});

const refusesOptions: Behaviour = (exchange) =>
  exchange.request.body.stream_options === undefined
    ? chat('Hello there')(exchange)
    : refusal(422, {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
      })(exchange);

function stream(model: string, more: object = {}): Promise<RawAnswer> {
  return post(fixture.port, { model, stream: true, messages: [{ role: 'user', content: 'hi' }], ...more }, { key });
}

test('a provider that refuses stream_options is asked without them, once it has refused them once', async () => {
  const { model, sent } = await serve('chat', [refusesOptions]);
  for (const more of [{}, { stream_options: { include_usage: true } }]) {
    const answer = await stream(model, more);
    assert.equal(answer.status, 200);
    assert.match(answer.body, /\[DONE\]/);
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, row.attempts, Number(row.charge_exact) > 0], ['complete', 1, true]);
  }
  assert.deepEqual(
    sent().map((body) => 'stream_options' in body),
    [true, false, false],
  );
});

test('a field that the client itself sends is refused, and not remembered', async () => {
  const { model, sent } = await serve('chat', [refusesOptions]);
  assert.equal((await stream(model, { stream_options: { include_usage: true, other: 1 } })).status, 400);
  await fixture.nextRow();
  assert.equal((await stream(model)).status, 200);
  await fixture.nextRow();
  assert.deepEqual(
    sent().map((body) => 'stream_options' in body),
    [true, true, false],
  );
});

test('where the quirk is set nothing is tried', async () => {
  const { model, sent } = await serve('chat', [refusesOptions]);
  const { body } = await fixture.admin('GET', '/providers');
  const { id } =
    (body.data as readonly { readonly id: string; readonly name: string }[]).find(({ name }) => name === `${model}-0`) ??
    assert.fail();
  await must(fixture, 'PATCH', `/providers/${id}`, { quirks: { refuses_stream_options: true } });
  assert.equal((await stream(model)).status, 200);
  await fixture.nextRow();
  assert.deepEqual(
    sent().map((sentBody) => 'stream_options' in sentBody),
    [false],
  );
});
