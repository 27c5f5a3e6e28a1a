/** Goal: clients of Messages get answers, lists and errors in their own form, whatever the upstream speaks. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from './fixture.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

const version = { 'anthropic-version': '2023-06-01' };
const hello = { model: 'sandbox/chat', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(path: string, init: RequestInit & { readonly json?: unknown } = {}): Promise<Answer> {
  const { json, headers, ...rest } = init;
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
  const own = { 'x-api-key': fixture.key, 'content-type': 'application/json', ...(headers as object) };
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}${path}`, { ...body, ...rest, headers: own });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

describe('a client of Messages', () => {
  test('lists models in its own form, with the key where it puts it; other clients get theirs', async () => {
    const { status, body } = await ask('/v1/models?limit=1000', { headers: version });
    const list = body as {
      readonly data: readonly { readonly type: string; readonly id: string; readonly created_at: string }[];
    };
    assert.equal(status, 200);
    assert.deepEqual([body.has_more, body.first_id], [false, list.data[0]?.id]);
    const [first = assert.fail()] = list.data;
    assert.equal(first.type, 'model');
    assert.ok(Number.isFinite(Date.parse(first.created_at)));
    const one = await ask('/v1/models/sandbox/chat', { headers: version });
    assert.deepEqual([one.body.type, one.body.id], ['model', 'sandbox/chat']);
    const usual = await ask('/v1/models', { headers: { authorization: `Bearer ${fixture.key}` } });
    assert.equal(usual.body.object, 'list');
  });

  test('counts tokens free of charge, as an estimate', async () => {
    const { status, headers, body } = await ask('/v1/messages/count_tokens', { json: { ...hello, max_tokens: undefined } });
    assert.deepEqual([status, headers.get('x-tollgate-estimated')], [200, 'true']);
    assert.ok((body.input_tokens as number) > 0);
    const long = { ...hello, messages: [{ role: 'user', content: 'word '.repeat(4_000) }] };
    const counted = (await ask('/v1/messages/count_tokens', { json: long })).body.input_tokens as number;
    assert.ok(counted > 4_000 && counted < 6_000, String(counted));
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(400_000) } };
    const seen = await ask('/v1/messages/count_tokens', { json: { ...hello, messages: [{ role: 'user', content: [picture] }] } });
    assert.ok((seen.body.input_tokens as number) < 2_000, 'an image costs the same however many bytes it has');
    assert.equal((await ask('/v1/messages/count_tokens', { json: { ...hello, model: 'none' } })).status, 404);
    assert.equal((await ask('/v1/messages/count_tokens', { json: { ...hello, messages: 7 } })).status, 400);
  });

  test('gets errors in its form, also at addresses that do not exist, and the advice not to repeat what cannot work', async () => {
    const cases: readonly (readonly [path: string, init: Parameters<typeof ask>[1], status: number, type: string])[] = [
      ['/v1/messages/batches', { json: {} }, 404, 'not_found_error'],
      ['/v1/messages', { json: { ...hello, max_tokens: 'x' } }, 400, 'invalid_request_error'],
      ['/v1/messages', { json: { ...hello, model: 'none' } }, 404, 'not_found_error'],
      ['/v1/messages', { json: hello, headers: { 'x-api-key': 'sk-wrong' } }, 401, 'authentication_error'],
      ['/v1/models/none', { headers: version }, 404, 'not_found_error'],
    ];
    for (const [path, init, status, type] of cases) {
      const { body, headers, status: got } = await ask(path, init);
      assert.deepEqual([got, body.type, (body.error as { readonly type: string }).type], [status, 'error', type], path);
      assert.equal(headers.get('x-should-retry'), 'false');
      assert.equal(body.request_id, headers.get('request-id'));
    }
  });

  test('reads a request that loses nothing, is warned of what a provider cannot receive, and may refuse the loss', async () => {
    const lossy = {
      ...hello,
      tools: [
        { type: 'web_search_20250305', name: 'web_search' },
        { name: 'f', input_schema: { type: 'object' } },
      ],
    };
    const warned = await ask('/v1/messages', { json: lossy });
    assert.deepEqual([warned.status, warned.headers.get('x-tollgate-dropped')], [200, 'tools[0]']);
    const refused = await ask('/v1/messages', { json: lossy, headers: { 'x-tollgate-lossless': 'required' } });
    assert.deepEqual([refused.status, (refused.body.error as { readonly param: string }).param], [400, 'tools[0]']);
    const silent = { ...hello, context_management: { edits: [{}] }, thinking: { type: 'adaptive', display: 'omitted' } };
    assert.equal((await ask('/v1/messages', { json: silent })).headers.get('x-tollgate-dropped'), null);
    const only = { ...hello, tools: lossy.tools.slice(0, 1) };
    assert.equal((await ask('/v1/messages', { json: only })).status, 400, 'a search that nobody runs is no answer');
    assert.equal((await ask('/v1/messages', { json: hello, headers: { 'x-tollgate-lossless': 'maybe' } })).status, 400);
  });
});
