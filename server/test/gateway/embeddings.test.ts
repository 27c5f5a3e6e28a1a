/**
 * Goal: embeddings follow the same rules as chat: reported input is charged only when every input has its valid vector and all of it was
 * sent. Method: the real service, a real upstream that fails as instructed, clients on raw sockets, a virtual clock.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { must, newKey } from '../scenarios/scenario.ts';
import { after as afterGate, refusal, resetBeforeAnswer, stall, whole } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const path = '/v1/embeddings';
const asked = { model: 'test/embedding', input: ['red', '红色'] };
/** 12 input tokens at 2 CNY per million. */
const reportedCharge = '0.000024';
const reported = { prompt_tokens: 12, total_tokens: 12 };

let fixture: Fixture;
before(async () => {
  fixture = await startFixture({ env: { TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '300000' } });
  await serve('embedder', fixture.upstream.baseUrl, 10);
  await must(fixture, 'PUT', '/models/test%2Fembedding', { kind: 'embedding', price: { input: '2' } });
});
after(() => fixture.closeSettled());

function serve(name: string, baseUrl: string, priority: number, quirks: object = {}): Promise<{ readonly id: string }> {
  return must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    dialects: { embedding: 'embeddings' },
    priority,
    quirks,
    routes: [{ region: 'domestic', base_url: baseUrl, api_key: `key-of-${name}` }],
    models: [{ model: 'test/embedding', upstream_model: 'upstream-embedding', cost: { input: '1' } }],
  });
}

interface Item {
  readonly index: number;
  readonly embedding: unknown;
}

const good: readonly Item[] = [
  { index: 0, embedding: [0.5, -0.25] },
  { index: 1, embedding: [1, 0] },
];

function answerOf(data: readonly Item[], usage: unknown = reported): string {
  const items = data.map((item) => ({ object: 'embedding', ...item }));
  return JSON.stringify({ object: 'list', data: items, model: 'upstream-embedding', ...(usage === null ? {} : { usage }) });
}

interface Expected {
  readonly status: number;
  readonly ending: CallRow['ending'];
  readonly charge: '0' | typeof reportedCharge | 'estimated';
  readonly code?: string;
}

const complete: Expected = { status: 200, ending: 'complete', charge: reportedCharge };
const unavailable: Expected = { status: 503, ending: 'upstream_broke', charge: '0', code: 'upstream_unavailable' };
const notBelieved: Expected = { ...complete, charge: '0', code: 'usage_invalid' };

interface UpstreamCase {
  readonly behaviour: Behaviour;
  readonly expected: Expected;
  readonly advanceMs?: number;
}

const text = answerOf(good);
const upstreams: Readonly<Record<string, UpstreamCase>> = {
  'answers well': { behaviour: whole(text), expected: complete },
  'gives one vector for two inputs': { behaviour: whole(answerOf(good.slice(1))), expected: unavailable },
  'gives three vectors for two inputs': { behaviour: whole(answerOf([...good, ...good])), expected: unavailable },
  'gives an index twice': {
    behaviour: whole(answerOf(good.map(({ embedding }) => ({ index: 0, embedding })))),
    expected: unavailable,
  },
  'gives NaN': { behaviour: whole(text.replace('0.5', 'NaN')), expected: unavailable },
  'gives null for a number': { behaviour: whole(text.replace('0.5', 'null')), expected: unavailable },
  'gives vectors of two lengths': { behaviour: whole(text.replace('[1,0]', '[1]')), expected: unavailable },
  'breaks off in its answer': { behaviour: whole(text.slice(0, -20)), expected: unavailable },
  'reports an error inside the answer': { behaviour: whole('{"error":{"message":"overloaded"}}'), expected: unavailable },
  'resets before the first byte': { behaviour: resetBeforeAnswer(), expected: unavailable },
  'fails (500)': { behaviour: refusal(500), expected: unavailable },
  'refuses the request (400)': {
    behaviour: refusal(400),
    expected: { status: 400, ending: 'refused', charge: '0', code: 'invalid_parameter' },
  },
  'never answers': { behaviour: stall(), expected: { ...unavailable, ending: 'timeout' }, advanceMs: 601_000 },
  'reports no usage': { behaviour: whole(answerOf(good, null)), expected: { ...complete, charge: 'estimated' } },
  'reports usage that is no count': { behaviour: whole(answerOf(good, { prompt_tokens: -1 })), expected: notBelieved },
  'reports more input than was sent': {
    behaviour: whole(answerOf(good, { prompt_tokens: 2_000, total_tokens: 2_000 })),
    expected: notBelieved,
  },
  'reports output': {
    behaviour: whole(answerOf(good, { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 })),
    expected: notBelieved,
  },
};

function check(row: CallRow, expected: Expected): void {
  assert.deepEqual([row.status, row.ending, row.error_code], [expected.status, expected.ending, expected.code ?? null]);
  assert.deepEqual([row.endpoint, row.kind, row.model, row.streamed], ['embeddings', 'embedding', 'test/embedding', false]);
  if (expected.charge === 'estimated') {
    // 3 narrow and 2 wide characters by the character rule: 2.25 tokens.
    assert.deepEqual([row.usage_estimated, row.input_tokens, row.charge_exact], [true, 3, '0.000006']);
  } else assert.equal(Number(row.charge_exact), Number(expected.charge));
}

describe('every ending of a call for embeddings', () => {
  let attemptsMax = 0;
  before(() => {
    const { limits } = fixture.service.gateway;
    ({ attemptsMax } = limits);
    // Allows only one attempt.
    Object.assign(limits, { attemptsMax: 1 });
  });
  after(() => {
    Object.assign(fixture.service.gateway.limits, { attemptsMax });
  });

  async function begin(behaviour: Behaviour): Promise<RawClient> {
    fixture.upstream.next(behaviour);
    const client = await RawClient.open(fixture.port);
    client.send(postBytes(asked, { path, key: fixture.key }));
    return client;
  }

  for (const [name, { behaviour, expected, advanceMs }] of Object.entries(upstreams)) {
    test(`the upstream ${name}, the client stays`, async () => {
      const client = await begin(behaviour);
      await fixture.upstream.nextRequest();
      if (advanceMs !== undefined) await fixture.advanceUntilOver(advanceMs);
      const answer = await client.answer();
      const row = await fixture.nextRow();
      check(row, expected);
      assert.deepEqual([answer.status, answer.headers['x-request-id']], [expected.status, row.id]);
      if (expected.status === 200) assert.deepEqual(JSON.parse(answer.body).data, JSON.parse(text).data);
      client.leave();
    });

    test(`the upstream ${name}, the client leaves before: not charged, upstream cancelled`, async () => {
      const gate = new Gate();
      const client = await begin(afterGate(gate, behaviour));
      const request = await fixture.upstream.nextRequest();
      client.leave();
      await request.cancelled;
      gate.open();
      check(await fixture.nextRow(), { status: 499, ending: 'client_left', charge: '0', code: 'client_left' });
    });
  }

  test('everything is settled after all attempts', () => fixture.expectSettled());
});

function ask(body: object, key = fixture.key): Promise<RawAnswer> {
  return post(fixture.port, body, { path, key });
}

test('a broken answer is asked of the next upstream, and only the good one is charged', async () => {
  const second = await startScriptedUpstream();
  try {
    const { id } = await serve('second', second.baseUrl, 20);
    fixture.upstream.next(whole(answerOf(good.slice(1))));
    second.next(whole(text));
    const answer = await ask(asked);
    const row = await fixture.nextRow();
    assert.deepEqual([answer.status, row.attempts, row.route, row.charge_exact], [200, 2, 'second/domestic', reportedCharge]);
    assert.equal(row.upstream_cost, '0.000012');
    await must(fixture, 'DELETE', `/providers/${id}`);
  } finally {
    await second.close();
  }
});

test('the upstream gets the request as it was sent, and the answer has the form that the client asked for', async () => {
  fixture.upstream.next(whole(text));
  const body = { ...asked, encoding_format: 'base64', dimensions: 2, input_type: 'query', user: 'u' };
  const answer = await ask(body);
  await fixture.nextRow();
  const sent = fixture.upstream.requests.at(-1);
  assert.equal(sent?.path, '/v1/embeddings');
  assert.deepEqual(sent.body, { ...body, model: 'upstream-embedding' });
  const shown = JSON.parse(answer.body) as { readonly model: string; readonly data: readonly { readonly embedding: string }[] };
  assert.equal(shown.model, 'test/embedding');
  const bytes = Buffer.from(shown.data[0]?.embedding ?? '', 'base64');
  assert.deepEqual([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length], [0.5, -0.25, 8]);
});

test('tens of megabytes of vectors are relayed while others are served', async () => {
  const inputs = Array<string>(500).fill('a');
  const numbers = Array<string>(1_536).fill('-0.006929283495992422').join(',');
  const large = `{"object":"list","data":[${inputs.map((_, index) => `{"index":${String(index)},"embedding":[${numbers}]}`).join(',')}]}`;
  fixture.upstream.next(whole(large));
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  const asking = ask({ model: 'test/embedding', input: inputs, encoding_format: 'base64' });
  await fixture.upstream.nextRequest();
  count();
  const answer = await asking;
  over = true;
  const row = await fixture.nextRow();
  assert.deepEqual([answer.status, row.ending, row.input_tokens], [200, 'complete', 125]);
  assert.ok(turns > large.length / (1024 * 1024), `${String(turns)} turns`);
});

test('a model is called at the address of its kind, and the refusal of another names the kind and its address', async () => {
  const chat = '/v1/chat/completions';
  const wrongs: readonly (readonly [address: string, body: object, kind: string, right: string])[] = [
    [path, { ...asked, model: 'test/chat' }, 'chat', chat],
    [chat, { model: 'test/embedding', messages: [{ role: 'user', content: 'hi' }] }, 'embedding', path],
  ];
  for (const [address, body, kind, right] of wrongs) {
    const answer = await post(fixture.port, body, { path: address, key: fixture.key });
    const { error } = JSON.parse(answer.body) as { readonly error: { readonly param: string; readonly message: string } };
    assert.deepEqual([answer.status, error.param], [400, 'model']);
    assert.ok(error.message.includes(`of kind "${kind}"`), error.message);
    assert.ok(error.message.endsWith(` Call it with POST ${right}.`), error.message);
    await fixture.nextRow();
  }
});

test('the list of models contains the kind; usage of an embedding model is summed like any other', async () => {
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/models/test%2Fembedding`, {
    headers: { authorization: `Bearer ${fixture.key}` },
  });
  const card = (await response.json()) as {
    readonly kind: string;
    readonly pricing: { readonly input: string; readonly output: string };
  };
  assert.deepEqual([card.kind, Number(card.pricing.input), Number(card.pricing.output)], ['embedding', 2, 0]);
  const calls = (await fixture.rows('&model=test/embedding')).filter(({ ending }) => ending === 'complete');
  const { data } = await must(fixture, 'GET', '/usage?group_by=model&from=2026-01-01&to=2027-01-01');
  const group = (data as { model: string; input_tokens: number; output_tokens: number }[]).find(
    ({ model }) => model === 'test/embedding',
  );
  const sum = (await fixture.rows('&model=test/embedding')).reduce((total, row) => total + row.input_tokens, 0);
  assert.ok(calls.length > 0);
  assert.deepEqual([group?.input_tokens, group?.output_tokens], [sum, 0]);
});

test('a cap holds: a strict key reserves a token for every byte, and is refused what that may cost', async () => {
  const { key } = await newKey(fixture, { strict: true, daily_cap: '0.0005' });
  const sent = fixture.upstream.requests.length;
  const refused = await ask({ ...asked, input: 'x'.repeat(1_000) }, key);
  assert.deepEqual([refused.status, JSON.parse(refused.body).error.code], [429, 'cap_reserved']);
  assert.equal(fixture.upstream.requests.length, sent, 'nothing was asked of anybody');
  fixture.upstream.next(whole(text));
  assert.equal((await ask(asked, key)).status, 200);
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  await fixture.expectSettled();
});

test('token ids go to a provider that reads them and to no other; where none does, the refusal says what to set', async () => {
  const ids = { ...asked, input: [[101, 7], [102]] };
  const refused = await post(fixture.port, ids, { path, key: fixture.key });
  assert.equal(refused.status, 400);
  assert.match(refused.body, /"message":"`input` holds token ids[^"]*check_embedding_ctx_length=False/);
  assert.match(refused.body, /"code":"invalid_parameter"/);
  const [row] = await fixture.rows();
  assert.deepEqual([row?.ending, row?.status, Number(row?.charge_exact)], ['refused', 400, 0]);

  const reader = await startScriptedUpstream();
  const { id } = await serve('reader', reader.baseUrl, 300, { token_ids: true });
  reader.next(whole(text));
  assert.equal((await post(fixture.port, ids, { path, key: fixture.key })).status, 200);
  assert.deepEqual((await reader.nextRequest()).body.input, ids.input);
  assert.deepEqual([(await fixture.rows())[0]?.ending, reader.requests.length], ['complete', 1]);

  await must(fixture, 'PATCH', `/providers/${id}`, { maintenance: true });
  const away = await post(fixture.port, ids, { path, key: fixture.key });
  assert.deepEqual([away.status, reader.requests.length], [503, 1], 'the only one that reads them comes back');
  await reader.close();
});
