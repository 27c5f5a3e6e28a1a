/**
 * Goal: an upstream that falls silent or trickles holds a call, its money and its slot only as long as the limits allow. A client that
 * waits for a stream is kept alive meanwhile and pays nothing. Method: the real service on a virtual clock, so that minutes of silence take
 * milliseconds and are measured exactly.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Fixture } from '../gateway/fixture.ts';
import { reportFigures } from '../proofs/figures.ts';
import { chat, chatStream, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { ask, begin, expectFree, expectTruthfulBreak, streamed, withFaultyUpstream } from './faulty-upstream.ts';

const idleMs = 60_000;
const totalMs = 90_000;
const streamTotalMs = 300_000;
const env = {
  TOLLGATE_IDLE_TIMEOUT_MS: String(idleMs),
  TOLLGATE_FIRST_BYTE_TIMEOUT_MS: String(idleMs),
  TOLLGATE_TOTAL_TIMEOUT_MS: String(totalMs),
  TOLLGATE_STREAM_TOTAL_TIMEOUT_MS: String(streamTotalMs),
  TOLLGATE_STREAM_OPEN_AFTER_MS: '15000',
};
const stepMs = 50;
/** Real time per late step for the effects of a deadline on a busy machine. */
const stepRealMs = 2_000;

/** Lets time pass in small steps until no call runs, at most twice the limit; returns the time. */
async function msUntilOver(fixture: Fixture, limitMs: number): Promise<number> {
  const { running } = fixture.service.gateway.state;
  const startMs = fixture.clock.monotonicMs();
  const passedMs = (): number => fixture.clock.monotonicMs() - startMs;
  while (running.size > 0 && passedMs() < 2 * limitMs) {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(stepMs);
    // Lets effects reach the sockets, and from there the gateway, before more time passes.
    const lookUntilMs = passedMs() <= limitMs + stepMs ? 0 : performance.now() + stepRealMs;
    for (let turns = 0; running.size > 0 && (turns < 4 || performance.now() < lookUntilMs); turns += 1) await turn();
  }
  const overMs = passedMs();
  await fixture.waitFor(() => running.size === 0);
  return overMs;
}

describe('an upstream that falls silent inside a stream', () => {
  for (const how of ['the upstream stalls', 'the network goes silent'] as const) {
    test(`${how}: comments keep the client, the idle limit ends it, not charged`, async (context) => {
      await withFaultyUpstream({ env }, async ({ fixture, proxy }) => {
        const gate = new Gate();
        fixture.upstream.otherwise(chatStream(['Hello ', gate, 'there']));
        const client = await begin(fixture, streamed);
        await client.until((text) => text.includes('Hello'), 'the first piece');
        if (how === 'the network goes silent') {
          proxy.down({ timeout: true });
          gate.open();
        }
        const silentMs = await msUntilOver(fixture, idleMs);
        const answer = await client.answer();
        expectTruthfulBreak(answer);
        const comments = answer.body.split('\n').filter((line) => line.startsWith(':')).length;
        assert.ok(comments >= 3 && comments <= 4, `${String(comments)} comments`);
        expectFree(await fixture.nextRow(), 'timeout', 200);
        assert.ok(silentMs >= idleMs && silentMs <= idleMs + 1000, `${String(silentMs)} ms`);
        await fixture.waitFor(() => proxy.connectionsOpen === 0);
        client.leave();
        reportFigures(context, 'F17', { [`overrun of the idle limit when ${how}, ms`]: silentMs - idleMs, comments });
      });
    });
  }

  test('silence before the first byte: a stream is opened, kept alive and ended truthfully; an answer gets 503', async (context) => {
    await withFaultyUpstream({ env }, async ({ fixture }) => {
      // A response that is not streamed can be silent for its whole time limit.
      for (const [body, limitMs] of [[streamed, idleMs] as const, [ask, totalMs] as const]) {
        fixture.upstream.next(stall());
        const client = await begin(fixture, body);
        const request = await fixture.upstream.nextRequest();
        const silentMs = await msUntilOver(fixture, limitMs);
        const answer = await client.answer();
        if (body === streamed) expectTruthfulBreak(answer);
        else assert.equal(answer.status, 503);
        expectFree(await fixture.nextRow(), 'timeout', answer.status);
        assert.ok(silentMs >= limitMs && silentMs <= limitMs + 1000, `${String(silentMs)} ms`);
        await request.cancelled;
        client.leave();
        reportFigures(context, 'F17', {
          [`overrun of the first-byte limit, ${body === ask ? 'whole' : 'streamed'}, ms`]: silentMs - limitMs,
        });
      }
    });
  });
});

describe('an upstream that trickles', () => {
  for (const stream of [true, false]) {
    test(`one byte a second, ${stream ? 'streamed' : 'whole'}: ended at the total limit, slot and money free, not charged`, async (context) => {
      await withFaultyUpstream({ env, keySettings: { limits: { concurrency: 1 } } }, async ({ fixture, proxy }) => {
        const gate = new Gate();
        const text = 'there'.repeat(400);
        fixture.upstream.otherwise(stream ? chatStream(['Hello ', gate, text]) : chat(text));
        if (!stream) proxy.down({ slicer: { bytesMax: 1 }, bandwidth: { bytesPerSecond: 1 } });
        const startMs = fixture.clock.monotonicMs();
        const client = await begin(fixture, stream ? streamed : ask);
        await fixture.upstream.nextRequest();
        if (stream) await client.until((text) => text.includes('Hello'), 'the first piece');
        proxy.down({ slicer: { bytesMax: 1 }, bandwidth: { bytesPerSecond: 1 } });
        gate.open();
        const limitMs = stream ? streamTotalMs : totalMs;
        await msUntilOver(fixture, limitMs);
        const overrunMs = fixture.clock.monotonicMs() - startMs - limitMs;
        const answer = await client.answer();
        if (stream) expectTruthfulBreak(answer);
        else assert.equal(answer.status, 503);
        expectFree(await fixture.nextRow(), 'timeout', answer.status);
        assert.ok(overrunMs >= 0 && overrunMs <= 1000, `${String(overrunMs)} ms`);
        assert.ok(proxy.bytesDown > limitMs / 2000, 'it did trickle');
        assert.equal(fixture.service.gateway.coordination.running(fixture.accountId), 0);
        await fixture.waitFor(() => proxy.connectionsOpen === 0);
        client.leave();
        reportFigures(context, 'F18', {
          [`overrun of the total limit, ${stream ? 'streamed' : 'whole'}, ms`]: overrunMs,
          'slots held after it': 0,
        });
      });
    });
  }
});
