/**
 * Goal: songs of every vendor's protocol are made, stored and charged once, in the vendor's own format, and a vendor's report without a
 * song is never charged. Method: the real service with a scripted upstream on SQLite; virtual time.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { stall, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';

const path = '/v1/music/generations';
const mp3 = Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(300_000, 0x5a)]);
const facts = {
  duration_seconds: { min: 30, max: 300, usual: 60 },
  tags: null,
  prompt_characters_max: 2_000,
  lyrics_characters_max: 3_000,
  songs_max: 2,
  deadline_seconds: 600,
};
const json = (value: unknown, status = 200): Behaviour => whole(JSON.stringify(value), { status });
const sound: Behaviour = whole(mp3, { headers: { 'content-type': 'audio/mpeg' } });

/** A task, or the refusal to start one. */
type Answer = Partial<Omit<MusicGeneration, 'error'>> & { readonly error?: { readonly code: string } | null };

describe('songs of vendors', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture();
    for (const vendor of ['suno', 'minimax', 'elevenlabs', 'mureka', 'lyria']) await sell(vendor);
  });
  after(() => fixture.closeSettled());

  /** 0.60 CNY per song. */
  async function sell(vendor: string): Promise<void> {
    const model = `songs/${vendor}`;
    const provider = await fixture.admin('POST', '/providers', {
      name: vendor,
      dialect: 'chat-completions',
      dialects: { music: `music-${vendor}` },
      media_hosts: ['cdn.vendor.test'],
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'vendor-key' }],
      models: [{ model, upstream_model: 'model-1' }],
    });
    assert.equal(provider.status, 201, JSON.stringify(provider.body));
    const price = { input: '0', output: '0', per_call: '0', rates: { song: '0.6' } };
    const put = await fixture.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'music', price, music: facts });
    assert.ok(put.status < 300, JSON.stringify(put.body));
  }

  async function ask(method: string, address: string, body?: object): Promise<MusicGeneration> {
    const response = await fetch(`http://127.0.0.1:${String(fixture.port)}${address}`, {
      method,
      headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as MusicGeneration;
  }

  /** Runs a task to its end; time passes only when nothing waits to be stored. */
  async function make(vendor: string, answers: readonly Behaviour[], wanted: object = {}): Promise<MusicGeneration> {
    fixture.upstream.next(...answers);
    fixture.upstream.otherwise(stall());
    let task = await ask('POST', path, { model: `songs/${vendor}`, prompt: 'rain', duration: 60, ...wanted });
    for (let step = 0; step < 1_000 && (task.status === 'queued' || task.status === 'in_progress'); step += 1) {
      await fixture.service.storage.books.flush();
      fixture.clock.advance(500);
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      task = await ask('GET', `${path}/${task.id}`);
    }
    return task;
  }

  async function charged(): Promise<number> {
    await fixture.service.storage.books.flush();
    const row = (await fixture.rows()).find(({ kind }) => kind === 'music');
    return Number(row?.charge_exact ?? Number.NaN);
  }

  async function fileOf(task: MusicGeneration, index = 0): Promise<Buffer> {
    return Buffer.from(await (await fetch(task.data[index]?.url ?? '')).arrayBuffer());
  }

  const own = (name: string): string => fixture.upstream.baseUrl.replace('/v1', `/files/${name}`);

  test('of a proxy: polled until both songs exist, which are downloaded from its address and stored here', async () => {
    const at = (status: string, more: object = {}) => json({ code: 'success', data: { task_id: 't-9', status, ...more } });
    const clips = ['a.mp3', 'b.mp3'].map((name) => ({ title: name, audio_url: own(name), metadata: { duration: 90.5 } }));
    const answers = [
      json({ code: 'success', data: 't-9' }),
      at('IN_PROGRESS', { progress: '30%' }),
      at('SUCCESS', { data: clips }),
      sound,
      sound,
    ];
    const task = await make('suno', answers, { n: 2 });
    assert.deepEqual([task.status, task.data.map(({ title }) => title)], ['completed', ['a.mp3', 'b.mp3']], JSON.stringify(task));
    assert.deepEqual(task.usage, { songs: 2, seconds: 181 });
    for (const index of [0, 1]) assert.ok((await fileOf(task, index)).equals(mp3));
    assert.equal(await charged(), 1.2);
    const asked = fixture.upstream.requests.slice(-5).map(({ method, path: to }) => `${method} ${to}`);
    assert.deepEqual(asked.slice(0, 3), ['POST /v1/suno/submit/music', 'GET /v1/suno/fetch/t-9', 'GET /v1/suno/fetch/t-9']);
    assert.ok(fixture.upstream.requests.at(-1)?.headers.authorization === undefined, 'no credential goes where files are');
  });

  test('with the answer: as hex, as bytes, and as a part of a generated answer', async () => {
    const hex = json({
      data: { status: 2, audio: mp3.toString('hex') },
      extra_info: { music_duration: 60_000 },
      base_resp: { status_code: 0 },
    });
    const part = { inlineData: { mimeType: 'audio/mpeg', data: mp3.toString('base64') } };
    const generated = json({ candidates: [{ content: { parts: [{ text: 'la la' }, part] }, finishReason: 'STOP' }] });
    for (const [vendor, answer, to] of [
      ['minimax', hex, '/v1/music_generation'],
      ['elevenlabs', sound, '/v1/music?output_format=mp3_44100_128'],
      ['lyria', generated, '/v1/models/model-1:generateContent'],
    ] as const) {
      const task = await make(vendor, [answer]);
      assert.equal(task.status, 'completed', `${vendor}: ${JSON.stringify(task)}`);
      assert.equal(fixture.upstream.requests.at(-1)?.path, to);
      assert.ok((await fileOf(task)).equals(mp3), vendor);
      assert.equal(await charged(), 0.6, vendor);
    }
  });

  test('of tasks with addresses', async () => {
    const choices = [{ url: own('c.mp3'), duration: 61_000 }];
    const answers = [
      json({ id: 'm-1', status: 'preparing' }),
      json({ status: 'running' }),
      json({ status: 'succeeded', choices }),
      sound,
    ];
    const task = await make('mureka', answers, { lyrics: 'It rains' });
    assert.deepEqual([task.status, task.usage], ['completed', { songs: 1, seconds: 61 }], JSON.stringify(task));
    assert.equal(await charged(), 0.6);
  });

  test('row 78: a failure inside of a status 200 is a failure, and costs nothing', async () => {
    const cases: readonly (readonly [string, readonly Behaviour[]])[] = [
      ['minimax', [json({ data: { audio: mp3.toString('hex') }, base_resp: { status_code: 1026, status_msg: 'sensitive' } })]],
      ['minimax', [json({ base_resp: { status_code: 1008, status_msg: 'no balance' } })]],
      ['suno', [json({ code: 'success', data: 't' }), json({ code: 'success', data: { status: 'FAILURE', fail_reason: 'x' } })]],
      ['mureka', [json({ id: 'm', status: 'queued' }), json({ status: 'timeouted' })]],
      ['lyria', [json({ promptFeedback: { blockReason: 'SAFETY' } })]],
    ];
    for (const [vendor, answers] of cases) {
      const task: Answer = await make(vendor, answers);
      const code = task.error?.code ?? '';
      assert.ok(task.status === undefined || task.status === 'failed', `${vendor}: ${JSON.stringify(task)}`);
      assert.match(code, /content_policy_violation|upstream_unavailable/, vendor);
      assert.equal(await charged(), 0, vendor);
      await fixture.expectSettled();
    }
  });

  test('row 41: a song at an address that is not the vendor’s, or a page in its place, is never fetched for one, and costs nothing', async () => {
    const choices = (url: string) => json({ status: 'succeeded', choices: [{ url, duration: 1 }] });
    const page = whole('<html>expired</html>', { headers: { 'content-type': 'text/html' } });
    for (const [url, answers] of [
      ['http://169.254.169.254/latest/meta-data', []],
      ['https://cdn.vendor.test.example.com/1.mp3', []],
      ['http://localhost:22/1.mp3', []],
      [own('d.mp3'), [page, page, page, page]],
    ] as const) {
      const task = await make('mureka', [json({ id: 'm', status: 'queued' }), choices(url), ...answers]);
      assert.equal(task.status, 'failed', JSON.stringify(task));
      assert.doesNotMatch(JSON.stringify(task), /169\.254|vendor\.test|localhost|127\.0\.0\.1/);
      assert.equal(await charged(), 0);
      await fixture.expectSettled();
    }
  });
});
