/** Goal: the client's address never changes; which route serves a call, and what happens if one cannot, is handled internally. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  chat,
  chatStream,
  chatStreamResetAfter,
  refusal,
  resetBeforeAnswer,
  stall,
  whole,
} from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { refusedBaseUrl } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { addProvider, chatCall, must, passTime, question } from './scenario.ts';

let fixture: Fixture;
/** Four upstreams in order of priority. */
let upstreams: ScriptedUpstream[];
const model = 'shared/model';
const ask = { ...question, model };
const price = { input: '2', output: '8' };

beforeEach(async () => {
  fixture = await startFixture();
  upstreams = [];
  for (const [place, name] of ['first', 'second', 'third', 'fourth'].entries()) {
    const upstream = await startScriptedUpstream();
    upstreams.push(upstream);
    await addProvider(fixture, name, { baseUrl: upstream.baseUrl, model, priority: (place + 1) * 10 });
  }
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, {
    kind: 'chat',
    price,
    alternatives: ['test/chat', 'gone/model'],
  });
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  }
});

function always(...behaviours: readonly Behaviour[]): void {
  for (const [place, behaviour] of behaviours.entries()) upstreams[place]?.otherwise(behaviour);
}

function tried(): readonly number[] {
  return upstreams.map(({ requests }) => requests.length);
}

const failures: Readonly<Record<string, Behaviour>> = {
  'answers 401': refusal(401),
  'answers 403': refusal(403),
  'answers 404': refusal(404),
  'answers 429': refusal(429),
  'answers 500': refusal(500),
  'answers 503': refusal(503),
  'breaks the connection': resetBeforeAnswer(),
  'reports an error with status 200': whole('{"error":{"message":"engine overloaded"}}'),
};

describe('failover before the first byte', () => {
  for (const [name, behaviour] of Object.entries(failures)) {
    test(`the first upstream ${name}: the second one serves, charged once, recorded in the log`, async () => {
      always(behaviour, chat('from the second'));
      const answer = await chatCall(fixture, fixture.key, ask);
      assert.equal(answer.status, 200);
      assert.match(answer.text, /from the second/);
      assert.deepEqual(tried(), [1, 1, 0, 0]);
      const row = await fixture.nextRow();
      assert.deepEqual([row.id, row.attempts, row.route], [answer.headers.get('x-request-id'), 2, 'second/domestic']);
      assert.deepEqual([row.ending, row.charge_exact], ['complete', '0.000064'], 'the winning attempt alone is charged');
    });
  }

  test('an upstream that cannot be reached is passed over', async () => {
    const provider = await addProvider(fixture, 'dead', { baseUrl: await refusedBaseUrl(), model, priority: 1 });
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    const row = await fixture.nextRow();
    assert.deepEqual([row.attempts, row.route], [2, 'first/domestic']);
    assert.ok(provider.id);
  });

  test('at most three attempts, no route twice, one reservation, and the 503 names comparable models', async () => {
    const gate = new Gate();
    const last: Behaviour = async (exchange) => {
      await gate.pass();
      await refusal(500)(exchange);
    };
    always(refusal(500), refusal(429), last, chat());
    const single = (await must(fixture, 'GET', `/accounts/${fixture.accountId}`)).balance.reserved;
    const call = chatCall(fixture, fixture.key, { ...ask, max_tokens: 1000 });
    await gate.reached;
    const { balance } = await must(fixture, 'GET', `/accounts/${fixture.accountId}`);
    assert.equal(Number(single), 0);
    assert.ok(
      Number(balance.reserved) > 0.008 && Number(balance.reserved) < 0.0082,
      `one reservation: ${String(balance.reserved)}`,
    );
    gate.open();
    const answer = await call;
    assert.deepEqual([answer.status, answer.code], [503, 'upstream_unavailable']);
    assert.deepEqual(tried(), [1, 1, 1, 0]);
    assert.match(answer.text, /Comparable models: test\/chat\./);
    assert.ok(!/first|second|scripted|127\.0\.0\.1/.test(answer.text), 'no upstream and no word of one is named');
    const row = await fixture.nextRow();
    assert.deepEqual([row.attempts, Number(row.charge_exact), row.ending], [3, 0, 'upstream_broke']);
  });

  test("the client's own fault is not tried elsewhere", async () => {
    for (const status of [400, 413, 422]) {
      always(refusal(status, { error: { message: 'messages[0] is odd', type: 'x', param: 'messages', code: null } }));
      const answer = await chatCall(fixture, fixture.key, ask);
      assert.ok(answer.status >= 400 && answer.status < 500);
      assert.equal((await fixture.nextRow()).attempts, 1);
    }
    assert.deepEqual(tried(), [3, 0, 0, 0]);
  });

  test('two routes of one provider replace each other', async () => {
    const [one, other] = [upstreams[0], upstreams[1]];
    assert.ok(one && other);
    always(refusal(500), chat('from the other route'));
    await must(fixture, 'POST', '/providers', {
      name: 'twice',
      dialect: 'chat-completions',
      routes: [one, other].map(({ baseUrl }) => ({ region: 'domestic', base_url: baseUrl, api_key: 'secret' })),
      models: [{ model: 'twice/model' }],
    });
    await must(fixture, 'PUT', `/models/${encodeURIComponent('twice/model')}`, { kind: 'chat', price });
    for (let call = 0; call < 4; call += 1)
      assert.match((await chatCall(fixture, fixture.key, { ...question, model: 'twice/model' })).text, /other route/);
  });
});

describe('after the first byte', () => {
  test('nothing is tried again: one truthful error event, not charged', async () => {
    always(chatStreamResetAfter(['Hello ', 'there'], 500), chat());
    const answer = await chatCall(fixture, fixture.key, { ...ask, stream: true });
    assert.match(answer.text, /Hello/);
    assert.equal(answer.text.split('"error"').length, 2);
    assert.deepEqual(tried(), [1, 0, 0, 0]);
    const row = await fixture.nextRow();
    assert.deepEqual([row.attempts, Number(row.charge_exact), row.ending], [1, 0, 'upstream_broke']);
  });

  test('a stream that broke before anything reached the client starts again elsewhere', async () => {
    always(chatStreamResetAfter(['Hello'], 0), chatStream(['from ', 'the second']));
    const answer = await chatCall(fixture, fixture.key, { ...ask, stream: true });
    assert.ok(answer.text.includes('the second') && answer.text.endsWith('data: [DONE]\n\n'));
    assert.ok(!answer.text.includes('"error"'));
    assert.equal((await fixture.nextRow()).attempts, 2);
  });
});

describe('a failing route', () => {
  test('is left alone after five failures, tried once when its time is over, and used again when that works', async () => {
    always(refusal(500), chat());
    for (let call = 0; call < 5; call += 1) await chatCall(fixture, fixture.key, ask);
    assert.deepEqual(tried(), [5, 5, 0, 0]);
    await chatCall(fixture, fixture.key, ask);
    assert.deepEqual(tried(), [5, 6, 0, 0], 'ejected: not asked first any more');
    await passTime(fixture, 30_000);
    const gate = new Gate();
    upstreams[0]?.next(async (exchange) => {
      await gate.pass();
      await chat('back again')(exchange);
    });
    const trial = chatCall(fixture, fixture.key, ask);
    await gate.reached;
    await chatCall(fixture, fixture.key, ask);
    assert.deepEqual(tried(), [6, 7, 0, 0], 'one trial at a time');
    gate.open();
    assert.match((await trial).text, /back again/);
    always(chat('back again'));
    assert.match((await chatCall(fixture, fixture.key, ask)).text, /back again/);
    assert.deepEqual(tried(), [7, 7, 0, 0]);
  });

  test('is used all the same when no other is left', async () => {
    always(refusal(500), refusal(500), refusal(500), refusal(500));
    for (let call = 0; call < 8; call += 1) await chatCall(fixture, fixture.key, ask);
    always(chat(), chat(), chat(), chat());
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200, 'ejection alone makes no model unavailable');
  });

  test('a refused upstream key is not asked again for minutes', async () => {
    always(refusal(401), chat());
    for (let call = 0; call < 3; call += 1) await chatCall(fixture, fixture.key, ask);
    assert.deepEqual(tried(), [1, 3, 0, 0]);
  });
});

describe('a stream whose upstream stays silent', () => {
  async function silentFirst(): Promise<RawClient> {
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...ask, stream: true }, { key: fixture.key }));
    const first = upstreams[0];
    assert.ok(first);
    await first.nextRequest();
    return client;
  }

  test('is opened with a comment after 15 s, and failover continues behind it', async () => {
    const gate = new Gate();
    const fails: Behaviour = async (exchange) => {
      await gate.pass();
      exchange.reset();
    };
    always(fails, chatStream(['from ', 'the second']));
    const client = await silentFirst();
    await gate.reached;
    await passTime(fixture, 14_000);
    assert.equal(client.received.length, 0, 'no byte leaves before the status is known');
    await passTime(fixture, 2_000);
    const opened = await client.until((text) => text.includes(': waiting\n\n'), 'the comment');
    assert.match(opened, /^HTTP\/1\.1 200/);
    gate.open();
    const answer = await client.answer();
    assert.ok(answer.body.includes('the second') && answer.body.endsWith('data: [DONE]\n\n'), answer.body);
    assert.ok(!answer.body.includes('"error"'));
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.attempts, row.ending, row.charge_exact], [2, 'complete', '0.000064']);
  });

  test('and fails everywhere ends in the in-stream error, charge 0', async () => {
    const gate = new Gate();
    const fails: Behaviour = async (exchange) => {
      await gate.pass();
      await refusal(500)(exchange);
    };
    always(fails, refusal(500), resetBeforeAnswer());
    const client = await silentFirst();
    await gate.reached;
    await passTime(fixture, 16_000);
    await client.until((text) => text.includes(': waiting'), 'the comment');
    gate.open();
    const answer = await client.answer();
    assert.equal(answer.status, 200);
    assert.ok(answer.body.includes('"code":"upstream_unavailable"') && !answer.body.includes('[DONE]'));
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.attempts, Number(row.charge_exact)], [200, 3, 0]);
  });

  test('a slow second route gets the remaining time of the call, and the client still receives comments', async () => {
    const gate = new Gate();
    const slow: Behaviour = async (exchange) => {
      await gate.pass();
      await chat('late, but whole')(exchange);
    };
    always(stall(), slow, stall());
    const call = chatCall(fixture, fixture.key, { ...ask, stream: true });
    await upstreams[0]?.nextRequest();
    await passTime(fixture, 301_000);
    await gate.reached;
    await passTime(fixture, 200_000);
    gate.open();
    const answer = await call;
    assert.ok(answer.text.includes('"whole"') && answer.text.endsWith('data: [DONE]\n\n'));
    assert.equal((await fixture.nextRow()).attempts, 2);
  });

  test('routes that all stay silent end before the client gives up: the total time is the call’s, not the attempt’s', async () => {
    always(resetBeforeAnswer(), stall(), stall());
    const call = chatCall(fixture, fixture.key, ask);
    await upstreams[1]?.nextRequest();
    await passTime(fixture, 360_000);
    await upstreams[2]?.nextRequest();
    await fixture.advanceUntilOver(700_000);
    assert.equal((await call).status, 503);
    const row = await fixture.nextRow();
    assert.equal(row.ending, 'timeout');
    assert.ok(row.duration_ms < 600_000, `the client waits 600 s and gets our 503 after ${String(row.duration_ms)} ms`);
    assert.deepEqual(tried(), [1, 1, 1, 0]);
  });
});
