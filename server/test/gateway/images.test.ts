/**
 * Goal: images are admitted, drawn, charged and refused like chat, within the time that clients wait, and no upstream draws twice. Method:
 * the real service, real upstreams that fail as instructed, a virtual clock.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI from 'openai';
import { must } from '../scenarios/scenario.ts';
import { refusal, refusedBaseUrl, resetBeforeAnswer, stall, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour, RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const path = '/v1/images/generations';
const png = 'iVBORw0KGgoAAAAASUVORK5CYII=';
const address = 'https://media.example.com/a.png';
const usage = { input_tokens: 10, output_tokens: 272, total_tokens: 282 };
/** 0.2 CNY per call, plus 10 and 272 tokens at 2 and 8 CNY per million. */
const reportedCharge = '0.202196';

function drawn(images = 1, more: object = { usage }): Behaviour {
  return whole(JSON.stringify({ created: 1, data: Array.from({ length: images }, () => ({ b64_json: png })), ...more }));
}

let fixture: Fixture;
let second: ScriptedUpstream;

async function addProvider(name: string, base_url: string, options: object = {}): Promise<void> {
  await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    dialects: { image: 'images' },
    routes: [{ region: 'domestic', base_url, api_key: 'upstream-secret-key' }],
    ...options,
  });
}

before(async () => {
  fixture = await startFixture();
  second = await startScriptedUpstream();
  await addProvider('painter', fixture.upstream.baseUrl, {
    models: [{ model: 'test/image', upstream_model: 'brush-1' }, { model: 'test/two' }],
  });
  await addProvider('other-painter', second.baseUrl, { models: [{ model: 'test/two' }, { model: 'test/away' }], priority: 200 });
  await addProvider('away', await refusedBaseUrl(), { models: [{ model: 'test/away' }] });
  await addProvider('priced', fixture.upstream.baseUrl, { models: [{ model: 'test/priced' }] });
  await addProvider('one-form', fixture.upstream.baseUrl, {
    models: [{ model: 'test/one-form' }],
    quirks: { one_image_form: true },
  });
  const price = { input: '2', cached_input: '0.5', output: '8', per_call: '0.2' };
  for (const model of ['image', 'two', 'away', 'one-form'])
    await must(fixture, 'PUT', `/models/test%2F${model}`, { kind: 'image', price });
});
after(async () => {
  await second.close();
  await fixture.closeSettled();
});

function ask(body: object, key = fixture.key): Promise<RawAnswer> {
  return post(fixture.port, { model: 'test/image', prompt: 'a fox', ...body }, { path, key });
}

test('the official SDK gets the images of the sandbox, of the size asked for', async () => {
  const client = new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
  const { data = [] } = await client.images.generate({
    model: 'sandbox/image',
    prompt: 'A red fox',
    n: 2,
    size: '640x320',
  });
  assert.equal(data.length, 2);
  for (const { b64_json } of data) {
    const file = Buffer.from(b64_json ?? '', 'base64');
    assert.equal(file.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], [640, 320]);
  }
  const row = await fixture.nextRow();
  assert.deepEqual([row.endpoint, row.kind, row.ending, row.output_tokens], ['images.generations', 'image', 'complete', 512]);
});

test('an upstream gets what the client asked for, under its own name of the model, and nothing that says nothing', async () => {
  fixture.upstream.next(drawn());
  const asked = { prompt: 'a fox', size: '1024x1024', quality: 'high', style: 'vivid', seed: 7, response_format: 'b64_json' };
  const nothing = { n: null, user: null, stream: false, partial_images: 0, api_base: 'http://127.0.0.1' };
  const { status, body, headers } = await ask({ ...asked, ...nothing });
  assert.equal(status, 200);
  assert.deepEqual(JSON.parse(body), { created: 1, data: [{ b64_json: png }], usage });
  assert.equal(headers['x-tollgate-dropped'], undefined);
  const request = await fixture.upstream.nextRequest();
  assert.equal(request.path, '/v1/images/generations');
  assert.deepEqual(request.body, { model: 'brush-1', ...asked });
  const row = await fixture.nextRow();
  assert.deepEqual([row.endpoint, row.kind, row.charge_exact], ['images.generations', 'image', reportedCharge]);
});

test('an upstream that knows one form of images only is not asked for another, and a client that cannot have it gets a notice', async () => {
  fixture.upstream.next(whole(JSON.stringify({ data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }], usage })));
  const { status, headers } = await ask({ model: 'test/one-form', response_format: 'url' });
  assert.deepEqual([status, headers['x-tollgate-dropped']], [200, 'response_format']);
  assert.deepEqual((await fixture.upstream.nextRequest()).body, { model: 'test/one-form', prompt: 'a fox' });
  assert.deepEqual((await fixture.nextRow()).trail, { dropped: ['response_format'] });
});

const long = 'x'.repeat(32_001);
const wide = '画'.repeat(32_001);
const bad: readonly (readonly [field: string, values: readonly unknown[]])[] = [
  ['prompt', ['', 7, [], {}, true, long, wide, `${long}\\n"`]],
  ['n', [-1, 11, 1.5, '2', true, {}, 1e300]],
  ['size', [' ', 'big', '1024', '1024x', 'x1024', '01024x1024', '1024X1024', '1024x1024 ', '8x8', '9999x9999', '1e3x1e3', 7, []]],
  ['quality', [' ', 'best', 'HIGH', 7, []]],
  ['style', [7, {}]],
  ['background', [7, []]],
  ['moderation', [7, true]],
  ['output_format', [7, []]],
  ['output_compression', [-1, 101, 0.5, '50']],
  ['response_format', [' ', 'png', 'B64_JSON', {}, 7]],
  ['user', [7, {}]],
  ['partial_images', [4, 0.5, -1, '0']],
  ['stream', ['true', 1]],
];

test('a parameter that does not fit is refused with its name and the remedy, before any upstream is asked', async () => {
  const asked = fixture.upstream.requests.length;
  for (const [field, values] of bad)
    for (const value of values) {
      const { status, body } = await ask({ [field]: value });
      const told = `${field}: ${JSON.stringify(value).slice(0, 60)} → ${body}`;
      const { error } = JSON.parse(body) as { readonly error: { param: string; code: string; message: string } };
      assert.deepEqual([status, error.code, error.param], [400, 'invalid_parameter', field], told);
      assert.match(error.message, /must/, told);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.streamed, Number(row.charge_exact)], ['refused', false, 0], told);
    }
  for (const name of ['Prompt', 'N', 'SIZE', 'quality'.toUpperCase(), 'Stream', 're\u017fponse_format']) {
    const { status, body } = await ask({ [name]: 'x' });
    assert.equal(status, 400, `${name} → ${body}`);
    await fixture.nextRow();
  }
  assert.equal(fixture.upstream.requests.length, asked);
});

test('the largest request that is allowed passes: 32,000 characters, 10 images', async () => {
  for (const prompt of ['x'.repeat(32_000), '画'.repeat(32_000)]) {
    fixture.upstream.next(drawn(10));
    assert.equal((await ask({ prompt, n: 10, size: '8192x16', quality: 'auto', output_compression: 0 })).status, 200);
    await fixture.nextRow();
  }
});

interface Row {
  readonly what: string;
  readonly behaviour: Behaviour;
  readonly n?: number;
  readonly status: number;
  readonly ending: string;
  readonly charge: string;
  readonly code?: string;
}

const unavailable = { status: 503, ending: 'upstream_broke', charge: '0', code: 'upstream_unavailable' };
const complete = { status: 200, ending: 'complete', charge: reportedCharge };

const outcomes: readonly Row[] = [
  { what: 'an image', behaviour: drawn(), ...complete },
  { what: 'as many images as asked for', behaviour: drawn(4), n: 4, ...complete },
  { what: 'fewer images than asked for', behaviour: drawn(1), n: 4, ...complete },
  { what: 'an address', behaviour: whole(JSON.stringify({ data: [{ url: address }], usage })), ...complete },
  {
    what: 'a usage that cannot be true',
    behaviour: drawn(1, { usage: { output_tokens: -1 } }),
    ...complete,
    charge: '0',
    code: 'usage_invalid',
  },
  {
    what: 'more tokens than an image can have',
    behaviour: drawn(1, { usage: { input_tokens: 1, output_tokens: 2_000_000_000 } }),
    ...complete,
    charge: '0',
    code: 'usage_invalid',
  },
  { what: 'no image', behaviour: whole('{"created":1,"data":[]}'), ...unavailable },
  { what: 'more images than asked for', behaviour: drawn(3), n: 2, ...unavailable },
  {
    what: 'base64 that is no picture',
    behaviour: whole(JSON.stringify({ data: [{ b64_json: Buffer.from('{"error":"busy"}').toString('base64') }] })),
    ...unavailable,
  },
  { what: 'something that is no image', behaviour: whole('{"data":[{"b64_json":"<html>"}]}'), ...unavailable },
  { what: 'an error with status 200', behaviour: whole('{"error":{"message":"no","code":"x"}}'), ...unavailable },
  { what: 'half an answer', behaviour: whole('{"data":[{"b64_json":"QUJD'), ...unavailable },
  { what: 'a broken connection', behaviour: resetBeforeAnswer(), ...unavailable },
  { what: 'status 500', behaviour: refusal(500), ...unavailable },
  { what: 'status 401', behaviour: refusal(401), ...unavailable },
  {
    what: 'a refusal of the parameter',
    behaviour: refusal(400, { error: { message: 'size is not supported', param: 'size', code: 'invalid_value' } }),
    status: 400,
    ending: 'refused',
    charge: '0',
    code: 'invalid_parameter',
  },
  {
    what: 'a refusal of what is to be drawn',
    behaviour: refusal(400, { error: { message: 'Your request was rejected by the safety system', code: 'moderation_blocked' } }),
    status: 400,
    ending: 'refused',
    charge: '0',
    code: 'content_policy_violation',
  },
];

describe('an upstream that answers with', () => {
  for (const { what, behaviour, n = 1, status, ending, charge, code } of outcomes)
    test(`${what}: ${String(status)}, charge ${charge}`, async () => {
      fixture.upstream.otherwise(behaviour);
      const answer = await ask({ n });
      assert.equal(answer.status, status, answer.body);
      const row = await fixture.nextRow();
      assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [status, ending, Number(charge)]);
      assert.equal(row.error_code, code ?? null);
      await fixture.expectSettled();
    });
});

test('images are priced by the number delivered, at the rate of the size and quality asked for', async () => {
  const rates = { image: '0.1', 'image@1024x1024': '0.2', 'image@1024x1024@high': '0.4', 'image@auto': '0.05' };
  const price = { input: '0', output: '0', per_call: '0', rates };
  await must(fixture, 'PUT', '/models/test%2Fpriced', { kind: 'image', price });
  const square = { size: '1024x1024', quality: 'high' };
  const table: readonly (readonly [asked: object, delivered: number, name: string, charge: number])[] = [
    [{}, 1, 'image', 0.1],
    [{ n: 4 }, 4, 'image', 0.4],
    [{ n: 4 }, 3, 'image', 0.3],
    [{ size: 'auto', quality: 'auto' }, 1, 'image', 0.1],
    [{ size: '512x512', quality: 'high' }, 1, 'image@512x512@high', 0.1],
    [{ size: '1024x1024' }, 1, 'image@1024x1024', 0.2],
    [{ size: '1024x1024', quality: 'low' }, 1, 'image@1024x1024@low', 0.2],
    [{ quality: 'high' }, 1, 'image@auto@high', 0.05],
    [{ ...square, n: 10 }, 10, 'image@1024x1024@high', 4],
  ];
  for (const more of [{}, { usage }])
    for (const [asked, delivered, name, charge] of table) {
      fixture.upstream.otherwise(drawn(delivered, more));
      const answer = await ask({ model: 'test/priced', ...asked });
      assert.equal(answer.status, 200, answer.body);
      const row = await fixture.nextRow();
      assert.deepEqual([Number(row.charge_exact), row.priced?.more], [charge, { [name]: delivered }]);
    }
  await fixture.expectSettled();
});

test('an answer without usage costs its price per call and the tokens that its images are expected to have, and says so', async () => {
  const asked = { n: 4, size: '2048x1024', quality: 'low' };
  for (const [delivered, tokens] of [
    [4, 4 * 544],
    [3, 3 * 544],
  ] as const) {
    fixture.upstream.otherwise(drawn(delivered, {}));
    assert.equal((await ask(asked)).status, 200);
    const row = await fixture.nextRow();
    assert.deepEqual([row.usage_estimated, row.output_tokens], [true, tokens]);
    assert.equal(Math.round(Number(row.charge_exact) * 1e6), 200_000 + 2 * row.input_tokens + 8 * tokens);
  }
});

test('images that a client did not wait for count with their full price, so that the limits on disconnecting hold', async () => {
  fixture.upstream.otherwise(stall());
  const client = await RawClient.open(fixture.port);
  const asked = { model: 'test/priced', prompt: 'a fox', n: 3, size: '1024x1024' };
  await arriving(fixture.upstream, () => {
    client.send(postBytes(asked, { path, key: fixture.key }));
  });
  client.leave();
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact), Number(row.uncollected)], ['client_left', 0, 0.6]);
  assert.deepEqual(row.priced?.more, { 'image@1024x1024': 3 });
});

test('a request that an upstream may have begun to draw is not sent again; one that it refused goes to the next', async () => {
  for (const [behaviour, requests] of [
    [refusal(500), 0],
    [resetBeforeAnswer(), 0],
    [whole('{"data":[]}'), 0],
    [refusal(429), 1],
    [refusal(503), 1],
    [refusal(404), 1],
  ] as const) {
    const before = second.requests.length;
    fixture.upstream.otherwise(behaviour);
    second.otherwise(drawn());
    const { status } = await ask({ model: 'test/two' });
    assert.equal(second.requests.length - before, requests);
    assert.equal(status, requests === 1 ? 200 : 503);
    const row = await fixture.nextRow();
    assert.equal(Number(row.charge_exact) > 0, requests === 1);
  }
});

/** The next request that the upstream receives. */
async function arriving({ requests }: ScriptedUpstream, send: () => void): Promise<RecordedRequest> {
  const before = requests.length;
  send();
  await fixture.waitFor(() => requests.length > before);
  const request = requests.at(-1);
  assert.ok(request);
  return request;
}

async function silentFor(model: string, upstream: ScriptedUpstream): Promise<number> {
  upstream.otherwise(stall());
  const startedMs = fixture.clock.monotonicMs();
  const client = await RawClient.open(fixture.port);
  await arriving(upstream, () => {
    client.send(postBytes({ model, prompt: 'a fox' }, { path, key: fixture.key }));
  });
  await fixture.advanceUntilOver(115_000);
  const answer = await client.answer();
  const endedMs = fixture.clock.monotonicMs() - startedMs;
  client.leave();
  const { error } = JSON.parse(answer.body) as { readonly error: { readonly code: string } };
  assert.deepEqual([answer.status, error.code], [503, 'upstream_unavailable']);
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact)], ['timeout', 0]);
  return endedMs;
}

test('images that are not there after 110 s are given up before the client is, uncharged, on one route as on the second', async () => {
  const alone = await silentFor('test/image', fixture.upstream);
  assert.ok(alone >= 110_000 && alone < 112_000, String(alone));
  const behindOneThatIsAway = await silentFor('test/away', second);
  assert.ok(behindOneThatIsAway >= 110_000 && behindOneThatIsAway < 112_000, String(behindOneThatIsAway));
});

test('a client that disconnects while its image is drawn is not charged, and the upstream is released', async () => {
  fixture.upstream.otherwise(stall());
  const client = await RawClient.open(fixture.port);
  const request = await arriving(fixture.upstream, () => {
    client.send(postBytes({ model: 'test/image', prompt: 'a fox' }, { path, key: fixture.key }));
  });
  client.leave();
  await request.cancelled;
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
});

test('an answer of 24 MiB reaches the client to the byte', async () => {
  const image = `${'iVBORw0KGgoA'.repeat(2 * 2 ** 20)}AAAAAElFTkSuQmCC`;
  fixture.upstream.otherwise(whole(JSON.stringify({ data: [{ b64_json: image }], usage })));
  const { status, body } = await ask({});
  assert.equal(status, 200);
  assert.ok(body === JSON.stringify({ data: [{ b64_json: image }], usage }));
  assert.equal((await fixture.nextRow()).charge_exact, reportedCharge);
});

test('a strict key sets aside the dearest that it may become, and never pays more', async () => {
  const { key } = await must(fixture, 'POST', `/accounts/${fixture.accountId}/keys`, { remark: 'strict', strict: true });
  fixture.upstream.otherwise(drawn(2, { usage: { input_tokens: 10, output_tokens: 2 * 4_160, total_tokens: 8_330 } }));
  const answer = await ask({ n: 2, size: '1024x1024', quality: 'high' }, String(key));
  assert.equal(answer.status, 200, answer.body);
  const row = await fixture.nextRow();
  assert.deepEqual([row.error_code, row.charge_exact], [null, '0.26658']);
  await fixture.expectSettled();
});
