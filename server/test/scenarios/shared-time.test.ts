/** Goal: a call whose first route hangs still succeeds on the next one, before its client gives up. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { chat, refusal, stall } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { addProvider, chatCall, must, passTime, question } from './scenario.ts';

const model = 'shared/model';
const ask = { ...question, model };
const totalMs = 590_000;

let fixture: Fixture;
let upstreams: readonly ScriptedUpstream[];
let ids: readonly string[];

beforeEach(async () => {
  fixture = await startFixture();
  upstreams = await Promise.all(Array.from({ length: 4 }, () => startScriptedUpstream()));
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  const added: string[] = [];
  for (const [place, { baseUrl }] of upstreams.entries())
    added.push((await addProvider(fixture, `up-${String(place)}`, { baseUrl, model, priority: place })).id);
  ids = added;
  for (const upstream of upstreams) upstream.otherwise(stall());
});

afterEach(async () => {
  try {
    await fixture.closeSettled();
  } finally {
    await Promise.all(upstreams.map((upstream) => upstream.close()));
  }
});

function asked(): readonly number[] {
  return upstreams.map(({ requests }) => requests.length);
}

async function disableFrom(place: number): Promise<void> {
  for (const id of ids.slice(place)) await must(fixture, 'PATCH', `/providers/${id}`, { enabled: false });
}

/** Duration of each attempt of the newest call, as fractions of the total. */
async function shares(): Promise<readonly number[]> {
  const { attempt_log: log } = await fixture.nextRow();
  return (log ?? []).map(({ duration_ms: ms }) => Math.round((ms / totalMs) * 1_000) / 1_000);
}

test('an unstreamed attempt gets 60 % of the time left, and the next route serves the call with the rest', async () => {
  upstreams[1]?.otherwise(chat());
  const call = chatCall(fixture, fixture.key, ask);
  await upstreams[0]?.nextRequest();
  await passTime(fixture, 0.6 * totalMs - 1_000);
  assert.deepEqual(asked(), [1, 0, 0, 0]);
  await passTime(fixture, 2_000);
  assert.equal((await call).status, 200);
  assert.deepEqual(asked(), [1, 1, 0, 0]);
});

test('the last attempt of three gets all that is left, and the call ends within its time', async () => {
  const call = chatCall(fixture, fixture.key, ask);
  for (const [place, share] of [0.6, 0.24].entries()) {
    await upstreams[place]?.nextRequest();
    await passTime(fixture, share * totalMs + 1_000);
  }
  await upstreams[2]?.nextRequest();
  await fixture.advanceUntilOver(totalMs);
  assert.equal((await call).status, 503);
  const [first = 0, second = 0, third = 0, ...others] = await shares();
  assert.ok(Math.abs(first - 0.6) < 0.005 && Math.abs(second - 0.24) < 0.005 && Math.abs(third - 0.16) < 0.01);
  assert.deepEqual([others, asked()], [[], [1, 1, 1, 0]]);
});

test('an attempt with no other route gets all the time, and so does one whose others are ejected', async () => {
  const takesAll = async (): Promise<void> => {
    const before = upstreams[0]?.requests.length ?? 0;
    const call = chatCall(fixture, fixture.key, ask);
    await fixture.waitFor(() => upstreams[0]?.requests.length === before + 1);
    await passTime(fixture, totalMs - 2_000);
    upstreams[0]?.otherwise(stall());
    assert.deepEqual(asked().slice(0, 2), [before + 1, upstreams[1]?.requests.length]);
    await fixture.advanceUntilOver(totalMs);
    assert.equal((await call).status, 503);
    const [first = 0] = await shares();
    assert.ok(first > 0.99, String(first));
  };
  await disableFrom(1);
  await takesAll();
  await must(fixture, 'PATCH', `/providers/${ids[1] ?? ''}`, { enabled: true });
  await must(fixture, 'PATCH', `/providers/${ids[0] ?? ''}`, { enabled: false });
  upstreams[1]?.otherwise(refusal(401));
  assert.equal((await chatCall(fixture, fixture.key, ask)).status, 503);
  await fixture.nextRow();
  await must(fixture, 'PATCH', `/providers/${ids[0] ?? ''}`, { enabled: true });
  await takesAll();
});

test('a stream has its own time limits: it is not cut at 60 %', async () => {
  const call = chatCall(fixture, fixture.key, { ...ask, stream: true });
  await upstreams[0]?.nextRequest();
  await passTime(fixture, 299_000);
  assert.deepEqual(asked(), [1, 0, 0, 0]);
  upstreams[1]?.otherwise(chat());
  await passTime(fixture, 2_000);
  assert.equal((await call).status, 200);
  assert.deepEqual(asked(), [1, 1, 0, 0]);
});
