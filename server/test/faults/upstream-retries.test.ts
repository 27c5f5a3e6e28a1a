/**
 * Goal: a single route that drops every second request serves nearly everyone, and a dead route gets no request storm. Method: the real
 * service on a virtual clock with a scripted upstream; concurrent calls, counted where they arrive.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { chat, refusal, refusedBaseUrl, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { addProvider, chatCall, must, question } from '../scenarios/scenario.ts';
import { model, priced } from './faulty-upstream.ts';

interface Served {
  readonly calls: number;
  readonly served: number;
  /** Requests that reached the upstream. */
  readonly requests: number;
}

/** Calls in groups of `atOnce`, each after the previous group has ended. */
async function callInCrowds(fixture: Fixture, atOnce: number, crowds: number): Promise<Served> {
  const before = fixture.upstream.requests.length;
  let served = 0;
  for (let crowd = 0; crowd < crowds; crowd += 1) {
    const answers = await Promise.all(Array.from({ length: atOnce }, () => chatCall(fixture, fixture.key)));
    assert.ok(answers.every(({ status }) => status === 200 || status === 503));
    served += answers.filter(({ status }) => status === 200).length;
  }
  return { calls: atOnce * crowds, served, requests: fixture.upstream.requests.length - before };
}

/** Breaks every second request; the others wait like `served`. */
function everySecond(served: Behaviour = chat()): Behaviour {
  let arrived = 0;
  return (exchange) => {
    arrived += 1;
    return (arrived % 2 === 1 ? resetBeforeAnswer() : served)(exchange);
  };
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

describe('a single route that drops every second request', () => {
  for (const [atOnce, servedMin] of [
    [1, 1],
    [10, 0.8],
    [100, 0.8],
  ] as const) {
    test(`serves at least ${String(servedMin * 100)} % of ${String(atOnce)} calls at once: half before the platform tried again`, async (context) => {
      const fixture = await startFixture();
      try {
        fixture.upstream.otherwise(everySecond());
        const { calls, served, requests } = await callInCrowds(fixture, atOnce, Math.ceil(count('failingCalls') / atOnce));
        assert.ok(served >= calls * servedMin, `${String(served)} of ${String(calls)}`);
        const failed = (await fixture.rows()).filter(({ status }) => status === 503);
        assert.ok(
          failed.every(({ attempts }) => attempts === 3),
          'nobody is given up for want of budget',
        );
        await fixture.expectSettled();
        reportFigures(context, 'F14', {
          [`served of ${String(atOnce)} at once, every second request dropped`]: percent(served, calls),
          [`requests per call at ${String(atOnce)} at once`]: (requests / calls).toFixed(2),
        });
      } finally {
        await fixture.close();
      }
    });
  }

  test('rescues 100 calls at once even if all failures occur before any response', async () => {
    const fixture = await startFixture({ pausesByHand: true });
    try {
      const gate = new Gate();
      fixture.upstream.otherwise(
        everySecond(async (exchange) => {
          await gate.pass();
          await chat()(exchange);
        }),
      );
      const answers = Array.from({ length: 100 }, () => chatCall(fixture, fixture.key));
      const { pauses } = fixture.service.gateway;
      // 100, then the 50 that were dropped, then 25. None retries before the last of its wave was dropped.
      for (const [asked, dropped] of [
        [100, 50],
        [150, 25],
      ]) {
        await fixture.waitFor(() => fixture.upstream.requests.length === asked && pauses.size === dropped, { everyMs: 1 });
        await fixture.service.storage.books.flush();
        fixture.clock.advance(1_000);
      }
      await fixture.waitFor(() => fixture.upstream.requests.length === 175, { everyMs: 1 });
      gate.open();
      const served = (await Promise.all(answers)).filter(({ status }) => status === 200).length;
      assert.ok(served >= 87, String(served));
    } finally {
      await fixture.close();
    }
  });
});

describe('a single route that is dead', () => {
  const dead: Readonly<Record<string, Behaviour>> = {
    'breaks every connection': resetBeforeAnswer(),
    'answers 503': refusal(503),
    'answers 429': refusal(429),
  };
  for (const [name, behaviour] of Object.entries(dead)) {
    test(`and ${name} gets from 100 calls at once at most 2.2 requests each, in the long run 1.2, and one a second`, async (context) => {
      const fixture = await startFixture();
      try {
        fixture.upstream.otherwise(behaviour);
        const startedMs = fixture.clock.monotonicMs();
        const seconds = (): number => (fixture.clock.monotonicMs() - startedMs) / 1000;
        const storm = await callInCrowds(fixture, 100, 1);
        assert.equal(storm.served, 0);
        assert.ok(storm.requests <= 220 + seconds(), `${String(storm.requests)} requests in ${String(seconds())} s`);
        const more = await callInCrowds(fixture, 100, Math.ceil(count('failingCalls') / 50));
        const calls = storm.calls + more.calls;
        const requests = storm.requests + more.requests;
        assert.ok(requests <= 1.2 * calls + 100 + seconds(), `${String(requests)} of ${String(calls)} in ${String(seconds())} s`);
        await fixture.expectSettled();
        reportFigures(context, 'F14', {
          [`requests per call, 100 at once, ${name}`]: (storm.requests / storm.calls).toFixed(2),
          [`requests per call, the ${String(more.calls)} after them`]: (more.requests / more.calls).toFixed(2),
        });
      } finally {
        await fixture.close();
      }
    });
  }

  test('is replaced for 100 calls at once by another one that works, without any error for clients', async () => {
    const fixture = await startFixture();
    try {
      await addProvider(fixture, 'dead', { baseUrl: await refusedBaseUrl(), model, priority: 1 });
      await addProvider(fixture, 'spare', { baseUrl: fixture.upstream.baseUrl, model, priority: 9 });
      await priced(fixture, model);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => chatCall(fixture, fixture.key, { ...question, model })),
      );
      assert.ok(answers.every(({ status }) => status === 200));
      assert.equal(fixture.upstream.requests.length, 100, 'each call once');
      const [row] = await fixture.rows();
      assert.equal(row?.route, 'spare/domestic');
      const { data } = await must(fixture, 'GET', '/providers');
      const health = data.find(({ name }: { name: string }) => name === 'dead').routes[0].health;
      assert.deepEqual([health.state, health.last_fault], ['ejected', 'Error ECONNREFUSED connect']);
      await fixture.expectSettled();
    } finally {
      await fixture.close();
    }
  });
});
