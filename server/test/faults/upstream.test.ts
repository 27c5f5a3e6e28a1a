/**
 * Goal: an upstream that is unreachable, refuses, breaks, stalls, trickles or lies costs clients no money and is reported truthfully, and
 * retries never multiply the load. Method: the real service on a virtual clock; a scripted upstream behind a network that fails as
 * instructed.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom, testSeed } from '../proofs/seed.ts';
import { addProvider, question } from '../scenarios/scenario.ts';
import { chat, refusal, refusedBaseUrl } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import {
  ask,
  begin,
  callThrough,
  expectFree,
  expectTruthfulBreak,
  model,
  priced,
  reportedCharge,
  streamed,
  withFaultyUpstream,
} from './faulty-upstream.ts';

describe('an upstream that cannot be reached', () => {
  const other = 'other/model';

  /** Creates a model whose only route, or first route, leads nowhere. */
  async function nowhere(fixture: Fixture, baseUrl: string, name: string, withAnother: boolean): Promise<void> {
    await addProvider(fixture, `nowhere-${name}`, { baseUrl, model: name, priority: 1 });
    if (withAnother) await addProvider(fixture, `else-${name}`, { baseUrl: fixture.upstream.baseUrl, model: name, priority: 9 });
    await priced(fixture, name);
  }

  async function expectServedOrFree(fixture: Fixture, baseUrl: (proxyUrl: string) => string, proxyUrl: string): Promise<void> {
    for (const [index, stream] of [false, true].entries()) {
      for (const withAnother of [false, true]) {
        const name = `${other}-${String(index)}-${String(withAnother)}`;
        await nowhere(fixture, baseUrl(proxyUrl), name, withAnother);
        const client = await begin(fixture, { ...question, model: name, stream });
        try {
          await fixture.waitFor(() => fixture.service.gateway.state.running.size === 1 || client.received.length > 0);
          await fixture.advanceUntilOver(40_000);
          const answer = await client.answer();
          const row = await fixture.nextRow();
          if (withAnother) {
            assert.equal(answer.status, 200);
            assert.deepEqual([row.ending, row.attempts, row.charge_exact], ['complete', 2, reportedCharge]);
          } else {
            // A stream that waited longer than proxies tolerate was already opened, so its error is inside.
            const status = stream && answer.status === 200 ? 200 : 503;
            assert.equal(answer.status, status);
            assert.match(answer.body, /"upstream_unavailable"/);
            assert.ok(!answer.body.includes('[DONE]'));
            if (status === 503) assert.ok(Number(answer.headers['retry-after']) >= 1);
            assert.equal(row.attempts, 3, 'the platform tries again by itself');
            expectFree(row, 'upstream_broke', status);
            assert.equal(Number(row.uncollected), 0, 'nobody worked');
          }
        } finally {
          client.leave();
        }
      }
    }
  }

  const unreachable: Readonly<Record<string, (proxyUrl: string) => string>> = {
    'refuses connections': () => refused,
    'has a name that nobody knows': () => 'http://no-such-host.invalid/v1',
    'takes the connection and then is silent (TLS)': (proxyUrl) => `${proxyUrl.replace('http:', 'https:')}/v1`,
  };
  let refused = '';

  for (const [name, baseUrl] of Object.entries(unreachable)) {
    test(`${name}: another one serves, or 503 and no charge`, async () => {
      refused = await refusedBaseUrl();
      await withFaultyUpstream({}, async ({ fixture, proxy }) => {
        proxy.down({ timeout: true });
        await expectServedOrFree(fixture, baseUrl, proxy.url);
      });
    });
  }
});

describe('an upstream that refuses before its first byte', () => {
  test('whatever four upstreams answer: at most three are asked, none twice, one reservation, one charge', async (context) => {
    const calls = count('failingCalls');
    const random = seededRandom();
    const fixture = await startFixture();
    const upstreams: ScriptedUpstream[] = [];
    const { coordination } = fixture.service.gateway;
    let admitted = 0;
    const admit = coordination.admit.bind(coordination);
    coordination.admit = (request) => ((admitted += 1), admit(request));
    try {
      for (let place = 1; place <= 4; place += 1) {
        const upstream = await startScriptedUpstream();
        upstreams.push(upstream);
        await addProvider(fixture, `p${String(place)}`, { baseUrl: upstream.baseUrl, model, priority: place });
      }
      await priced(fixture, model);
      const choices = [500, 502, 503, 504, 429, 401, 403, 404].map((status) => refusal(status));
      let most = 0;
      for (let call = 0; call < calls; call += 1) {
        const asked = upstreams.map(({ requests }) => requests.length);
        for (const upstream of upstreams)
          upstream.otherwise(random() < 0.2 ? chat() : (choices[Math.floor(random() * choices.length)] ?? chat()));
        const answer = await callThrough(fixture, { ...ask, stream: call % 2 === 0 });
        const perUpstream = upstreams.map(({ requests }, place) => requests.length - (asked[place] ?? 0));
        const attempts = perUpstream.reduce((sum, requests) => sum + requests, 0);
        most = Math.max(most, attempts);
        assert.ok(attempts <= 3 && perUpstream.every((requests) => requests <= 1), perUpstream.join(' '));
        const row = await fixture.nextRow();
        assert.equal(row.attempts, attempts);
        if (answer.status === 200) assert.equal(row.charge_exact, reportedCharge);
        else expectFree(row, 'upstream_broke', 503);
        // Refused credentials and consecutive failures eject routes; later all are tried again.
        if (call % 10 === 9) fixture.clock.advance(301_000);
      }
      assert.equal(admitted, calls, 'one reservation for all attempts of a call');
      await fixture.expectSettled();
      reportFigures(context, 'F15', { calls, 'most attempts of one call': most, 'reservations per call': admitted / calls });
    } finally {
      await Promise.all(upstreams.map((upstream) => upstream.close()));
      await fixture.close();
    }
  });
});

describe('an upstream that breaks off', () => {
  for (const ending of ['reset', 'fin'] as const) {
    test(`after any number of bytes (${ending}): 503 or one truthful error, not charged, never a made-up end`, async (context) => {
      await withFaultyUpstream({}, async ({ fixture, proxy }) => {
        fixture.upstream.otherwise(chat('Hello there'));
        const good = await callThrough(fixture, streamed);
        await fixture.nextRow();
        const total = proxy.bytesDown;
        const offsets = isFullProof ? Array.from({ length: total + 1 }, (_, at) => at) : sample(total, count('breaks'));
        const seen = { refused: 0, broken: 0, complete: 0 };
        for (const bytes of offsets) {
          proxy.down({ limitData: { bytes, ending } });
          proxy.resetPeers();
          await fixture.waitFor(() => proxy.connectionsOpen === 0);
          const answer = await callThrough(fixture, streamed);
          const row = await fixture.nextRow();
          assert.ok(answer.status === 200 ? row.attempts === 1 : row.attempts <= 3, `${String(row.attempts)} attempts`);
          if (answer.body.includes('[DONE]')) {
            seen.complete += 1;
            assert.equal(answer.body, good.body, `cut after ${String(bytes)} bytes`);
            assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
          } else if (answer.status === 200) {
            seen.broken += 1;
            expectTruthfulBreak(answer);
            expectFree(row, 'upstream_broke', 200);
          } else {
            seen.refused += 1;
            expectFree(row, 'upstream_broke', 503);
          }
        }
        assert.ok(seen.broken > 0 && seen.refused > 0 && seen.complete > 0, JSON.stringify(seen));
        reportFigures(context, 'F16', {
          [`places of ${String(total + 1)} at which a stream was broken off (${ending})`]: offsets.length,
          'made-up ends': 0,
          'broken streams charged': 0,
          'streams whose last event had arrived, delivered whole': seen.complete,
        });
      });
    });
  }

  test('once a byte was relayed nobody else is asked; before, another one serves as if nothing had been', async (context) => {
    await withFaultyUpstream({}, async ({ fixture, proxy }) => {
      const spare = await startScriptedUpstream();
      try {
        spare.otherwise(chat('Hello there'));
        await addProvider(fixture, 'spare', { baseUrl: spare.baseUrl, model, priority: 900 });
        fixture.upstream.otherwise(chat('Hello there'));
        const good = await callThrough(fixture, streamed);
        await fixture.nextRow();
        let retriedAfterRelay = 0;
        const offsets = sample(proxy.bytesDown, count('breaks'));
        for (const bytes of offsets) {
          proxy.down({ limitData: { bytes, ending: 'reset' } });
          proxy.resetPeers();
          const asked = spare.requests.length;
          const answer = await callThrough(fixture, streamed);
          const row = await fixture.nextRow();
          const retried = spare.requests.length > asked;
          if (answer.body === good.body) assert.equal(row.charge_exact, reportedCharge);
          else {
            expectTruthfulBreak(answer);
            if (retried) retriedAfterRelay += 1;
          }
          // A route that failed often is ejected; later it is the first one again.
          await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
          fixture.clock.advance(301_000);
        }
        assert.equal(retriedAfterRelay, 0);
        reportFigures(context, 'F16', { 'attempts after the first relayed byte': retriedAfterRelay });
      } finally {
        await spare.close();
      }
    });
  });
});

/** Positions from 0 to `total`: both ends, and others from the seed. */
function sample(total: number, places: number): readonly number[] {
  const random = seededRandom(testSeed + total);
  const drawn = Array.from({ length: places }, () => Math.floor(random() * total));
  return [...new Set([0, 1, total - 1, total, ...drawn])].sort((left, right) => left - right);
}
