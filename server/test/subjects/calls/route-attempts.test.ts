/**
 * Goal: a customer sees why a call took its time, and nothing that belongs to the operator. Method: real calls over upstreams that fail in
 * their own words; every answer of the console about the call is searched for what must not be in it.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { attemptFaultCodes } from '@tollgate/contract/calls/attempt-faults';
import { attemptResult, attemptResults } from '@tollgate/contract/calls/route-attempts';
import type { AdminAnswer } from '../../ask-admin.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { chatCall, must } from '../../scenarios/scenario.ts';
import { html, refusal, resetBeforeAnswer } from '../../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';

type Body = AdminAnswer['body'];

const model = 'routed/model';
const ask = { model, messages: [{ role: 'user', content: 'hi' }] };
const words = (status: number): Behaviour =>
  refusal(status, { error: { message: 'Zephyr Cloud: quota of org-zephyr-7 used up, see https://zephyr.example/limits' } });

let fixture: Fixture;
let bench: ConsoleBench;
let first: ScriptedUpstream;
let second: ScriptedUpstream;

async function addSupplier(name: string, upstream: ScriptedUpstream, priority: number): Promise<void> {
  await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    models: [{ model, upstream_model: `${name}-internal`, cost: { input: '1.2345', output: '5.4321' } }],
    priority,
    routes: [{ region: 'domestic', base_url: upstream.baseUrl, keys: [{ api_key: `sk-${name}-key` }] }],
  });
}

beforeEach(async () => {
  fixture = await startFixture();
  bench = await openConsole(fixture.service);
  await bench.join(fixture.accountId, 'owner', 'owner');
  [first, second] = await Promise.all([startScriptedUpstream(), startScriptedUpstream()]);
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  await addSupplier('zephyr', first, 1);
  await addSupplier('mistral-wind', second, 2);
});
afterEach(async () => {
  await bench.close();
  try {
    await fixture.closeSettled();
  } finally {
    await first.close();
    await second.close();
  }
});

/** The newest call: as the operator and as the customer sees it, and all that the console says to the customer about it. */
async function newest(): Promise<{ readonly own: Body; readonly all: string; readonly row: Body }> {
  const { id } = await fixture.nextRow();
  const row = await must(fixture, 'GET', `/calls/${id}`);
  const of = `/accounts/${fixture.accountId}/calls`;
  const answers = await Promise.all(['', '/summary', `/${id}`].map((path) => bench.ask('owner', 'GET', `${of}${path}`)));
  for (const { status } of answers) assert.equal(status, 200);
  return { own: answers[2]?.body, row, all: JSON.stringify(answers.map(({ body }) => body as unknown)) };
}

/** What belongs to the operator: names, addresses and words of upstreams, their keys, and what they cost. */
function assertNothingOfSuppliers({ all, row }: { readonly all: string; readonly row: Body }): void {
  const keys = (row.attempt_log ?? []).flatMap(({ key }: Body) => (key === null ? [] : [key as string]));
  const costs = row.upstream_cost === '0' ? [] : [row.upstream_cost as string];
  const hosts = [first, second].map(({ baseUrl }) => new URL(baseUrl).host);
  for (const secret of [
    'zephyr',
    'Zephyr',
    'mistral-wind',
    '127.0.0.1:',
    'quota of',
    ...hosts,
    ...keys,
    ...costs,
  ] as readonly string[])
    assert.ok(!all.includes(secret), `${secret} in ${all}`);
}

const faults: readonly (readonly [string, Behaviour, string])[] = [
  ['limits the rate', words(429), 'rate_limited'],
  ['rejects our key', words(401), 'failed'],
  ['is out of money', words(402), 'failed'],
  ['fails', words(500), 'failed'],
  ['sends a page', html(), 'failed'],
  ['closes the connection', resetBeforeAnswer(), 'unreachable'],
];
for (const [name, behaviour, result] of faults)
  test(`a route that ${name} is a number and a word to the customer, and everything to the operator`, async () => {
    first.next(behaviour);
    assert.equal((await chatCall(fixture, fixture.key, ask)).status, 200);
    const { own, all, row } = await newest();
    assert.deepEqual(
      own.route_attempts.map(({ route, result: shown }: Body) => [route, shown]),
      [
        [1, result],
        [2, 'answered'],
      ],
    );
    assert.ok(own.route_attempts.every(({ duration_ms: took }: Body) => Number.isInteger(took) && took >= 0));
    assert.deepEqual(Object.keys(own.route_attempts[0]).toSorted(), ['duration_ms', 'result', 'route']);
    assert.equal(row.attempt_log[0].route, 'zephyr/domestic');
    assert.notEqual(Number(row.upstream_cost), 0);
    assertNothingOfSuppliers({ all, row });
  });

test('a call that no route answered lists each attempt', async () => {
  first.otherwise(words(500));
  second.otherwise(words(429));
  const call = chatCall(fixture, fixture.key, ask);
  assert.equal((await call).status, 503);
  const failed = await newest();
  const { own } = failed;
  assert.deepEqual(own.route_attempts.slice(0, 2), [
    { ...own.route_attempts[0], route: 1, result: 'failed' },
    { ...own.route_attempts[1], route: 2, result: 'rate_limited' },
  ]);
  assertNothingOfSuppliers(failed);
});

test('a call that its first route answered has no attempts to explain', async () => {
  await chatCall(fixture, fixture.key, ask);
  const { own } = await newest();
  assert.equal(own.route_attempts, null);
});

test('every cause in the log has a result for customers, and none of them speaks of keys of upstreams', () => {
  for (const code of attemptFaultCodes) assert.ok(attemptResults.includes(attemptResult(code)), code);
  assert.equal(attemptResult('credentials'), 'failed');
  assert.equal(attemptResult(null), 'answered');
});
