/**
 * Goal: however an account breaks calls without paying, sequentially, all at once or across a restart, the total stays within the stated
 * limit: 10 CNY and the last call, or 30 CNY and the last call if nothing was received.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { largeStream } from '../faults/large-stream.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { reportFigures } from '../proofs/figures.ts';
import { chat, chatStream, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { must, question } from './scenario.ts';
import { newTenant, newTenantKey, type Tenant } from './tenant.ts';

const mib = 1024 * 1024;
const totalMs = 50_000;
const worth = 0.9;

interface Way {
  readonly answer: () => Behaviour;
  readonly stream: boolean;
  readonly reads: 'all' | 'beginning' | 'nothing';
  /** Whether the call is where its client wants it, and has cost as much as it can. */
  readonly had: (received: Buffer) => boolean;
  /** What the client then does with all its calls. */
  readonly then: 'leaves' | 'waits';
  readonly boundCny: number;
}

const ways: Readonly<Record<string, Way>> = {
  'a stream read and cut': {
    answer: () => chatStream(['Hello ', new Gate(), 'there']),
    stream: true,
    reads: 'all',
    had: (received) => received.includes('Hello'),
    then: 'leaves',
    boundCny: 10,
  },
  'a whole answer reset when a part of it was read': {
    answer: () => chat('x'.repeat(4 * mib)),
    stream: false,
    reads: 'beginning',
    had: (received) => received.includes('xxx'),
    then: 'leaves',
    boundCny: 10,
  },
  'a stream read so slowly that its time is over first': {
    answer: () => largeStream(20 * mib),
    stream: true,
    reads: 'nothing',
    had: () => true,
    then: 'waits',
    boundCny: 10,
  },
  'a call left before the first byte of its answer': {
    answer: () => stall(),
    stream: false,
    reads: 'all',
    had: () => true,
    then: 'leaves',
    boundCny: 30,
  },
};

describe('what can be had without paying', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture({
      env: { TOLLGATE_STREAM_TOTAL_TIMEOUT_MS: String(totalMs), TOLLGATE_TOTAL_TIMEOUT_MS: String(totalMs) },
    });
    await must(fixture, 'PUT', '/models/test%2Fchat', {
      kind: 'chat',
      price: { input: '0', output: '0', per_call: String(worth) },
      confirm: true,
      output_limit: 20 * mib,
      context_length: 40 * mib,
    });
  });
  afterEach(() => fixture.expectSettled());
  after(() => fixture.close());

  /** Makes concurrent calls, each with a separate key so that none is slowed down; returns how many reached an upstream. */
  async function take(tenant: Tenant, way: Way, calls: number): Promise<number> {
    fixture.upstream.otherwise(way.answer());
    const upstreamBefore = fixture.upstream.requests.length;
    const keys = await Promise.all(Array.from({ length: calls }, () => newTenantKey(fixture, tenant)));
    const clients = await Promise.all(keys.map(() => RawClient.open(fixture.port)));
    const isRefused = ({ received }: RawClient): boolean => received.includes('HTTP/1.1 429');
    for (const [at, client] of clients.entries()) {
      if (way.reads === 'beginning')
        client.socket.once('data', () => {
          client.stopReading();
        });
      client.send(postBytes({ ...question, stream: way.stream }, { key: keys[at]?.key ?? '' }));
    }
    const begun = (): number => fixture.upstream.requests.length - upstreamBefore;
    const decided = (): number => begun() + clients.filter(isRefused).length;
    await fixture.waitFor(() => decided() === calls, {
      everyMs: 1,
      what: () =>
        `each is refused or begun; ${String(begun())} begun; ${clients.map(({ received }) => received.toString('latin1', 0, 300)).join('; ')}`,
    });
    const working = clients.filter((client) => !isRefused(client));
    if (way.reads === 'nothing') for (const client of working) client.stopReading();
    await fixture.waitFor(() => working.every(({ received }) => way.had(received)), {
      everyMs: 1,
      what: () => working.map(({ received }) => received.toString('latin1', 0, 900)).join('; '),
    });
    if (way.then === 'waits') await fixture.advanceUntilOver(totalMs + 61_000);
    for (const client of clients) client.leave();
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    return working.length;
  }

  async function expectRefused(tenant: Tenant): Promise<void> {
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...question, model: 'sandbox/chat' }, { key: (await newTenantKey(fixture, tenant)).key }));
    const answer = await client.answer();
    client.leave();
    assert.equal(answer.status, 429);
    assert.match(answer.body, /too_many_broken_connections/);
  }

  for (const [name, way] of Object.entries(ways)) {
    for (const [pace, atOnce] of [
      ['one after another', 1],
      ['40 at once, again and again', 40],
    ] as const) {
      test(`${name}, ${pace}`, async (context) => {
        const tenant = await newTenant(fixture, { trial_credit: false });
        let taken = 0;
        for (let worked = 1; worked > 0; taken += worked) worked = await take(tenant, way, atOnce);
        reportFigures(context, 'ways of taking', { way: name, pace, takenCny: (taken * worth).toFixed(1), bound: way.boundCny });
        assert.ok(taken * worth > way.boundCny && taken * worth <= way.boundCny + worth, `${String(taken * worth)} CNY`);
        await expectRefused(tenant);
        const { taken_24h, left_early_24h } = await must(fixture, 'GET', `/accounts/${tenant.id}/broken-connections`);
        assert.equal(
          Number(way.boundCny === 10 ? taken_24h : left_early_24h).toFixed(1),
          (taken * worth).toFixed(1),
          'the operator sees exactly as much',
        );
        const { balance } = await must(fixture, 'GET', `/accounts/${tenant.id}`);
        assert.equal(Number(balance.available), 1000, 'and nothing of it was charged');
      });
    }
  }
});
