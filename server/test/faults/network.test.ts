/**
 * Goal: a client with a broken or slow network pays nothing for undelivered answers, its upstream is released at once, and the log shows
 * the wasted cost. A network that is only slow or splits packets changes nothing. Method: faulty networks on both sides of the real
 * service.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { startFaultProxy, type FaultProxy } from '../fault-proxy/fault-proxy.ts';
import { count } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom } from '../proofs/seed.ts';
import { deltaEvent, doneEvent, goodUsage, streamHead, usageEvent } from '../scripted-upstream/chat-bodies.ts';
import { chat, stream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { inTime } from '../wait-for.ts';
import { ask, callThrough, expectFree, reportedCharge, streamed, withFaultyUpstream } from './faulty-upstream.ts';

/** Runs with a faulty network between clients and service, in addition to the one before the upstream. */
async function withFaultyClients(
  run: (parts: { readonly fixture: Fixture; readonly toUpstream: FaultProxy; readonly toGateway: FaultProxy }) => Promise<void>,
): Promise<void> {
  await withFaultyUpstream({}, async ({ fixture, proxy: toUpstream }) => {
    const toGateway = await startFaultProxy(fixture.port, { clock: fixture.clock });
    try {
      await run({ fixture, toUpstream, toGateway });
    } finally {
      await toGateway.close();
    }
  });
}

function p99(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.ceil(values.length * 0.99) - 1] ?? 0;
}

/** Everything except the terminal event, which is sent only when the gate opens. */
function unfinished(gate: Gate): Behaviour {
  return stream((request) => [
    streamHead(request),
    ...Array.from({ length: 20 }, (_, piece) => deltaEvent(request, { content: `piece ${String(piece)} ` })),
    deltaEvent(request, {}, 'stop'),
    usageEvent(request, { ...goodUsage }),
    gate,
    doneEvent,
  ]);
}

describe('a client whose connection breaks', () => {
  test('after any number of bytes: not charged, the upstream is released, its work is reported', async (context) => {
    await withFaultyClients(async ({ fixture, toGateway }) => {
      const random = seededRandom();
      const breaks = count('breaks');
      let uncollected = 0;
      // What arrives before the terminal event: headers and text.
      const bytesBeforeEnd = await bytesOfOpenStream(fixture, toGateway);
      for (let broken = 0; broken < breaks; broken += 1) {
        const gate = new Gate();
        fixture.upstream.next(unfinished(gate));
        // Always includes the last byte before the held finish chunk, which is between finish_reason and [DONE].
        const bytes = broken === 0 ? bytesBeforeEnd : 1 + Math.floor(random() * bytesBeforeEnd);
        toGateway.down({ limitData: { bytes, ending: 'reset' } });
        const client = await RawClient.open(toGateway.port);
        client.send(postBytes(streamed, { key: fixture.key }));
        const request = await fixture.upstream.nextRequest();
        await client.ended();
        assert.ok(!client.received.includes('"finish_reason":"stop"'), 'the end leaves only together with the terminal event');
        await request.cancelled;
        gate.open();
        const row = await fixture.nextRow();
        expectFree(row, 'client_left', 200);
        assert.ok(Number(row.uncollected) > 0, 'what the upstream did is told');
        uncollected += Number(row.uncollected);
      }
      reportFigures(context, 'F20', {
        'connections broken at places drawn from the seed': breaks,
        'of these charged': 0,
        'uncollected, told in the log, CNY': uncollected.toFixed(6),
      });
    });
  });

  test('a stop reaches an upstream within the same moment', async (context) => {
    await withFaultyClients(async ({ fixture }) => {
      const abortedMs: number[] = [];
      for (let broken = 0; broken < count('breaks'); broken += 1) {
        const gate = new Gate();
        // Calls the upstream directly, so that only the gateway is between both ends.
        fixture.upstream.next(unfinished(gate));
        const client = await RawClient.open(fixture.port);
        client.send(postBytes({ ...streamed, model: 'test/chat' }, { key: fixture.key }));
        const request = await fixture.upstream.nextRequest();
        await client.until((text) => text.includes(broken % 2 === 0 ? 'piece 1 ' : 'piece 19'), 'some text');
        const leftMs = performance.now();
        client.leave();
        await request.cancelled;
        abortedMs.push(performance.now() - leftMs);
        expectFree(await fixture.nextRow(), 'client_left', 200);
        gate.open();
      }
      reportFigures(context, 'F20', {
        'from the break to the end at the upstream, p99 in ms': Number(p99(abortedMs).toFixed(2)),
      });
    });
  });

  test('while its request is on its way: no upstream is asked, not charged', async () => {
    await withFaultyClients(async ({ fixture, toGateway }) => {
      const bytes = postBytes(ask, { key: fixture.key });
      const headBytes = bytes.indexOf('\r\n\r\n') + 4;
      for (const at of [1, headBytes - 1, headBytes, headBytes + 10, bytes.length - 1]) {
        toGateway.up({ limitData: { bytes: at, ending: 'reset' } });
        const client = await RawClient.open(toGateway.port);
        client.send(bytes);
        await client.ended();
        await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
        if (at >= headBytes) expectFree(await fixture.nextRow(), 'client_left', 499);
      }
      assert.equal(fixture.upstream.requests.length, 0);
    });
  });
});

/** Number of bytes a client has received when a stream has sent all but its end. */
async function bytesOfOpenStream(fixture: Fixture, toGateway: FaultProxy): Promise<number> {
  const gate = new Gate();
  fixture.upstream.next(unfinished(gate));
  const client = await RawClient.open(toGateway.port);
  client.send(postBytes(streamed, { key: fixture.key }));
  await client.until((text) => text.includes('piece 19'), 'the last piece of text');
  const bytes = client.received.length;
  await fixture.upstream.nextRequest();
  client.leave();
  await fixture.nextRow();
  gate.open();
  return bytes;
}

describe('a network that is slow or cuts bytes into pieces', () => {
  test('changes neither the bytes of an answer nor its price', async (context) => {
    await withFaultyClients(async ({ fixture, toUpstream, toGateway }) => {
      fixture.upstream.otherwise(chat('Héllo 世界, there 👋 is text '.repeat(20)));
      const good = [await callThrough(fixture, streamed), await callThrough(fixture, ask)];
      await fixture.nextRow();
      await fixture.nextRow();
      const rounds = Math.ceil(count('breaks') / 8);
      for (let round = 0; round < rounds; round += 1) {
        const slicer = { bytesMax: 1 + (round % 50) };
        for (const proxy of [toUpstream, toGateway]) {
          proxy.up({ slicer });
          proxy.down({ slicer, ...(round % 2 === 0 ? {} : { latency: { ms: 1, jitterMs: 1 } }) });
        }
        for (const [index, body] of [streamed, ask].entries()) {
          const client = await RawClient.open(toGateway.port);
          client.send(postBytes(body, { key: fixture.key }));
          const answer = await passing(fixture, client);
          assert.deepEqual([answer.status, answer.body], [good[index]?.status, good[index]?.body]);
          client.socket.destroy();
          const row = await fixture.nextRow();
          assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
        }
      }
      reportFigures(context, 'F16', { 'answers through networks that cut and delay, equal to the last byte': rounds * 2 });
    });
  });
});

/** Waits for the response while virtual time passes, because delays use the virtual clock. */
async function passing(fixture: Fixture, client: RawClient): ReturnType<RawClient['answer']> {
  const passage = { isOver: false };
  const answer = inTime(client.answer(), { what: 'the answer has passed' }).finally(() => (passage.isOver = true));
  // Thousands of packets are delayed one by one; a wait that yields the CPU between two checks would take minutes.
  while (!passage.isOver) {
    // No time may pass during a commit, or the books would treat it as an outage.
    await fixture.service.storage.books.flush();
    fixture.clock.advance(0.5);
    await turn();
  }
  return answer;
}
