/**
 * Goal: whatever is wrong with the first route of a model, calls are served, few are asked twice, and the route gets its calls back.
 * Method: real upstreams that misbehave as scripted in front of one that works, 300 calls a fifth of a second apart, a clock moved by the test.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { chat, chatStreamResetAfter, refusal, resetBeforeAnswer, stall } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { addProvider, chatCall, must, passTime, question } from './scenario.ts';

const model = 'routed/model';
const ask = { ...question, model };
const calls = 300;
const everyMs = 200;

let fixture: Fixture;
let first: ScriptedUpstream;

beforeEach(async () => {
  fixture = await startFixture();
  first = await startScriptedUpstream();
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  await must(fixture, 'POST', '/providers', {
    name: 'first',
    dialect: 'chat-completions',
    models: [{ model }],
    priority: 1,
    routes: [{ region: 'domestic', base_url: first.baseUrl, keys: ['one', 'two', 'three'].map((api_key) => ({ api_key })) }],
  });
  await addProvider(fixture, 'second', { baseUrl: fixture.upstream.baseUrl, model, priority: 2 });
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await first.close();
  }
});

interface Figures {
  readonly served: number;
  /** Requests to upstreams beyond one for each call. */
  readonly retries: number;
  readonly toFirst: number;
}

interface Run {
  readonly body: object;
  /** Requests to the first route can hang until time passes. */
  readonly hangs?: boolean;
}

async function run(count: number, { body, hangs = false }: Run): Promise<Figures> {
  const before = [first.requests.length, fixture.upstream.requests.length] as const;
  let served = 0;
  for (let call = 0; call < count; call += 1) {
    const asked = first.requests.length;
    let isOver = false;
    const answering = chatCall(fixture, fixture.key, body).finally(() => (isOver = true));
    if (hangs) {
      await fixture.waitFor(() => isOver || (first.requests.length > asked && first.open > 0));
      if (first.open > 0) await passTime(fixture, 301_000);
    }
    const { status, text } = await answering;
    if (status === 200 && (!('stream' in body) || text.includes('[DONE]'))) served += 1;
    await passTime(fixture, everyMs);
  }
  const toFirst = first.requests.length - before[0];
  return { served, retries: toFirst + fixture.upstream.requests.length - before[1] - count, toFirst };
}

const keyOf = ({ headers }: Parameters<Behaviour>[0]['request']): string => String(headers.authorization).replace('Bearer ', '');

/** Each key may be used so often in any minute. */
function allowing(perMinute: number): Behaviour {
  const used = new Map<string, number[]>();
  return (exchange) => {
    const nowMs = fixture.clock.monotonicMs();
    const times = (used.get(keyOf(exchange.request)) ?? []).filter((atMs) => nowMs - atMs < 60_000);
    used.set(keyOf(exchange.request), times);
    if (times.length >= perMinute) return refusal(429)(exchange);
    times.push(nowMs);
    return chat()(exchange);
  };
}

const stream = { ...ask, stream: true };
const upstreams: readonly (Run & {
  readonly name: string;
  readonly behaviour: () => Behaviour;
  readonly servedMin: number;
  /** Calls that the first route still gets, at least and at most. */
  readonly share: readonly [least: number, most: number];
})[] = [
  { name: 'is dead', behaviour: resetBeforeAnswer, body: ask, servedMin: calls, share: [0, 0.05] },
  { name: 'is silent', behaviour: stall, body: stream, hangs: true, servedMin: calls, share: [0, 0.05] },
  {
    name: 'flaps: it answers one call of three',
    behaviour: () => (exchange) => (exchange.request.order % 3 === 0 ? chat() : refusal(500))(exchange),
    body: ask,
    servedMin: calls,
    share: [0, 0.25],
  },
  {
    name: 'begins streams and breaks them',
    behaviour: () =>
      chatStreamResetAfter(
        Array.from({ length: 40 }, () => 'word '),
        3_000,
      ),
    body: stream,
    servedMin: calls - 25,
    share: [0, 0.1],
  },
  { name: 'allows each of three keys 20 calls a minute', behaviour: () => allowing(20), body: ask, servedMin: calls - 1, share: [0.2, 0.5] }, // oxfmt-ignore
  {
    name: 'has no money left for one of three keys',
    behaviour: () => (exchange) => (keyOf(exchange.request) === 'two' ? refusal(402) : chat())(exchange),
    body: ask,
    servedMin: calls,
    share: [1, 1.02],
  },
];

describe('the first of two routes', () => {
  for (const { name, behaviour, servedMin, share, ...how } of upstreams)
    test(`${name}: calls are served, at most a fifth is asked twice, and the route gets its calls back`, async (context) => {
      first.otherwise(behaviour());
      const during = await run(calls, how);
      context.diagnostic(JSON.stringify(during));
      assert.ok(during.served >= servedMin, `${String(during.served)} of ${String(calls)} served`);
      assert.ok(during.retries <= 0.2 * calls, `${String(during.retries)} retries`);
      const part = during.toFirst / calls;
      assert.ok(part >= share[0] && part <= share[1], `${String(during.toFirst)} went to the first route`);
      first.otherwise(chat());
      await passTime(fixture, 310_000);
      const { served, retries, toFirst } = await run(30, { body: how.body });
      assert.deepEqual({ served, retries, toFirst }, { served: 30, retries: 0, toFirst: 30 }, 'after its recovery');
    });
});
