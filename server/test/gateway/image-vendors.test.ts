/**
 * Goal: images have the requested format, whatever format a vendor supports, also from vendors that must be polled. Keys and requests are
 * sent to no other address, and an image that is late is free. Method: the real service, scripted upstreams, a virtual clock.
 */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { must } from '../scenarios/scenario.ts';
import { refusal, resetBeforeAnswer, stall, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const usage = { input_tokens: 10, output_tokens: 272, total_tokens: 282 };
const reportedCharge = '0.202196';

let fixture: Fixture;
let elsewhere: ScriptedUpstream;

before(async () => {
  fixture = await startFixture();
  elsewhere = await startScriptedUpstream();
  const price = { input: '2', cached_input: '0.5', output: '8', per_call: '0.2' };
  for (const [model, dialect] of [
    ['plain', 'images'],
    ['bfl', 'images-bfl'],
    ['wanx', 'images-dashscope'],
  ] as const) {
    await must(fixture, 'POST', '/providers', {
      name: model,
      dialect: 'chat-completions',
      dialects: { image: dialect },
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'upstream-secret-key' }],
      models: [{ model: `test/${model}`, upstream_model: 'brush-1' }],
    });
    await must(fixture, 'PUT', `/models/test%2F${model}`, { kind: 'image', price });
  }
});
after(async () => {
  await elsewhere.close();
  await fixture.closeSettled();
});

/** An address at the scripted upstream, which answers it like everything else. */
function fileAt(name: string, { baseUrl } = fixture.upstream): string {
  return `${new URL(baseUrl).origin}/files/${name}`;
}

function file(bytes: string, type = 'image/png'): Behaviour {
  return whole(bytes, { headers: { 'content-type': type } });
}

/** Lets time pass while the upstream is polled. */
async function passing<Result>(answer: Promise<Result>): Promise<Result> {
  const state = { isOver: false };
  const over = answer.finally(() => (state.isOver = true));
  for (let turns = 0; !state.isOver; turns += 1) {
    await turn();
    if (turns % 20 !== 19) continue;
    await fixture.service.storage.books.flush();
    fixture.clock.advance(100);
  }
  return over;
}

interface Asked {
  readonly answer: RawAnswer;
  readonly row: CallRow;
}

async function ask(body: object, until: (answer: Promise<RawAnswer>) => Promise<RawAnswer> = passing): Promise<Asked> {
  const client = await RawClient.open(fixture.port);
  client.send(postBytes({ prompt: 'a fox', ...body }, { path: '/v1/images/generations', key: fixture.key }));
  const answer = await until(client.answer());
  client.socket.destroy();
  return { answer, row: await fixture.nextRow() };
}

function drawn(...data: readonly object[]): Behaviour {
  return whole(JSON.stringify({ created: 1, model: 'brush-1', data, usage }));
}

/** No time passes while files are stored, because a slow disk would use up the time of the call. */
const askAtOnce = (body: object): Promise<Asked> => ask(body, (answer) => answer);

describe('a client that asks for addresses', () => {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = Buffer.from('0000000049454e44ae426082', 'hex');
  const [small, large] = [0, 3_000_001].map((bytes) => Buffer.concat([signature, Buffer.alloc(bytes, 0xff), end])) as [
    Buffer,
    Buffer,
  ];
  /** Some upstreams escape the slash. */
  const escaped = (bytes: Buffer): string => bytes.toString('base64').replaceAll('/', '\\/');

  test('gets them although the vendor sends base64: the files are stored here for a day, and need no key', async () => {
    const data = `[{"b64_json":"${escaped(large)}","revised_prompt":"a red fox"},{"b64_json":"${escaped(small)}"}]`;
    fixture.upstream.next(whole(`{"created":1,"data":${data},"model":"brush-1","usage":${JSON.stringify(usage)}}`));
    const { answer, row } = await askAtOnce({ model: 'test/plain', n: 2, response_format: 'url' });
    const { data: images, ...rest } = JSON.parse(answer.body) as { readonly data: readonly { readonly url: string }[] };
    assert.deepEqual(rest, { created: 1, model: 'test/plain', usage });
    assert.deepEqual(
      images.map(({ url: _, ...more }) => more),
      [{ revised_prompt: 'a red fox' }, {}],
    );
    assert.equal(answer.headers['x-tollgate-dropped'], undefined);
    assert.deepEqual([row.ending, row.charge_exact, row.trail], ['complete', reportedCharge, null]);
    for (const [index, bytes] of [large, small].entries()) {
      const url = images[index]?.url ?? '';
      const kept = await fetch(url);
      assert.deepEqual([kept.status, kept.headers.get('content-type')], [200, 'image/png']);
      assert.ok(Buffer.from(await kept.arrayBuffer()).equals(bytes));
      assert.equal((await fetch(url.replace('sig=', 'sig=x'))).status, 404);
    }
    fixture.clock.advance(24 * 3_600_000 + 1_000);
    assert.equal((await fetch(images[0]?.url ?? '')).status, 404);
  });

  test('gets the files, and a notice, if they are no images, or nothing can be stored', async () => {
    const told = async (bytes: Buffer): Promise<void> => {
      const item = { b64_json: bytes.toString('base64') };
      fixture.upstream.next(drawn(item));
      const { answer, row } = await askAtOnce({ model: 'test/plain', response_format: 'url' });
      assert.deepEqual([answer.status, answer.headers['x-tollgate-dropped']], [200, 'response_format']);
      assert.deepEqual((JSON.parse(answer.body) as { data: object }).data, [item]);
      assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
    };
    await told(Buffer.from('<svg onload="alert(1)"/>'));
    const folder = join(fixture.folder, 'objects');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in its place');
    await told(small);
    rmSync(folder);
  });
});

describe('a client that asks for base64', () => {
  test('gets it where the vendor has addresses, fetched without the key, under its own name of the model', async () => {
    fixture.upstream.next(drawn({ url: fileAt('a'), revised_prompt: 'a red fox' }, { url: fileAt('b'), b64_json: null }));
    fixture.upstream.next(file('GIF89a first;'));
    fixture.upstream.next(file('<svg>second</svg>', 'application/octet-stream'));
    const { answer, row } = await ask({ model: 'test/plain', n: 2, response_format: 'b64_json' });
    const base64 = (text: string): string => Buffer.from(text).toString('base64');
    const data = [{ b64_json: base64('GIF89a first;'), revised_prompt: 'a red fox' }, { b64_json: base64('<svg>second</svg>') }];
    assert.deepEqual(JSON.parse(answer.body), { created: 1, model: 'test/plain', data, usage });
    assert.equal(answer.headers['x-tollgate-dropped'], undefined);
    assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
    for (const { method, path, headers } of fixture.upstream.requests.slice(-2)) {
      assert.equal(method, 'GET');
      assert.match(path, /^\/files\//);
      assert.equal(headers.authorization, undefined);
    }
  });

  test('gets the addresses, and a notice, if a file is unavailable', async () => {
    const cases: readonly (readonly [url: string, behaviour: Behaviour | null])[] = [
      [fileAt('a', elsewhere), null],
      ['http://169.254.169.254/latest/meta-data', null],
      [fileAt('gone'), refusal(404)],
      [fileAt('page'), file('<html></html>', 'text/html')],
      [fileAt('empty'), file('')],
      [fileAt('text'), file('no picture', 'application/octet-stream')],
      [fileAt('broken'), resetBeforeAnswer()],
    ];
    for (const [url, behaviour] of cases) {
      fixture.upstream.next(drawn({ url }));
      if (behaviour !== null) fixture.upstream.next(behaviour);
      const { answer, row } = await ask({ model: 'test/plain', response_format: 'b64_json' });
      assert.deepEqual([answer.status, answer.headers['x-tollgate-dropped']], [200, 'response_format'], url);
      assert.deepEqual((JSON.parse(answer.body) as { data: object }).data, [{ url }]);
      assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
    }
    assert.equal(elsewhere.requests.length, 0, 'nothing is fetched from where the vendor is not');
  });

  test('does not wait beyond the time of a call for a missing file', async () => {
    fixture.upstream.next(drawn({ url: fileAt('slow') }));
    fixture.upstream.next(stall());
    const { answer, row } = await ask({ model: 'test/plain', response_format: 'b64_json' });
    assert.deepEqual([answer.status, answer.headers['x-tollgate-dropped'], row.ending], [200, 'response_format', 'complete']);
    assert.ok(row.duration_ms < 112_000, String(row.duration_ms));
  });

  test('may leave while a file comes, and is not charged', async () => {
    fixture.upstream.next(drawn({ url: fileAt('slow') }));
    fixture.upstream.next(stall());
    const before = fixture.upstream.requests.length;
    const client = await RawClient.open(fixture.port);
    const body = { model: 'test/plain', prompt: 'a fox', response_format: 'b64_json' };
    client.send(postBytes(body, { path: '/v1/images/generations', key: fixture.key }));
    await fixture.waitFor(() => fixture.upstream.requests.length === before + 2);
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
    const fetching = fixture.upstream.requests.at(-1);
    fixture.clock.advance(31_000);
    assert.equal(await fetching?.over, 'cancelled', 'its host has half a minute to begin');
  });
});

const json = (body: object): Behaviour => whole(JSON.stringify(body));

interface Vendor {
  readonly model: string;
  readonly submitted: () => object;
  readonly pending: object;
  readonly done: () => object;
  readonly moderated: object;
  readonly failed: object;
  readonly submit: { readonly path: string; readonly body: object };
  readonly pollPath: string;
}

const vendors: readonly Vendor[] = [
  {
    model: 'test/bfl',
    submitted: () => ({ id: 'b-1', polling_url: `${new URL(fixture.upstream.baseUrl).origin}/get_result?id=b-1` }),
    pending: { id: 'b-1', status: 'Pending', result: null },
    done: () => ({ id: 'b-1', status: 'Ready', result: { sample: fileAt('drawn') } }),
    moderated: { id: 'b-1', status: 'Content Moderated' },
    failed: { id: 'b-1', status: 'Error' },
    submit: { path: '/v1/brush-1', body: { prompt: 'a fox', seed: 7, width: 1024, height: 768 } },
    pollPath: '/get_result?id=b-1',
  },
  {
    model: 'test/wanx',
    submitted: () => ({ request_id: 'r', output: { task_id: 'w-1', task_status: 'PENDING' } }),
    pending: { output: { task_id: 'w-1', task_status: 'RUNNING' } },
    done: () => ({
      output: { task_id: 'w-1', task_status: 'SUCCEEDED', results: [{ url: fileAt('drawn') }] },
      usage: { image_count: 1 },
    }),
    moderated: {
      output: { task_id: 'w-1', task_status: 'FAILED', code: 'DataInspectionFailed', message: 'inappropriate content' },
    },
    failed: { output: { task_id: 'w-1', task_status: 'FAILED', code: 'InternalError.Timeout', message: 'timed out' } },
    submit: {
      path: '/v1/services/aigc/text2image/image-synthesis',
      body: { model: 'brush-1', input: { prompt: 'a fox' }, parameters: { seed: 7, size: '1024*768' } },
    },
    pollPath: '/v1/tasks/w-1',
  },
];

for (const vendor of vendors)
  describe(`an upstream that is asked again (${vendor.model})`, () => {
    const asked = { model: vendor.model, size: '1024x768', seed: 7, user: 'u' };

    function script(...behaviours: readonly Behaviour[]): number {
      for (const behaviour of behaviours) fixture.upstream.next(behaviour);
      return fixture.upstream.requests.length;
    }

    test('gets the order to draw once, and is polled until it has, with the same key', async () => {
      const from = script(json(vendor.submitted()), json(vendor.pending), refusal(503), resetBeforeAnswer(), json(vendor.done()));
      const { answer, row } = await ask(asked);
      assert.equal(answer.status, 200, answer.body);
      const { created, data } = JSON.parse(answer.body) as { created: number; data: object };
      assert.ok(Number.isSafeInteger(created));
      assert.deepEqual(data, [{ url: fileAt('drawn') }]);
      const [submit, ...polls] = fixture.upstream.requests.slice(from);
      assert.deepEqual([submit?.method, submit?.path, submit?.body], ['POST', vendor.submit.path, vendor.submit.body]);
      assert.equal(polls.length, 4);
      for (const { method, path, headers, bytes } of polls) {
        assert.deepEqual([method, path, bytes.length], ['GET', vendor.pollPath, 0]);
        assert.equal(headers.authorization, submit?.headers.authorization);
      }
      assert.deepEqual([row.ending, row.attempts, row.usage_estimated], ['complete', 1, true]);
      assert.ok(Number(row.charge_exact) > 0.2);
    });

    test('gives base64 to who asks for it', async () => {
      script(json(vendor.submitted()), json(vendor.done()), file('GIF89a picture;'));
      const { answer } = await ask({ ...asked, response_format: 'b64_json' });
      const { data } = JSON.parse(answer.body) as { data: object };
      assert.deepEqual(data, [{ b64_json: Buffer.from('GIF89a picture;').toString('base64') }]);
    });

    test("may refuse what it was to draw, which is the client's, and fail, which is not; neither is charged", async () => {
      script(json(vendor.submitted()), json(vendor.moderated));
      const refused = await ask(asked);
      assert.deepEqual([refused.answer.status, refused.row.error_code], [400, 'content_policy_violation']);
      script(json(vendor.submitted()), json(vendor.failed));
      const failed = await ask(asked);
      assert.deepEqual([failed.answer.status, failed.row.ending], [503, 'upstream_broke']);
      for (const { row } of [refused, failed]) assert.equal(Number(row.charge_exact), 0);
    });

    test('that never finishes is given up after 110 s, uncharged, and no other upstream gets the order', async () => {
      const from = script(json(vendor.submitted()));
      fixture.upstream.otherwise(json(vendor.pending));
      const startedMs = fixture.clock.monotonicMs();
      const { answer, row } = await ask(asked);
      const ms = fixture.clock.monotonicMs() - startedMs;
      assert.ok(ms >= 109_000 && ms < 114_000, String(ms));
      assert.deepEqual([answer.status, row.ending, Number(row.charge_exact)], [503, 'timeout', 0]);
      assert.equal(fixture.upstream.requests.slice(from).filter(({ method }) => method === 'POST').length, 1);
    });

    test('is released when the client disconnects', async () => {
      const from = script(json(vendor.submitted()));
      fixture.upstream.otherwise(json(vendor.pending));
      const client = await RawClient.open(fixture.port);
      client.send(postBytes({ prompt: 'a fox', ...asked }, { path: '/v1/images/generations', key: fixture.key }));
      await passing(fixture.waitFor(() => fixture.upstream.requests.length > from + 2));
      client.leave();
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
      const asking = fixture.upstream.requests.length;
      fixture.clock.advance(20_000);
      await turn();
      assert.equal(fixture.upstream.requests.length, asking);
    });
  });

test('the key is shown to no address that an upstream makes up', async () => {
  const before = elsewhere.requests.length;
  for (const at of [
    `${new URL(elsewhere.baseUrl).origin}/get_result`,
    '//127.0.0.2/get_result',
    'https://user:word@127.0.0.1/get_result',
    'file:///etc/passwd',
    'nowhere',
  ]) {
    fixture.upstream.next(json({ id: 'b-1', polling_url: at }));
    const { answer, row } = await ask({ model: 'test/bfl' });
    assert.deepEqual([answer.status, row.ending, Number(row.charge_exact)], [503, 'upstream_broke', 0], at);
  }
  assert.equal(elsewhere.requests.length, before);
});

test('images to edit are sent along', async () => {
  fixture.upstream.next(json({ id: 'b-1', status: 'Ready', result: { sample: fileAt('drawn') } }));
  const image = ['first', 'second'].map((bytes) => ({ fileName: 'a.png', bytes: Buffer.from(bytes) }));
  const client = await RawClient.open(fixture.port);
  const body = formBytes({ model: 'test/bfl', prompt: 'in summer', image });
  const before = fixture.upstream.requests.length;
  client.send(postBytes(body, { path: '/v1/images/edits', key: fixture.key, headers: formHeaders }));
  assert.equal((await client.answer()).status, 200);
  client.socket.destroy();
  await fixture.nextRow();
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const sent = { prompt: 'in summer', input_image: base64('first'), input_image_2: base64('second') };
  assert.deepEqual(fixture.upstream.requests[before]?.body, sent);
});
