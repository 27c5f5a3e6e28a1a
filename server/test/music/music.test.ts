/**
 * Goal: a music task is charged once for what was made and stored, or not at all, whatever happens to client, upstream and process. Method:
 * the real service with its own sandbox and with a scripted upstream, on SQLite; virtual time.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { waitFor } from '../wait-for.ts';

const path = '/v1/music/generations';
const song = { model: 'sandbox/music', prompt: 'rain', duration: 30 };

const facts = {
  duration_seconds: { min: 30, max: 300, usual: 60 },
  tags: ['calm', 'piano'],
  prompt_characters_max: 2_000,
  lyrics_characters_max: 3_000,
  songs_max: 2,
  deadline_seconds: 1_800,
};

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}
interface Refused {
  readonly error: { readonly code: string; readonly param: string | null; readonly message: string };
}

describe('music', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_SUPPORT_CONTACT: 'help@tollgate.test' } });
    await price('0.5');
  });
  after(() => fixture.closeSettled());

  async function price(perCall: string): Promise<void> {
    const put = { kind: 'music', price: { input: '0', output: '0', per_call: perCall }, confirm: true };
    const { status, body } = await fixture.admin('PUT', '/models/sandbox%2Fmusic', put);
    assert.equal(status, 200, JSON.stringify(body));
  }

  async function ask<Body = MusicGeneration>(
    method: string,
    address: string,
    body?: object,
    { key = fixture.key, ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(`http://127.0.0.1:${String(fixture.port)}${address}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }

  /** Time passes only when nothing waits to be stored, and its effects occur before more time passes. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      await fixture.service.storage.books.flush();
      fixture.clock.advance(500);
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    }
  }

  /** Lets time pass until the task has ended. */
  async function ended(id: string): Promise<MusicGeneration> {
    for (let step = 0; step < 2_500; step += 1) {
      const { body } = await ask('GET', `${path}/${id}`);
      if (body.status !== 'queued' && body.status !== 'in_progress') return body;
      await pass(1_000);
    }
    throw new Error('the task does not end');
  }

  async function rowOf({ id }: MusicGeneration) {
    await fixture.service.storage.books.flush();
    const row = (await fixture.rows()).find((known) => `music_${known.id}` === id);
    assert.ok(row);
    return row;
  }

  test('a song is begun at once, made in its time, charged when it is stored here, and played at an address without a key', async () => {
    const begun = await ask('POST', path, song);
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    assert.deepEqual([begun.body.object, begun.body.status, begun.body.data], ['music.generation', 'in_progress', []]);
    const task = await ended(begun.body.id);
    assert.deepEqual([task.status, task.progress, task.error], ['completed', 100, null], JSON.stringify(task));
    assert.deepEqual(task.usage, { songs: 1, seconds: 30 });
    const row = await rowOf(task);
    assert.deepEqual([row.ending, row.status, Number(row.charge_exact), row.kind], ['complete', 200, 0.5, 'music']);
    const file = await fetch(task.data[0]?.url ?? '', { headers: { range: 'bytes=0-3' } });
    assert.equal(file.status, 206);
    assert.equal(Buffer.from(await file.arrayBuffer()).toString(), 'RIFF');
    assert.equal((await ask<{ data: MusicGeneration[] }>('GET', path)).body.data[0]?.id, task.id);
  });

  test('a song asked for as base64 comes so in every answer of its task, and never in a list', async () => {
    const wanted = { ...song, duration: 31, tags: 'calm, piano', n: 2, response_format: 'b64_json' };
    const begun = await ask('POST', path, { ...wanted, prompt: 'rain, "quoted"' });
    const task = await ended(begun.body.id);
    for (const { prompt, duration, tags } of [begun.body, task])
      assert.deepEqual([prompt, duration, tags], ['rain, "quoted"', 31, ['calm', 'piano']]);
    assert.deepEqual(
      task.data.map(({ id, url }) => [id, url]),
      [0, 1].map((index) => [`${task.id}_${String(index)}`, undefined]),
    );
    const content = async (index: number): Promise<Uint8Array> => {
      const headers = { authorization: `Bearer ${fixture.key}` };
      return (
        await fetch(`http://127.0.0.1:${String(fixture.port)}${path}/${task.id}/content?index=${String(index)}`, { headers })
      ).bytes();
    };
    for (const [index, { b64_json: text = '' }] of task.data.entries()) {
      assert.ok(text.length > 100_000);
      assert.ok(Buffer.from(text, 'base64').equals(await content(index)));
    }
    const [listed] = (await ask<{ data: MusicGeneration[] }>('GET', `${path}?limit=1`)).body.data;
    assert.deepEqual([listed?.id, typeof listed?.data[0]?.url, listed?.data[0]?.b64_json], [task.id, 'string', undefined]);
    const waited = ask('POST', path, { ...wanted, n: 1, wait: true });
    const answered: unknown[] = [];
    void waited.then((answer) => answered.push(answer));
    while (answered.length === 0) {
      await pass(500);
      await ask('GET', path);
    }
    assert.ok(((await waited).body.data[0]?.b64_json ?? '').startsWith(Buffer.from('RIFF').toString('base64').slice(0, 5)));
  });

  test('questions about tasks are counted by themselves: they take no call, nor another free request, and too many get a time to retry', async () => {
    const rates = { limits: { requests_per_minute: 2, tokens_per_minute: null, concurrency: null } };
    const { key }: { readonly key: string } = (
      await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, { remark: 'asks often', ...rates })
    ).body;
    const begun = await ask('POST', path, song, { key });
    const statuses = new Map<number, number>();
    let refused = await ask<Refused>('GET', `${path}/music_nonsense`, undefined, { key });
    for (let time = 0; time < 601; time += 1) {
      const answer = await ask<Refused>('GET', time % 2 === 0 ? `${path}/${begun.body.id}` : path, undefined, { key });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 429) refused = answer;
    }
    assert.deepEqual(
      [...statuses],
      [
        [200, 599],
        [429, 2],
      ],
    );
    assert.equal(refused.body.error.code, 'rate_limit_exceeded');
    assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/);
    assert.equal((await ask('GET', '/v1/models', undefined, { key })).status, 200);
    assert.equal((await ask('POST', path, song, { key })).status, 200);
    assert.equal((await ask<Refused>('POST', path, song, { key })).body.error.code, 'rate_limit_exceeded');
  });

  test('a song is played with the key that ordered it, whole or in parts, and with no other key', async () => {
    const begun = await ask('POST', path, song);
    const content = `${path}/${begun.body.id}/content`;
    const early = await ask<Refused>('GET', content);
    assert.deepEqual([early.status, early.body.error.code], [404, 'content_not_found']);
    assert.match(early.body.error.message, /in progress/);
    const task = await ended(begun.body.id);
    const bytes = await (await fetch(task.data[0]?.url ?? '')).bytes();
    const play = async (query = '', headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${String(fixture.port)}${content}${query}`, {
        headers: { authorization: `Bearer ${fixture.key}`, ...headers },
      });
    const whole = await play('?index=0');
    assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'audio/wav']);
    assert.deepEqual(await whole.bytes(), bytes);
    const part = await play('', { range: 'bytes=8-11' });
    assert.deepEqual([part.status, await part.text()], [206, 'WAVE']);
    const other: { readonly key: string } = (
      await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, { remark: 'a colleague' })
    ).body;
    const refused: readonly (readonly [string, string | null, number, string])[] = [
      ['?index=1', null, 404, 'content_not_found'],
      ['?index=-1', null, 400, 'invalid_parameter'],
      ['?index=1e1', null, 400, 'invalid_parameter'],
      ['', other.key, 404, 'task_not_found'],
    ];
    for (const [query, key, status, code] of refused) {
      const answer = await ask<Refused>('GET', `${content}${query}`, undefined, key === null ? {} : { key });
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], query);
    }
  });

  test('a request beyond the model is refused before any upstream is asked, naming the field and the possible values', async () => {
    const cases: readonly (readonly [object, string, string, RegExp])[] = [
      [{ duration: 29 }, 'invalid_duration', 'duration', /30 to 300/],
      [{ duration: 301 }, 'invalid_duration', 'duration', /30 to 300/],
      [{ duration: 30.5 }, 'invalid_duration', 'duration', /whole/],
      [{ duration: '60' }, 'invalid_duration', 'duration', /whole/],
      [{ tags: ['no such tag'] }, 'unsupported_tag', 'tags', /piano/],
      [{ tags: 'piano, no such tag' }, 'unsupported_tag', 'tags', /piano/],
      [{ tags: 7 }, 'invalid_parameter', 'tags', /list/],
      [{ prompt: '' }, 'missing_prompt', 'prompt', /prompt/],
      [{ prompt: null }, 'missing_prompt', 'prompt', /prompt/],
      [{ prompt: 7 }, 'invalid_parameter', 'prompt', /text/],
      [{ prompt: 'x'.repeat(100_000) }, 'invalid_parameter', 'prompt', /2000/],
      [{ lyrics: 'la '.repeat(2_000) }, 'lyrics_too_long', 'lyrics', /3000/],
      [{ n: 3 }, 'invalid_parameter', 'n', /1 to 2/],
      [{ wait: 'long' }, 'invalid_parameter', 'wait', /whole/],
      [{ output_format: 'ogg' }, 'invalid_parameter', 'output_format', /mp3/],
      [{ model: 'test/chat' }, 'invalid_parameter', 'model', /chat/],
    ];
    for (const [fields, code, param, message] of cases) {
      const { status, body } = await ask<Refused>('POST', path, { ...song, ...fields });
      assert.deepEqual([status, body.error.code, body.error.param], [400, code, param], JSON.stringify(fields).slice(0, 100));
      assert.match(body.error.message, message);
    }
    await fixture.expectSettled();
  });

  test('a task that fails, however late, is answered with 200 and its reason, and costs nothing', async () => {
    const begun = await ask('POST', path, { ...song, metadata: { sandbox_fail_at_percent: '50' } });
    const task = await ended(begun.body.id);
    assert.deepEqual([task.status, task.data, task.usage], ['failed', [], null]);
    assert.ok((task.error?.message ?? '').length > 10);
    const row = await rowOf(task);
    assert.deepEqual([Number(row.charge_exact), row.ending === 'complete'], [0, false]);
    await fixture.expectSettled();
  });

  test('a submission that an upstream refuses is answered at once, with the time to retry, and costs nothing', async () => {
    const { status, headers, body } = await ask<Refused>('POST', path, { ...song, metadata: { sandbox_status: '503' } });
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'upstream_unavailable', '30']);
    await waitFor(async () => (await fixture.rows()).some((row) => row.endpoint === 'music.generations' && row.status === 503));
    await fixture.expectSettled();
  });

  test('after more than 5 failures in a row a key gets a contact, and until then only the time to retry', async () => {
    const other: { readonly key: string } = (
      await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, { remark: 'of nobody luckier' })
    ).body;
    const told: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const failing = { ...song, metadata: { sandbox_status: '503' } };
      const { status, body } = await ask<Refused>('POST', path, failing, { key: other.key });
      assert.equal(status, 503);
      told.push(/please contact (.*), with the whole request/.exec(body.error.message)?.[1] ?? '');
    }
    assert.deepEqual(told, ['', '', '', '', '', 'help@tollgate.test']);
  });

  test('a song that is waited for is answered when it is there, by the field and by the header', async () => {
    for (const [fields, headers] of [
      [{ wait: true }, {}],
      [{}, { prefer: 'respond-async, wait=100' }],
    ] as const) {
      const asking = ask('POST', path, { ...song, ...fields }, headers);
      const answered: unknown[] = [];
      void asking.then((answer) => answered.push(answer));
      while (answered.length === 0) {
        await pass(500);
        await ask('GET', path);
      }
      assert.equal((await asking).body.status, 'completed');
    }
  });

  test('another key sees nothing of a task, and can do nothing to it', async () => {
    const begun = await ask('POST', path, song);
    const other = await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, { remark: 'other' });
    const { key } = other.body as { readonly key: string };
    for (const [method, address] of [
      ['GET', `${path}/${begun.body.id}`],
      ['DELETE', `${path}/${begun.body.id}`],
      ['POST', `${path}/${begun.body.id}/cancel`],
      ['GET', `${path}/music_nonsense`],
    ] as const) {
      const { status, body } = await ask<Refused>(method, address, undefined, { key });
      assert.deepEqual([status, body.error.code], [404, 'task_not_found'], `${method} ${address}`);
    }
    assert.deepEqual((await ask<{ data: unknown[] }>('GET', path, undefined, { key })).body.data, []);
    assert.equal((await ended(begun.body.id)).status, 'completed');
  });

  test('a task that is cancelled costs nothing; one that is made already is not cancelled any more', async () => {
    const one = await ask('POST', path, song);
    assert.equal(one.status, 200, JSON.stringify(one.body));
    const { body } = await ask('POST', `${path}/${one.body.id}/cancel`);
    assert.deepEqual([body.status, body.error?.code], ['cancelled', 'task_cancelled']);
    assert.equal(Number((await rowOf(body)).charge_exact), 0);
    const other = await ask('POST', path, song);
    const made = await ended(other.body.id);
    const late = await ask('DELETE', `${path}/${other.body.id}`);
    assert.deepEqual(late.body, made);
    assert.equal(Number((await rowOf(made)).charge_exact), 0.5);
    await fixture.expectSettled();
  });

  test('a task that takes longer than it may is given up, and costs nothing', async () => {
    const music = { ...facts, deadline_seconds: 10 };
    const put = { kind: 'music', music };
    assert.equal((await fixture.admin('PUT', '/models/sandbox%2Fmusic', put)).status, 200);
    const begun = await ask('POST', path, { ...song, metadata: { sandbox_latency_ms: '60000' } });
    const task = await ended(begun.body.id);
    assert.deepEqual([task.status, task.error?.code], ['expired', 'task_expired']);
    assert.equal(Number((await rowOf(task)).charge_exact), 0);
    assert.equal((await fixture.admin('PUT', '/models/sandbox%2Fmusic', { ...put, music: facts })).status, 200);
    await fixture.expectSettled();
  });
});
