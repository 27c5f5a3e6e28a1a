/**
 * Goal: a task that may have started at one upstream is never ordered at another one, but a task that certainly has not is. Method: the
 * real service on SQLite; two providers of the same song, the first of which responds as each row says.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusal, resetBeforeAnswer, whole } from '../scripted-upstream/behaviours.ts';
import { SongsWorld } from './songs-world.ts';

const clientFault = {
  error: { message: 'prompt is not allowed', code: 'content_policy_violation', type: 'invalid_request_error' },
};

const rows = [
  ['has no room', refusal(429), 'goes on'],
  ['is away', refusal(503), 'goes on'],
  ['does not know the key', refusal(401), 'goes on'],
  ['breaks in its work', refusal(500), 'fails'],
  ['is a proxy that lost it', refusal(502), 'fails'],
  ['breaks off', resetBeforeAnswer(), 'fails'],
  ['answers what nobody can read', whole('<html>'), 'fails'],
  ['refuses the words themselves', refusal(400, clientFault), 'is refused'],
] as const;

describe('a song that could be made by two, when the one that is asked first', () => {
  for (const [what, first, then] of rows)
    test(`${what}: it ${then}${then === 'goes on' ? ' with the other one' : ', and the other one is not asked'}`, async () => {
      const world = await SongsWorld.start();
      try {
        const { fixture, studio } = world;
        const other = await fixture.admin('POST', '/providers', {
          name: 'other',
          dialect: 'chat-completions',
          dialects: { music: 'music-mureka' },
          routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'another-key' }],
          models: [{ model: 'songs/studio', upstream_model: 'model-1' }],
        });
        assert.equal(other.status, 201, JSON.stringify(other.body));
        studio.begins = 'makes';
        fixture.upstream.next(first);
        const { status, body } = await world.ask('POST', '', { body: { model: 'songs/studio', prompt: 'rain', duration: 60 } });
        if (then === 'goes on') {
          assert.equal(status, 200, JSON.stringify(body));
          const row = await world.rowOf(await world.ended(body.id));
          assert.deepEqual([Number(row.charge_exact), row.attempts], [0.6, 2]);
        } else assert.equal(status, then === 'fails' ? 503 : 400, JSON.stringify(body));
        const orders = fixture.upstream.requests.filter(({ path }) => path.endsWith('/song/generate'));
        assert.equal(orders.length, then === 'goes on' ? 2 : 1);
        const keys = new Set(orders.map(({ headers }) => headers.authorization));
        assert.equal(keys.size, orders.length, 'each is asked once');
        await fixture.expectSettled();
      } finally {
        await world.fixture.close();
      }
    });
});
