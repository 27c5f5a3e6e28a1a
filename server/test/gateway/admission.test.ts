/** Goal: the decision of admission reaches everything it affects: the upstream, the client, the next call, the next start. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { chatCall, must, newKey, question } from '../scenarios/scenario.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

/** A call that runs during `during`. */
async function whileCalling(key: string, body: object, during: () => Promise<void>): Promise<void> {
  const gate = new Gate();
  const sent = fixture.upstream.requests.length;
  fixture.upstream.next(afterGate(gate, chat()));
  const called = chatCall(fixture, key, body);
  await fixture.waitFor(() => fixture.upstream.requests.length > sent);
  try {
    await during();
  } finally {
    gate.open();
  }
  assert.equal((await called).status, 200);
}

describe('a strict key without an output bound', () => {
  /** The `max_tokens` that the upstream received; `undefined` for none. */
  async function boundOf(settings: object, body: object = {}): Promise<unknown> {
    const { key } = await newKey(fixture, settings);
    const answer = await chatCall(fixture, key, { ...question, ...body });
    assert.equal(answer.status, 200, answer.text);
    return fixture.upstream.requests.at(-1)?.body.max_tokens;
  }

  test('gets the most that a model without a limit can give, where it can pay for it', async () => {
    assert.equal(await boundOf({ strict: true }), 131_072);
  });

  test('gets what is left under its cap, for each choice', async () => {
    // 8,000 nano-CNY per token, and a little for the question.
    const one = Number(await boundOf({ strict: true, daily_cap: '0.1' }));
    assert.ok(one > 12_000 && one < 12_500, String(one));
    const two = Number(await boundOf({ strict: true, monthly_cap: '0.1' }, { n: 2 }));
    assert.ok(two > 6_000 && two < 6_250, String(two));
  });

  test('is refused where what is left is of no use', async () => {
    const { key } = await newKey(fixture, { strict: true, daily_cap: '0.0025' });
    const sent = fixture.upstream.requests.length;
    assert.equal((await chatCall(fixture, key)).code, 'cap_reserved');
    assert.equal(fixture.upstream.requests.length, sent);
  });

  test('a bound that the client sets is its own, and nobody else gets one', async () => {
    assert.equal(await boundOf({ strict: true }, { max_tokens: 77 }), 77);
    assert.equal(await boundOf({}), undefined);
    assert.equal(await boundOf({ daily_cap: '0.1' }), undefined);
    const { key } = await newKey(fixture, { strict: true, daily_cap: '0.1' });
    assert.equal((await chatCall(fixture, key, { ...question, max_tokens: 20_000 })).code, 'cap_reserved');
  });
});

test('every answer says how much of the rate is left, a refusal too', async () => {
  const { id } = await must(fixture, 'POST', '/accounts', { name: 'Two a minute', limits: { requests_per_minute: 2 } });
  const { key } = await must(fixture, 'POST', `/accounts/${String(id)}/keys`, {});
  const left: unknown[] = [];
  for (let call = 0; call < 3; call += 1) {
    const { status, headers } = await chatCall(fixture, key);
    left.push([status, headers.get('x-ratelimit-limit-requests'), headers.get('x-ratelimit-remaining-requests')]);
    assert.match(headers.get('x-ratelimit-reset-requests') ?? '', /^\d/);
  }
  assert.deepEqual(left, [
    [200, '2', '1'],
    [200, '2', '0'],
    [429, '2', '0'],
  ]);
});

test('a key with only a token limit stays within it, including running calls', async () => {
  const { key } = await newKey(fixture, { limits: { tokens_per_minute: 1500 } });
  const bounded = { ...question, max_tokens: 1000 };
  await whileCalling(key, bounded, async () => {
    assert.equal((await chatCall(fixture, key, bounded)).code, 'rate_limit_exceeded');
  });
  assert.equal((await chatCall(fixture, key, bounded)).status, 200);
});

test('the log says of a refused call, too, whether a stream was asked for', async () => {
  for (const stream of [true, false]) {
    const { id, key } = await newKey(fixture);
    assert.equal((await chatCall(fixture, key, { ...question, stream, temperature: 9 })).status, 400);
    assert.equal((await fixture.rows(`&key_id=${id}`))[0]?.streamed, stream);
  }
});

test('a small body is counted while parts of it are to come, and no longer', async () => {
  const { bodyMemory, state } = fixture.service.gateway;
  const bytes = postBytes(question, { key: fixture.key });
  const half = bytes.length - 10;
  const gate = new Gate();
  fixture.upstream.next(afterGate(gate, chat()));
  const client = await RawClient.open(fixture.port);
  client.send(bytes.subarray(0, half));
  await fixture.waitFor(() => bodyMemory.held > 0);
  client.send(bytes.subarray(half));
  await fixture.waitFor(() => state.running.snapshot().some(({ request }) => request.complete) && bodyMemory.held === 0);
  gate.open();
  assert.equal((await client.answer()).status, 200);
  client.leave();
});

test('a call under way has left all that a crash needs to log it', async () => {
  const { id, key } = await newKey(fixture);
  const db = new DatabaseSync(join(fixture.folder, 'tollgate.db'), { readOnly: true });
  const marks = () => db.prepare('select mark from open_calls').all();
  try {
    await whileCalling(key, question, async () => {
      await fixture.service.storage.books.flush();
      const [{ mark } = {}, ...others] = marks();
      assert.deepEqual(others, []);
      const { id: callId, requestTimeMs, hourStartMs, day, ...rest } = JSON.parse(String(mark)) as Record<string, unknown>;
      assert.match(String(callId), /^[0-9a-f-]{36}$/);
      assert.deepEqual([requestTimeMs, hourStartMs, day], [fixture.clock.nowMs(), fixture.clock.nowMs(), 20261121]);
      assert.deepEqual(rest, {
        accountId: fixture.accountId,
        subAccountId: null,
        keyId: id,
        endpoint: 'chat.completions',
        model: 'test/chat',
        kind: 'chat',
        streamed: false,
        sourceIp: '127.0.0.1',
        priceVersion: 'test/chat@1',
      });
    });
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    await fixture.service.storage.books.flush();
    assert.deepEqual(marks(), [], 'and takes it away when it is over');
  } finally {
    db.close();
  }
});
