/**
 * Goal: a streamed image is charged only once it is complete. Images, streamed or not, generated or edited, arrive or fail within the time
 * that clients wait, and the status comes before anything else. Method: the real service, real upstreams with instructions, a virtual
 * clock.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { must } from '../scenarios/scenario.ts';
import { raw, refusal, refusedBaseUrl, stall, stream, whole, type Step } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour, RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, picture, postBytes, RawClient } from './raw-client.ts';

const png = 'iVBORw0KGgoAAAAASUVORK5CYII=';
/** End of a PNG. */
const end = 'AAAAAElFTkSuQmCC';
const usage = { input_tokens: 10, output_tokens: 272, total_tokens: 282 };
/** 0.2 CNY per call, plus 10 and 272 tokens at 2 and 8 CNY per million. */
const reportedCharge = '0.202196';

function event(type: string, more: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: png, ...more })}\n\n`;
}

const partial = event('image_generation.partial_image', { partial_image_index: 0 });
const completed = event('image_generation.completed', { usage });

function streaming(steps: readonly Step[], ending: 'clean' | 'reset' | 'stall' = 'clean'): Behaviour {
  return stream(() => steps, { ending });
}

let fixture: Fixture;
let second: ScriptedUpstream;

before(async () => {
  fixture = await startFixture();
  second = await startScriptedUpstream();
  const provider = async (name: string, base_url: string, model: string, priority: number): Promise<void> => {
    await must(fixture, 'POST', '/providers', {
      name,
      dialect: 'chat-completions',
      dialects: { image: 'images' },
      priority,
      routes: [{ region: 'domestic', base_url, api_key: 'upstream-secret-key' }],
      models: [{ model }],
    });
  };
  await provider('painter', fixture.upstream.baseUrl, 'test/image', 100);
  await provider('away', await refusedBaseUrl(), 'test/two', 100);
  await provider('busy', fixture.upstream.baseUrl, 'test/two', 150);
  await provider('other', second.baseUrl, 'test/two', 200);
  const price = { input: '2', cached_input: '0.5', output: '8', per_call: '0.2' };
  for (const model of ['image', 'two']) await must(fixture, 'PUT', `/models/test%2F${model}`, { kind: 'image', price });
});
after(async () => {
  await second.close();
  await fixture.closeSettled();
});

interface Way {
  readonly name: string;
  readonly streamed: boolean;
  bytes(model?: string): Buffer;
}

const ways: readonly Way[] = [true, false].flatMap((streamed) => [
  {
    name: streamed ? 'a streamed image' : 'an image',
    streamed,
    bytes(model = 'test/image') {
      const body = { model, prompt: 'a fox', ...(streamed ? { stream: true, partial_images: 2 } : {}) };
      return postBytes(body, { path: '/v1/images/generations', key: fixture.key });
    },
  },
  {
    name: streamed ? 'a streamed edit' : 'an edit',
    streamed,
    bytes(model = 'test/image') {
      const image = { fileName: 'a.png', bytes: picture };
      const body = formBytes({ model, prompt: 'a fox', image, ...(streamed ? { stream: true, partial_images: 2 } : {}) });
      return postBytes(body, { path: '/v1/images/edits', key: fixture.key, headers: formHeaders });
    },
  },
]);
const [generation, edit] = ways;
assert.ok(generation && edit);

async function begin(way: Way, model?: string): Promise<RawClient> {
  const client = await RawClient.open(fixture.port);
  client.send(way.bytes(model));
  return client;
}

/** Makes a call and returns what the upstream received. */
async function arrived(
  way: Way,
  model = 'test/image',
  { requests }: ScriptedUpstream = fixture.upstream,
): Promise<{ readonly client: RawClient; readonly request: RecordedRequest }> {
  const before = requests.length;
  const client = await begin(way, model);
  await fixture.waitFor(() => requests.length > before);
  const request = requests.at(-1);
  assert.ok(request);
  return { client, request };
}

test('the official SDK watches images grow, drawn and edited, at the sandbox and upstream', async () => {
  const client = new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
  const image = await toFile(picture, 'a.png', { type: 'image/png' });
  for (const model of ['sandbox/image', 'test/image']) {
    const asked = { model, prompt: 'a red fox', stream: true, partial_images: 2 } as const;
    for (const [prefix, drawing] of [
      ['image_generation', () => client.images.generate(asked)],
      ['image_edit', () => client.images.edit({ ...asked, image })],
    ] as const) {
      // An upstream can use any event names; a client that asked for an edit gets those of an edit.
      fixture.upstream.otherwise(streaming([partial, partial, completed]));
      const types: string[] = [];
      for await (const event of await drawing()) {
        types.push(event.type);
        assert.ok(event.b64_json.length > 5);
        if ('usage' in event) assert.ok(event.usage.output_tokens > 0);
      }
      assert.deepEqual(types, [`${prefix}.partial_image`, `${prefix}.partial_image`, `${prefix}.completed`]);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.streamed, row.usage_estimated], ['complete', true, false]);
      if (model === 'test/image') assert.equal(row.charge_exact, reportedCharge);
    }
  }
});

test('the upstream is asked for a stream, and for none where none was asked for', async () => {
  fixture.upstream.otherwise(streaming([completed]));
  const { client, request } = await arrived(generation);
  await client.answer();
  client.leave();
  const { body, headers } = request;
  assert.deepEqual(body, { model: 'test/image', prompt: 'a fox', stream: true, partial_images: 2 });
  assert.equal(headers.accept, 'text/event-stream');
  await fixture.nextRow();
});

test('several images at once are not streamed', async () => {
  const client = await RawClient.open(fixture.port);
  client.send(
    postBytes({ model: 'test/image', prompt: 'x', n: 2, stream: true }, { path: '/v1/images/generations', key: fixture.key }),
  );
  const { status, body } = await client.answer();
  client.leave();
  assert.deepEqual([status, (JSON.parse(body) as { error: { param: string } }).error.param], [400, 'n']);
  await fixture.nextRow();
});

interface Cut {
  readonly what: string;
  readonly behaviour: Behaviour;
  readonly status: number;
  readonly ending: CallRow['ending'];
}

const broken = { status: 200, ending: 'upstream_broke' } as const;
const refused = { status: 503, ending: 'upstream_broke' } as const;
const cuts: readonly Cut[] = [
  { what: 'ends after an unfinished state', behaviour: streaming([partial]), ...broken },
  { what: 'breaks off after an unfinished state', behaviour: streaming([partial], 'reset'), ...broken },
  { what: 'ends within the image', behaviour: streaming([partial, completed.slice(0, -8)]), ...broken },
  { what: 'sends an image that is none', behaviour: streaming([partial, completed.replace(png, '<html>')]), ...broken },
  { what: 'says that it is done without the image', behaviour: streaming([partial, 'data: [DONE]\n\n']), ...broken },
  {
    what: 'reports an error within',
    behaviour: streaming([partial, 'data: {"error":{"code":"x","message":"no"}}\n\n']),
    ...broken,
  },
  { what: 'ends before anything', behaviour: streaming([]), ...refused },
  { what: 'sends no stream', behaviour: raw('HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"data":[]}'), ...refused },
  {
    what: 'reports an error first',
    behaviour: streaming(['data: {"error":{"code":"x","message":"no"}}\n\n', completed]),
    ...refused,
  },
  { what: 'refuses', behaviour: refusal(500), ...refused },
];

describe('an image is never sold, and reported as broken, whose upstream', () => {
  for (const { what, behaviour, status, ending } of cuts)
    for (const way of [generation, edit])
      test(`${what} (${way.name})`, async () => {
        fixture.upstream.otherwise(behaviour);
        const client = await begin(way);
        const answer = await client.answer();
        client.leave();
        assert.equal(answer.status, status, answer.body);
        assert.equal(answer.body.split('"error"').length, 2, answer.body);
        assert.ok(!answer.body.includes('.completed'));
        const row = await fixture.nextRow();
        assert.deepEqual(
          [row.status, row.ending, row.error_code, Number(row.charge_exact)],
          [status, ending, 'upstream_unavailable', 0],
        );
        await fixture.expectSettled();
      });
});

test('a client that leaves with an unfinished state pays nothing, and it counts as what the image would have cost', async () => {
  const gate = new Gate();
  fixture.upstream.otherwise(streaming([partial, gate, completed]));
  const { client, request } = await arrived(generation);
  await client.until((text) => text.includes('partial_image'), 'an unfinished state arrived');
  client.leave();
  await request.cancelled;
  gate.open();
  const row = await fixture.nextRow();
  assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [200, 'client_left', 0]);
  assert.ok(Number(row.uncollected) > 0.2, row.uncollected);
});

test('an image of megabytes reaches the client to the byte', async () => {
  const large = completed.replace(png, `${'iVBORw0KGgoA'.repeat(2 ** 20)}${end}`);
  fixture.upstream.otherwise(streaming([partial, large.slice(0, 3_000_000), large.slice(3_000_000)]));
  const client = await begin(generation);
  const { body } = await client.answer();
  client.socket.destroy();
  assert.ok(body === partial + large);
  assert.equal((await fixture.nextRow()).charge_exact, reportedCharge);
});

test('a stream for whose events there is no memory is broken off, uncharged, and its upstream is not to blame', async () => {
  const { bodyMemory } = fixture.service.gateway;
  const begun = bodyMemory.begin('another account');
  assert.ok(begun.grow(190 * 2 ** 20));
  const large = completed.replace(png, `${'iVBORw0KGgoA'.repeat(6 * 2 ** 20)}${end}`);
  fixture.upstream.otherwise(streaming([partial, large]));
  const client = await begin(generation);
  const { body } = await client.answer();
  client.leave();
  begun.release();
  assert.ok(body.includes('"error"') && !body.includes('.completed'));
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact)], ['upstream_broke', 0]);
  assert.match(row.error ?? '', /memory/);
});

describe('within 110 s', () => {
  for (const way of ways) {
    test(`${way.name} that does not come is given up, uncharged, with a status before any other byte`, async () => {
      fixture.upstream.otherwise(stall());
      const startedMs = fixture.clock.monotonicMs();
      const { client } = await arrived(way);
      while (fixture.clock.monotonicMs() - startedMs < 100_000) {
        await fixture.service.storage.books.flush();
        fixture.clock.advance(5_000);
      }
      assert.equal(client.received.length, 0, 'proxies and clients are told nothing before it is known');
      await fixture.advanceUntilOver(15_000);
      const { status, body } = await client.answer();
      client.leave();
      const ms = fixture.clock.monotonicMs() - startedMs;
      assert.ok(ms >= 110_000 && ms < 112_000, String(ms));
      assert.equal(status, 503);
      assert.match(body, /not charged; retry/);
      const row = await fixture.nextRow();
      assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [503, 'timeout', 0]);
    });

    test(`${way.name} goes from a route that is away and one that is busy to the third, in what is left of the time`, async () => {
      fixture.upstream.otherwise(refusal(429));
      second.otherwise(stall());
      const startedMs = fixture.clock.monotonicMs();
      const { client } = await arrived(way, 'test/two', second);
      await fixture.advanceUntilOver(115_000);
      const { status } = await client.answer();
      client.leave();
      const ms = fixture.clock.monotonicMs() - startedMs;
      assert.ok(ms >= 110_000 && ms < 112_000, String(ms));
      const row = await fixture.nextRow();
      assert.deepEqual([status, row.ending, row.attempts, Number(row.charge_exact)], [503, 'timeout', 3, 0]);
    });
  }

  test('a streamed image that stops growing is broken off with an error, uncharged', async () => {
    fixture.upstream.otherwise(streaming([partial], 'stall'));
    const client = await begin(generation);
    await client.until((text) => text.includes('partial_image'), 'an unfinished state arrived');
    await fixture.advanceUntilOver(115_000);
    const { body } = await client.answer();
    client.leave();
    assert.ok(body.includes('"error"') && !body.includes('.completed'));
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [200, 'timeout', 0]);
  });
});

describe('a stream asked of an upstream that answers whole', () => {
  const image = { created: 1_790_000_000, data: [{ b64_json: png, revised_prompt: 'a red\nfox' }], size: '1024x1024', usage };

  for (const way of ways.filter(({ streamed }) => streamed))
    test(`${way.name} is converted to a stream: one event, with all of it, charged once`, async () => {
      fixture.upstream.next(whole(JSON.stringify(image, null, 2)));
      const client = await RawClient.open(fixture.port);
      client.send(way.bytes());
      const { status, headers, body } = await client.answer();
      client.leave();
      assert.deepEqual([status, headers['content-type']], [200, 'text/event-stream; charset=utf-8']);
      const [name = '', data = '', ...rest] = body.split('\n');
      assert.deepEqual(rest, ['', '']);
      const { type, b64_json, created_at, ...more } = JSON.parse(data.slice('data: '.length)) as Record<string, unknown>;
      assert.equal(name, `event: ${String(type)}`);
      assert.match(name, /\.completed$/);
      assert.deepEqual([b64_json, created_at], [png, image.created]);
      assert.deepEqual(more, { revised_prompt: 'a red\nfox', size: '1024x1024', usage });
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.streamed, row.charge_exact], ['complete', true, reportedCharge]);
    });

  test('one that is refused, or no image, is no stream and is not charged', async () => {
    for (const answer of [{ data: [] }, { error: { message: 'no' } }, { data: [{ url: 'https://media.example.com/a.png' }] }]) {
      fixture.upstream.next(whole(JSON.stringify(answer)));
      const client = await RawClient.open(fixture.port);
      client.send(ways[0]?.bytes() ?? Buffer.alloc(0));
      assert.equal((await client.answer()).status, 503, JSON.stringify(answer));
      client.leave();
      assert.equal(Number((await fixture.nextRow()).charge_exact), 0);
    }
  });
});
