/** Goal: a model that has no route left is answered by its fallback, and everything about that call is what it was: price, log, name, caps. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import {
  after,
  chat,
  chatStream,
  chatStreamResetAfter,
  refusal,
  resetBeforeAnswer,
  stall,
} from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { addProvider, chatCall, must, newKey, passTime, type CallAnswer } from './scenario.ts';

const model = 'main/model';
const fallback = 'other/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };
const header = 'x-tollgate-served-model';

let fixture: Fixture;
let main: ScriptedUpstream;
let providerId: string;

const putModel = (name: string, body: object) => must(fixture, 'PUT', `/models/${encodeURIComponent(name)}`, body);

beforeEach(async () => {
  fixture = await startFixture();
  main = await startScriptedUpstream();
  providerId = (await addProvider(fixture, 'main', { baseUrl: main.baseUrl, model })).id;
  await addProvider(fixture, 'other', { baseUrl: fixture.upstream.baseUrl, model: fallback });
  await putModel(fallback, { kind: 'chat', price: { input: '20', output: '80' } });
  await putModel(model, { kind: 'chat', price: { input: '2', output: '8' }, fallback_model: fallback });
  main.otherwise(refusal(500));
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await main.close();
  }
});

async function rowOf(answer: CallAnswer) {
  const row = await fixture.nextRow();
  assert.equal(row.id, answer.headers.get('x-request-id'));
  return row;
}

/** The price of the usual scripted answer: at the requested model's price, ten times that at the fallback's. */
const [ownCharge, fallbackCharge] = ['0.000064', '0.00064'];

describe('a call of a model without a route left', () => {
  for (const [how, more, behaviour] of [
    ['whole', {}, chat()],
    ['streamed', { stream: true }, chatStream(['Hello', ' there'])],
  ] as const)
    test(`${how}: its fallback answers, and answer, header, price, log and receipt say so`, async () => {
      fixture.upstream.next(behaviour);
      const answer = await chatCall(fixture, fixture.key, { ...ask, ...more });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers.get(header), fallback);
      assert.match(answer.text, new RegExp(`"model":"${fallback}"`));
      assert.ok(!answer.text.includes(model));
      const row = await rowOf(answer);
      assert.deepEqual([row.model, row.trail, row.ending], [model, { served: fallback }, 'complete']);
      assert.equal(row.price_version, `${fallback}@1`);
      assert.deepEqual([row.route, row.attempts], ['other/domestic', 2]);
      if (how === 'whole') assert.equal(row.charge_exact, fallbackCharge);
      else assert.ok(Number(row.charge_exact) > 0);
    });

  test('in maintenance or without any provider: the same', async () => {
    await must(fixture, 'PATCH', `/providers/${providerId}`, { maintenance: true });
    const resting = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([resting.status, resting.headers.get(header), main.requests.length], [200, fallback, 0]);
    assert.equal((await rowOf(resting)).charge_exact, fallbackCharge);
    await must(fixture, 'DELETE', `/providers/${providerId}`);
    const gone = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([gone.status, gone.headers.get(header)], [200, fallback]);
    assert.equal((await rowOf(gone)).charge_exact, fallbackCharge);
  });

  test('whose only route hangs: the fallback has time left to answer', async () => {
    main.otherwise(stall());
    const calling = chatCall(fixture, fixture.key, ask);
    await main.nextRequest();
    await passTime(fixture, 360_000);
    const answer = await calling;
    assert.deepEqual([answer.status, answer.headers.get(header)], [200, fallback]);
    await rowOf(answer);
  });

  const faults: readonly Behaviour[] = [refusal(500), refusal(400, { error: { message: 'odd', param: 'messages' } }), refusal(429), resetBeforeAnswer()]; // oxfmt-ignore
  test('whose fallback fails as well, in whatever way, is refused as one for the requested model, and free', async () => {
    for (const fault of faults) {
      fixture.upstream.otherwise(fault);
      const answer = await chatCall(fixture, fixture.key, ask);
      assert.deepEqual([answer.status, answer.code, answer.headers.get(header)], [503, 'upstream_unavailable', null]);
      assert.match(answer.text, /The model \\"main\/model\\" is temporarily unavailable/);
      const row = await rowOf(answer);
      assert.deepEqual([row.model, row.trail?.served, Number(row.charge_exact)], [model, undefined, 0]);
      assert.ok(row.attempts >= 2, 'the log has the attempts at both');
    }
  });

  test('whose fallback breaks off is not charged', async () => {
    fixture.upstream.next(chatStreamResetAfter(Array.from({ length: 40 }, () => 'word '), 3_000)); // oxfmt-ignore
    const answer = await chatCall(fixture, fixture.key, { ...ask, stream: true });
    const row = await rowOf(answer);
    assert.deepEqual([row.ending, Number(row.charge_exact), row.trail?.served], ['upstream_broke', 0, fallback]);
  });
});

describe('no fallback is used', () => {
  const expectRefused = async (key: string, status = 503): Promise<void> => {
    const before = fixture.upstream.requests.length;
    const answer = await chatCall(fixture, key, ask);
    assert.deepEqual([answer.status, answer.headers.get(header)], [status, null]);
    assert.equal(fixture.upstream.requests.length, before);
    assert.equal(Number((await rowOf(answer)).charge_exact), 0);
  };

  test('while a route of the model answers, and for a request that is itself at fault', async () => {
    main.next(chat());
    const answer = await chatCall(fixture, fixture.key, ask);
    assert.deepEqual([answer.status, answer.headers.get(header)], [200, null]);
    const row = await rowOf(answer);
    assert.deepEqual([row.charge_exact, row.trail], [ownCharge, null]);
    main.next(refusal(400, { error: { message: 'odd', param: 'messages' } }));
    await expectRefused(fixture.key, 400);
  });

  test('that the key may not call, and none for strict keys', async () => {
    for (const settings of [{ models: [model] }, { strict: true }]) {
      const { key } = await newKey(fixture, 'models' in settings ? { model_allow_list: settings.models } : settings);
      await expectRefused(key);
    }
  });

  test('that is of another kind, retired, unknown or none', async () => {
    for (const change of [
      () => putModel(fallback, { kind: 'embedding' }),
      () => putModel(fallback, { kind: 'chat', retirement_date: '2020-01-01' }),
      () => putModel(model, { kind: 'chat', fallback_model: 'nobody/knows' }),
      () => putModel(model, { kind: 'chat', fallback_model: null }),
    ]) {
      await change();
      await expectRefused(fixture.key);
    }
  });
});

test('the amount that is set aside covers the dearer of both, and caps hold by it', async () => {
  const bounded = { ...ask, max_tokens: 1_000 };
  // At most 1,000 tokens out: 0.008 CNY at its own price, 0.08 CNY at that of the fallback.
  for (const [price, least] of [
    [{ input: '20', output: '80' }, 0.08],
    [{ input: '0.2', output: '0.8' }, 0.008],
  ] as const) {
    await putModel(fallback, { kind: 'chat', price, confirm: true });
    const { key } = await newKey(fixture, { daily_cap: '0.08' });
    const gate = new Gate();
    main.next(after(gate, refusal(500)));
    const running = chatCall(fixture, key, bounded);
    await gate.reached;
    const { balance } = await must(fixture, 'GET', `/accounts/${fixture.accountId}`);
    const reserved = Number(balance.reserved);
    assert.ok(reserved >= least && reserved < 1.1 * least, String(reserved));
    const beside = await chatCall(fixture, key, bounded);
    assert.equal(beside.status, least === 0.08 ? 429 : 200);
    gate.open();
    assert.equal((await running).status, 200);
    await fixture.expectSettled();
  }
});

test('an administrator cannot choose the model itself, or one for images, music and embeddings', async () => {
  for (const [name, body] of [
    [model, { kind: 'chat', fallback_model: model }],
    ['some/image', { kind: 'image', fallback_model: fallback }],
    ['some/music', { kind: 'music', fallback_model: fallback }],
    ['some/embedding', { kind: 'embedding', fallback_model: fallback }],
  ] as const) {
    const answer = await fixture.admin('PUT', `/models/${encodeURIComponent(name)}`, body);
    assert.deepEqual([answer.status, answer.body.error.param], [400, 'fallback_model']);
  }
  assert.equal((await must(fixture, 'GET', '/models')).data.find(({ name }: { name: string }) => name === model).fallback_model, fallback); // oxfmt-ignore
});
