import assert from 'node:assert/strict';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { startFixture, type Fixture, type FixtureOptions } from '../gateway/fixture.ts';
import { Studio } from './studio.ts';

export const songsPath = '/v1/music/generations';
export const facts = {
  duration_seconds: { min: 30, max: 300, usual: 60 },
  tags: null,
  prompt_characters_max: 2_000,
  lyrics_characters_max: 3_000,
  songs_max: 2,
  deadline_seconds: 600,
};

/** The real service with a studio as its upstream; a song of `songs/studio` sells for 0.6 CNY and costs 0.25. */
export class SongsWorld {
  readonly fixture: Fixture;
  readonly studio: Studio;
  providerId = '';

  private constructor(fixture: Fixture) {
    this.fixture = fixture;
    this.studio = new Studio(fixture.upstream.baseUrl);
    fixture.upstream.otherwise(this.studio.answer);
  }

  static async start(options: FixtureOptions = {}): Promise<SongsWorld> {
    const world = new SongsWorld(await startFixture(options));
    const cost = { input: '0', output: '0', per_call: '0', rates: { song: '0.25' } };
    const provider = await world.fixture.admin('POST', '/providers', {
      name: 'studio',
      dialect: 'chat-completions',
      dialects: { music: 'music-mureka' },
      routes: [{ region: 'domestic', base_url: world.fixture.upstream.baseUrl, api_key: 'vendor-key' }],
      models: [{ model: 'songs/studio', upstream_model: 'model-1', cost }],
    });
    assert.equal(provider.status, 201, JSON.stringify(provider.body));
    world.providerId = provider.body.id;
    await world.sell('0.6');
    return world;
  }

  async sell(song: string): Promise<void> {
    const price = { input: '0', output: '0', per_call: '0', rates: { song } };
    const put = await this.fixture.admin('PUT', '/models/songs%2Fstudio', { kind: 'music', price, music: facts, confirm: true });
    assert.ok(put.status < 300, JSON.stringify(put.body));
  }

  async ask(
    method: string,
    address: string,
    { body, key = this.fixture.key }: { readonly body?: object; readonly key?: string } = {},
  ): Promise<{ readonly status: number; readonly body: MusicGeneration }> {
    const response = await fetch(`http://127.0.0.1:${String(this.fixture.port)}${songsPath}${address}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as MusicGeneration };
  }

  async begin(wanted: object = {}, key = this.fixture.key): Promise<MusicGeneration> {
    const { status, body } = await this.ask('POST', '', {
      body: { model: 'songs/studio', prompt: 'rain', duration: 60, ...wanted },
      key,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  /** Time passes only when nothing waits to be stored, and its effects occur before more time passes. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      await this.fixture.service.storage.books.flush();
      this.fixture.clock.advance(500);
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    }
  }

  /** Lets time pass until the task has ended. */
  async ended(id: string, key = this.fixture.key, stepMs = 1_000): Promise<MusicGeneration> {
    for (let step = 0; step < 400; step += 1) {
      const { body } = await this.ask('GET', `/${id}`, { key });
      if (body.status !== 'queued' && body.status !== 'in_progress') return body;
      await this.pass(stepMs);
    }
    throw new Error('the task does not end');
  }

  /** The only row of a task, of any account. */
  async rowOf({ id }: Pick<MusicGeneration, 'id'>): Promise<CallAnswer> {
    await this.fixture.service.storage.books.flush();
    const { body } = await this.fixture.admin('GET', '/calls?limit=200');
    const { data } = body as { readonly data: readonly CallAnswer[] };
    const rows = data.filter((row) => `music_${row.id}` === id);
    assert.equal(rows.length, 1, `${id} has ${String(rows.length)} rows`);
    return rows[0] as CallAnswer;
  }
}
