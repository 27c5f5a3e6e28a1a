/** Shared by tests of faulty upstreams and networks: a service whose only route leads through the fault proxy. */
import assert from 'node:assert/strict';
import { startFixture, type CallRow, type Fixture, type FixtureOptions } from '../gateway/fixture.ts';
import { postBytes, RawClient, type RawAnswer } from '../gateway/raw-client.ts';
import { startFaultProxy, type FaultProxy } from '../fault-proxy/fault-proxy.ts';
import { addProvider, must, question } from '../scenarios/scenario.ts';

export const model = 'faulty/model';
export const ask = { ...question, model };
export const streamed = { ...ask, stream: true };
/** 12 input and 5 output tokens, as reported by the scripted upstream, at 2 and 8 CNY per million. */
export const reportedCharge = '0.000064';

export interface FaultyUpstream {
  readonly fixture: Fixture;
  readonly proxy: FaultProxy;
}

/** A service that reaches its scripted upstream, for `faulty/model`, through a network that fails as instructed. */
export async function withFaultyUpstream(options: FixtureOptions, run: (parts: FaultyUpstream) => Promise<void>): Promise<void> {
  const fixture = await startFixture(options);
  const proxy = await startFaultProxy(Number(new URL(fixture.upstream.baseUrl).port), {
    clock: fixture.clock,
  });
  try {
    await addProvider(fixture, 'faulty', { baseUrl: `${proxy.url}/v1`, model });
    await priced(fixture, model);
    await run({ fixture, proxy });
    await fixture.expectSettled();
  } finally {
    await proxy.close();
    await fixture.close();
  }
}

export async function priced(fixture: Fixture, name: string): Promise<void> {
  await must(fixture, 'PUT', `/models/${encodeURIComponent(name)}`, {
    kind: 'chat',
    price: { input: '2', output: '8' },
    confirm: true,
  });
}

/** Sends one call on a separate connection; the caller decides whether to read the response. */
export async function begin(fixture: Fixture, body: object): Promise<RawClient> {
  const client = await RawClient.open(fixture.port);
  client.send(postBytes(body, { key: fixture.key }));
  return client;
}

/** Sends one call and reads its response. */
export async function callThrough(fixture: Fixture, body: object): Promise<RawAnswer> {
  const client = await begin(fixture, body);
  try {
    return await client.answer();
  } finally {
    client.socket.destroy();
  }
}

/** A broken stream reports its error once and never looks complete. */
export function expectTruthfulBreak(answer: RawAnswer): void {
  assert.equal(answer.status, 200);
  assert.equal(answer.body.split('"error"').length, 2, answer.body);
  assert.ok(!answer.body.includes('[DONE]'), answer.body);
  assert.ok(!answer.body.includes('"finish_reason":"stop"'), answer.body);
}

/** The row of a call that must be free. */
export function expectFree(row: CallRow, ending: CallRow['ending'], status: number): void {
  assert.deepEqual([row.ending, row.status, Number(row.charge_exact)], [ending, status, 0], JSON.stringify(row));
}
