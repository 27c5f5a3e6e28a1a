/** Goal: one account's actions do not change the reservations of others, and its own only a little. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { post } from '../gateway/raw-client.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { must, newKey, question, type NewKey } from './scenario.ts';

const callers = 80;
const model = '/models/test%2Fchat';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await startFixture();
  await must(fixture, 'PUT', model, { kind: 'chat', price: { input: '1', output: '100' }, confirm: true });
});
afterEach(() => fixture.closeSettled());

/** Calls that each end with this many tokens, by the client's limit or by themselves. */
async function answers(
  key: string,
  count: number,
  options: { readonly tokens: number; readonly finishReason: string },
): Promise<void> {
  const usage = { prompt_tokens: 1, completion_tokens: options.tokens };
  fixture.upstream.otherwise(chat('Hi', { usage, finishReason: options.finishReason }));
  const bound = options.finishReason === 'length' ? { max_tokens: options.tokens } : {};
  for (let call = 0; call < count; call += 1) {
    const answer = await post(fixture.port, { ...question, ...bound }, { key });
    assert.equal(answer.status, 200, answer.body);
  }
  await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
}

/** How many of very many concurrent calls a cap of 1 CNY admits. */
async function admittedAtOnce(accountId: string): Promise<number> {
  const { key }: NewKey = await must(fixture, 'POST', `/accounts/${accountId}/keys`, { daily_cap: '1' });
  const gate = new Gate();
  fixture.upstream.otherwise(afterGate(gate, chat('Hi', { usage: { prompt_tokens: 1, completion_tokens: 1 } })));
  const before = fixture.upstream.requests.length;
  const sent = Array.from({ length: callers }, () => post(fixture.port, question, { key }));
  let refused = 0;
  for (const answer of sent) void answer.then(({ status }) => (refused += status === 200 ? 0 : 1));
  await fixture.waitFor(() => fixture.upstream.requests.length - before + refused === callers);
  gate.open();
  await Promise.all(sent);
  return callers - refused;
}

async function stranger(): Promise<string> {
  const account: { readonly id: string } = await must(fixture, 'POST', '/accounts', {
    name: 'Stranger',
    plan: 'dedicated',
    limits: { requests_per_minute: null, concurrency: null },
  });
  return account.id;
}

describe('what a call without max_tokens reserves', () => {
  for (const finishReason of ['length', 'stop']) {
    test(`150 short answers of one account (${finishReason}) leave the caps of another as they were: 3 calls at once, not 60`, async () => {
      const other = await stranger();
      assert.equal(await admittedAtOnce(other), 3);
      await answers(fixture.key, 150, { tokens: 1, finishReason });
      assert.equal(await admittedAtOnce(other), 3);
    });
  }

  test('long answers of a stranger close nobody out', async () => {
    await must(fixture, 'POST', `/accounts/${fixture.accountId}/credits`, { amount: '1000', reason: 'test', bucket: 'paid' });
    await answers(fixture.key, 30, { tokens: 100_000, finishReason: 'stop' });
    assert.equal(await admittedAtOnce(await stranger()), 3);
  });

  test('an answer that was cut teaches nothing; short ones that were over free room for four times as many, never more', async () => {
    await answers(fixture.key, 40, { tokens: 1, finishReason: 'length' });
    assert.equal(await admittedAtOnce(fixture.accountId), 3);
    await answers(fixture.key, 40, { tokens: 1, finishReason: 'stop' });
    assert.equal(await admittedAtOnce(fixture.accountId), 10, '1024 tokens for each in place of 4096');
  });

  test('until an account has had 20 answers the record of the model decides', async () => {
    await must(fixture, 'PUT', model, { kind: 'chat', typical_output: 1000 });
    const { key } = await newKey(fixture);
    await answers(key, 19, { tokens: 5000, finishReason: 'stop' });
    assert.equal(await admittedAtOnce(fixture.accountId), 10);
  });
});

describe('what a strict call reserves', () => {
  for (const [includes, admitted] of [
    [true, true],
    [false, false],
  ] as const) {
    test(`of a model that thinks ${includes ? 'within' : 'beside'} max_tokens the cap ${admitted ? 'is enough' : 'has to hold the longest output'}`, async () => {
      await must(fixture, 'PUT', model, {
        kind: 'chat',
        price: { input: '1', output: '100' },
        confirm: true,
        features: ['reasoning'],
        output_limit: 100_000,
        max_tokens_includes_reasoning: includes,
      });
      // 1 CNY covers 10,000 output tokens, but not 100,000.
      const { key } = await newKey(fixture, { daily_cap: '1', strict: true });
      const answer = await post(fixture.port, { ...question, max_tokens: 10 }, { key });
      assert.equal(answer.status === 200, admitted, answer.body);
      if (!admitted) assert.match(answer.body, /"code":"cap_reserved"/);
    });
  }
});
