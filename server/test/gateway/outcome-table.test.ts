/**
 * Goal: whatever upstream and client do, a call ends as specified: status, ending, charge, log row, and an upstream that never works for
 * nobody. Method: the real service on a temporary data folder, a real upstream that fails as instructed, clients on raw sockets, a virtual
 * clock. Every cell of {upstream} × {client} × {stream or not} is one row of expectations.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  chat,
  chatStreamResetAfter,
  head,
  refusal,
  resetBeforeAnswer,
  stall,
  stream,
  trickle,
  whole,
} from '../scripted-upstream/behaviours.ts';
import { deltaEvent, doneEvent, event, goodUsage, streamHead, usageEvent, wholeChat } from '../scripted-upstream/chat-bodies.ts';
import { Gate, Valve } from '../scripted-upstream/gate.ts';
import type { Behaviour, RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

/** 12 input and 5 output tokens at 2 and 8 CNY per million. */
const reportedCharge = '0.000064';

interface Gates {
  readonly first: Gate;
  readonly middle: Gate;
  readonly last: Gate;
}

interface Expected {
  readonly status: number;
  readonly ending: CallRow['ending'];
  /** `reported`: priced from the upstream's usage. `estimated`: by the character rule. */
  readonly charge: 'none' | 'reported' | 'estimated';
  readonly code?: string;
}

interface UpstreamCase {
  readonly behaviour: (gates: Gates) => Behaviour;
  readonly stream: Expected;
  readonly whole: Expected;
  /** Time that must pass before the gateway gives up. */
  readonly advanceMs?: number;
  /** The response has no middle at which a client could disconnect. */
  readonly sendsNothing?: boolean;
}

const complete: Expected = { status: 200, ending: 'complete', charge: 'reported' };
const unavailable: Expected = { status: 503, ending: 'upstream_broke', charge: 'none', code: 'upstream_unavailable' };
const brokenStream: Expected = { status: 200, ending: 'upstream_broke', charge: 'none', code: 'upstream_unavailable' };
const timedOut: Expected = { status: 503, ending: 'timeout', charge: 'none', code: 'upstream_unavailable' };
const refused400: Expected = { status: 400, ending: 'refused', charge: 'none', code: 'invalid_parameter' };

interface ChatShape {
  readonly usage?: object | null;
  readonly tail?: readonly string[];
  readonly ending?: 'clean' | 'reset' | 'stall';
}

/** A stream that stops at three gates: before anything, after the first text, and between finish reason and terminal event. */
function gatedStream(gates: Gates, shape: ChatShape = {}): Behaviour {
  const usage = shape.usage === undefined ? goodUsage : shape.usage;
  return stream(
    (request) => [
      gates.first,
      streamHead(request),
      deltaEvent(request, { content: 'Hello ' }),
      gates.middle,
      deltaEvent(request, { content: 'there' }),
      deltaEvent(request, {}, 'stop'),
      ...(usage === null ? [] : [usageEvent(request, { ...usage })]),
      gates.last,
      ...(shape.tail ?? [doneEvent]),
    ],
    { ending: shape.ending ?? 'clean' },
  );
}

function gatedWhole(gates: Gates, body: (request: RecordedRequest) => string): Behaviour {
  return async (exchange) => {
    await gates.first.pass();
    await whole(body)(exchange);
  };
}

/** Selects by the kind of request. */
function byStream(ifStream: Behaviour, ifWhole: Behaviour): Behaviour {
  return (exchange) => (exchange.request.stream ? ifStream : ifWhole)(exchange);
}

function afterFirst(gates: Gates, behaviour: Behaviour): Behaviour {
  return async (exchange) => {
    await gates.first.pass();
    await behaviour(exchange);
  };
}

/** Part of a whole response, then a break: the announced length never arrives. */
const wholeResetMidway: Behaviour = async (exchange) => {
  const text = wholeChat(exchange.request, 'Hello there');
  await exchange.write(head(200, { 'content-type': 'application/json', 'content-length': String(text.length) }));
  await exchange.write(text.slice(0, 40));
  exchange.reset();
};

const nonsense = { prompt_tokens: -5, completion_tokens: 1e18, total_tokens: 3 };

const upstreams: Readonly<Record<string, UpstreamCase>> = {
  'answers well': {
    behaviour: (gates) =>
      byStream(
        gatedStream(gates),
        gatedWhole(gates, (request) => wholeChat(request, 'Hello there')),
      ),
    stream: complete,
    whole: complete,
  },
  'refuses the request (400)': {
    behaviour: (gates) => afterFirst(gates, refusal(400)),
    stream: refused400,
    whole: refused400,
  },
  'is overloaded (429)': { behaviour: (gates) => afterFirst(gates, refusal(429)), stream: unavailable, whole: unavailable },
  'fails (500)': { behaviour: (gates) => afterFirst(gates, refusal(500)), stream: unavailable, whole: unavailable },
  'resets before the first byte': {
    behaviour: (gates) => afterFirst(gates, resetBeforeAnswer()),
    stream: unavailable,
    whole: unavailable,
  },
  'resets after some bytes': {
    behaviour: (gates) => byStream(gatedStream(gates, { tail: [], ending: 'reset' }), afterFirst(gates, wholeResetMidway)),
    stream: brokenStream,
    whole: unavailable,
  },
  // A silent stream is opened with comments after 15 s, so its time-out is reported inside the stream.
  'never answers': {
    behaviour: (gates) => afterFirst(gates, stall()),
    stream: { ...brokenStream, ending: 'timeout' },
    whole: timedOut,
    advanceMs: 601_000,
    sendsNothing: true,
  },
  'falls silent midway': {
    behaviour: (gates) =>
      byStream(gatedStream(gates, { tail: [], ending: 'stall' }), afterFirst(gates, stall({ afterHead: true }))),
    stream: { ...brokenStream, ending: 'timeout' },
    whole: timedOut,
    advanceMs: 601_000,
  },
  'ends without the terminal event': {
    behaviour: (gates) =>
      byStream(gatedStream(gates, { tail: [] }), afterFirst(gates, whole('{"object":"chat.completion","choices":['))),
    stream: brokenStream,
    whole: unavailable,
  },
  'reports an error inside the answer': {
    behaviour: (gates) =>
      byStream(
        gatedStream(gates, { tail: [event({ error: { message: 'engine overloaded', type: 'server_error', code: null } })] }),
        afterFirst(gates, whole('{"error":{"message":"engine overloaded","type":"server_error"}}')),
      ),
    stream: brokenStream,
    whole: unavailable,
  },
  'reports nonsense usage': {
    behaviour: (gates) =>
      byStream(
        gatedStream(gates, { usage: nonsense }),
        gatedWhole(gates, (request) => wholeChat(request, 'Hello there', { usage: nonsense })),
      ),
    stream: { ...complete, charge: 'none', code: 'usage_invalid' },
    whole: { ...complete, charge: 'none', code: 'usage_invalid' },
  },
  'reports no usage': {
    behaviour: (gates) =>
      byStream(
        gatedStream(gates, { usage: null }),
        gatedWhole(gates, (request) => wholeChat(request, 'Hello there', { usage: null })),
      ),
    stream: { ...complete, charge: 'estimated' },
    whole: { ...complete, charge: 'estimated' },
  },
};

const question = { model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] };

describe('every ending of a call', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '300000', TOLLGATE_IDLE_TIMEOUT_MS: '120000' } });
    // Allows only one attempt; scenarios/retries.test.ts covers retries.
    Object.assign(fixture.service.gateway.limits, { attemptsMax: 1 });
  });

  after(() => fixture.closeSettled());

  async function begin(behaviour: Behaviour, streamed: boolean): Promise<RawClient> {
    fixture.upstream.next(behaviour);
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...question, stream: streamed }, { key: fixture.key }));
    return client;
  }

  function gates(): Gates {
    return { first: new Gate(), middle: new Gate(), last: new Gate() };
  }

  function open({ first, middle, last }: Gates): void {
    first.open();
    middle.open();
    last.open();
  }

  function checkRow(row: CallRow, expected: Expected): void {
    assert.equal(row.status, expected.status);
    assert.equal(row.ending, expected.ending);
    if (row.ending === 'complete') assert.equal(row.usage_estimated, expected.charge === 'estimated');
    if (expected.charge === 'none') assert.equal(Number(row.charge_exact), 0, 'a call like this must not be charged');
    if (expected.charge === 'reported') assert.equal(row.charge_exact, reportedCharge);
    if (expected.charge === 'estimated') assert.ok(Number(row.charge_exact) > 0);
    assert.equal(row.error === null, expected.code === undefined);
    assert.equal(fixture.service.gateway.coordination.running(fixture.accountId), 0, 'its slot is free again');
  }

  for (const [name, upstream] of Object.entries(upstreams)) {
    for (const streamed of [true, false]) {
      const expected = streamed ? upstream.stream : upstream.whole;
      const kind = streamed ? 'streamed' : 'whole';

      for (const reading of ['stays', 'never reads a small answer']) {
        test(`${kind}: the upstream ${name}, the client ${reading}`, async () => {
          const stops = gates();
          const client = await begin(upstream.behaviour(stops), streamed);
          const request = await fixture.upstream.nextRequest();
          if (reading !== 'stays') client.stopReading();
          open(stops);
          if (upstream.advanceMs !== undefined) await fixture.advanceUntilOver(upstream.advanceMs);
          const row = await fixture.nextRow();
          checkRow(row, expected);
          if (reading === 'stays') {
            const answer = await client.answer();
            assert.equal(answer.status, expected.status);
            assert.equal(answer.headers['x-request-id'], row.id);
            const bodyTellsError = answer.body.includes('"error"');
            assert.equal(bodyTellsError, expected.ending !== 'complete', answer.body);
            assert.equal(answer.body.includes('[DONE]'), streamed && expected.ending === 'complete');
          }
          client.leave();
          assert.notEqual(await request.over, 'open');
        });
      }

      test(`${kind}: the upstream ${name}, the client leaves before the first byte: not charged, upstream cancelled`, async () => {
        const stops = gates();
        const client = await begin(upstream.behaviour(stops), streamed);
        const request = await fixture.upstream.nextRequest();
        client.leave();
        await request.cancelled;
        open(stops);
        checkRow(await fixture.nextRow(), { status: 499, ending: 'client_left', charge: 'none', code: 'client_left' });
      });
    }
  }

  for (const [name, upstream] of Object.entries(upstreams)) {
    if (upstream.stream.status !== 200 || upstream.sendsNothing) continue;
    for (const point of ['mid-stream', 'between finish_reason and [DONE]'] as const) {
      test(`streamed: the upstream ${name}, the client leaves ${point}: not charged, upstream cancelled`, async () => {
        const stops = gates();
        const client = await begin(upstream.behaviour(stops), true);
        const request = await fixture.upstream.nextRequest();
        stops.first.open();
        if (point !== 'mid-stream') {
          stops.middle.open();
          await stops.last.reached;
        }
        const seen = await client.until((text) => text.includes(point === 'mid-stream' ? 'Hello' : 'there'), 'some text arrived');
        assert.ok(!seen.includes('finish_reason":"stop'), 'the finish chunk leaves only together with the terminal event');
        client.leave();
        await request.cancelled;
        open(stops);
        const row = await fixture.nextRow();
        checkRow(row, { status: 200, ending: 'client_left', charge: 'none', code: 'client_left' });
        if (name !== 'reports nonsense usage')
          assert.ok(Number(row.uncollected) > 0, 'the worth of the work is kept for the operator');
      });
    }
  }

  test('an upstream that cannot be reached: 503, not charged, in both forms, and the reservation is released', async () => {
    for (const streamed of [true, false]) {
      const client = await RawClient.open(fixture.port);
      client.send(postBytes({ ...question, model: 'test/unreachable', stream: streamed }, { key: fixture.key }));
      const answer = await client.answer();
      assert.equal(answer.status, 503);
      assert.equal(JSON.parse(answer.body).error.code, 'upstream_unavailable');
      checkRow(await fixture.nextRow(), unavailable);
      client.leave();
      await fixture.expectSettled();
    }
  });

  test('a trickling upstream is cut at the total deadline: not charged', async () => {
    const valve = new Valve();
    const client = await begin(trickle(['Hello there'], valve), true);
    const request = await fixture.upstream.nextRequest();
    valve.release(700);
    await client.until((text) => text.includes('Hello'), 'the text arrived');
    await fixture.advanceUntilOver(1_801_000);
    checkRow(await fixture.nextRow(), { ...brokenStream, ending: 'timeout' });
    await request.cancelled;
    client.leave();
  });

  test('a client that stops reading a large answer is cut after the slow-client limit: not charged, upstream cancelled', async () => {
    for (const streamed of [true, false]) {
      const piece = 'x'.repeat(64 * 1024);
      const behaviour = chat(Array.from({ length: 400 }, () => piece).join(' '));
      fixture.upstream.next(behaviour);
      const client = await RawClient.open(fixture.port);
      client.stopReading();
      client.send(postBytes({ ...question, stream: streamed }, { key: fixture.key }));
      await fixture.upstream.nextRequest();
      await fixture.waitFor(async () => (await fixture.runningStalled()) === 1);
      await fixture.advanceUntilOver(61_000);
      checkRow(await fixture.nextRow(), { status: 200, ending: 'client_left', charge: 'none', code: 'client_left' });
      client.leave();
    }
  });

  test('a reset after any number of body bytes ends in one error event, never in a made-up end', async () => {
    for (const bytes of [0, 1, 40, 150, 250, 400, 500]) {
      fixture.upstream.next(chatStreamResetAfter(['Hello ', 'there'], bytes));
      const client = await RawClient.open(fixture.port);
      client.send(postBytes({ ...question, stream: true }, { key: fixture.key }));
      const answer = await client.answer();
      assert.ok(!answer.body.includes('[DONE]'));
      assert.ok(!answer.body.includes('finish_reason":"stop'));
      assert.equal(answer.body.split('"error"').length, 2, answer.body);
      const row = await fixture.nextRow();
      assert.equal(Number(row.charge_exact), 0);
      assert.equal(row.ending, 'upstream_broke');
      client.leave();
    }
  });
});
