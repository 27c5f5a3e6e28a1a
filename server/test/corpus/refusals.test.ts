/**
 * Goal: an upstream's refusal is attributed correctly in any form: with an error status, in the first event of a stream, or in the whole
 * body of a response with status 200. The client learns about errors in its request, and no other client loses a route.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { AttemptPlan, Relay, StreamRelay, WholeAnswer } from '../../src/dialects/dialect.ts';
import { dialects } from '../../src/dialects/registry.ts';
import { ChatStreamRelay } from '../../src/dialects/chat-completions/stream-relay.ts';
import { readInnerRefusal, readRefusal } from '../../src/dialects/shared/read-refusal.ts';
import type { UpstreamRefusal } from '../../src/dialects/upstream-refusal.ts';
import { sortRefusal } from '../../src/gateway/call-upstream/upstream-refusal.ts';
import { vendors } from '../../src/providers/registry.ts';
import { RouteHealth } from '../../src/upstream/routing/health/route-health.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { addProvider, chatCall, question } from '../scenarios/scenario.ts';
import { attemptPlan } from './attempt-plan.ts';
import { scanned } from '../scanned.ts';
import { chat, refusal, stream, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { finishReasons, refusals, type RefusalRow, type RightForRefusal } from './refusals.ts';

const route = { id: 'r', region: 'domestic', baseUrl: 'http://up.example/v1', addresses: {}, apiKey: 'k' } as const;

function textOf({ body }: RefusalRow): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** How often a route can be refused like this before it is ejected. */
function ejectedBy(read: UpstreamRefusal): RightForRefusal['ejected'] {
  const sorted = sortRefusal(read, { route, cause: 'x', retryAfterMs: null });
  if (sorted.kind === 'client_fault') return 'never';
  const clock = new VirtualClock();
  const health = new RouteHealth(clock);
  for (let times = 1; times <= 20; times += 1) {
    health.failed(sorted.fault.failure, 'x');
    if (health.standing(clock.monotonicMs()) === 'healthy') continue;
    if (times > 1) return times === 5 ? 'after_five' : 'never';
    return health.backAtMs - clock.monotonicMs() > 60_000 ? 'at_once' : 'cools_down';
  }
  return 'never';
}

const doors: Readonly<Record<RightForRefusal['fault'], UpstreamRefusal['blame']>> = {
  client: 'client',
  key: 'credentials',
  money: 'credentials',
  rate: 'upstream',
  model: 'model',
  request: 'request',
  upstream: 'upstream',
  unclear: 'upstream',
};

function check(read: UpstreamRefusal, right: RightForRefusal, what: string): void {
  // A text about our key or our money alone never ejects a route.
  const blame = right.ejected === 'never' && doors[right.fault] === 'credentials' ? 'upstream' : doors[right.fault];
  const sorted = sortRefusal(read, { route, cause: 'x', retryAfterMs: null });
  const seen = { blame: read.blame, code: read.code, failover: sorted.kind === 'fault', ejected: ejectedBy(read) };
  assert.deepEqual(seen, { blame, code: right.code, failover: right.failover, ejected: right.ejected }, what);
}

function planFor(body: object, stream_ = false): AttemptPlan {
  return {
    ...attemptPlan,
    model: 'm',
    upstreamModel: 'm',
    stream: stream_,
    includeUsage: false,
    callId: 'c',
    body: scanned(body),
  };
}

function readNow(relay: Relay, bytes: Buffer, plan: AttemptPlan): WholeAnswer {
  const reading = relay.readWhole(bytes, plan);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

function relayOf(spoken: string, client: string): Relay {
  const found = dialects.find(({ name }) => name === spoken)?.serves.get(client);
  assert.ok(found, `${spoken} for ${client}`);
  return found;
}

const requests: Readonly<Record<string, object>> = {
  'chat-completions': { model: 'm', messages: [] },
  completions: { model: 'm', prompt: 'x' },
  embeddings: { model: 'm', input: 'x' },
  images: { model: 'm', prompt: 'x' },
  rerank: { model: 'm', query: 'x', documents: ['a'] },
};
const pairs: readonly (readonly [string, string])[] = [
  ['chat-completions', 'chat-completions'],
  ['chat-completions', 'completions'],
  ['embeddings', 'embeddings'],
  ['images', 'images'],
  ['rerank-jina', 'rerank'],
  ['rerank-cohere', 'rerank'],
  ['rerank-dashscope', 'rerank'],
  ['rerank-voyage', 'rerank'],
];

describe('real refusals', () => {
  test('the corpus has some of every built-in provider, most of them from public sources', () => {
    const covered = new Set(refusals.map(({ vendor }) => vendor));
    const missing = vendors.filter(({ name }) => !covered.has(name)).map(({ name }) => name);
    assert.deepEqual(missing, []);
    assert.ok(refusals.length >= 130, String(refusals.length));
    assert.ok(refusals.filter(({ source }) => source !== null).length >= 70);
  });

  test('each with an error status is laid at the right door', () => {
    for (const row of refusals.filter(({ form }) => form === 'status')) {
      const read = readRefusal(row.status, Buffer.from(textOf(row)));
      check(read, row.right, `${row.vendor} ${String(row.status)} ${textOf(row)}`);
      assert.equal(read.param, row.right.param, textOf(row));
    }
  });

  test('each inside of an answer with status 200 is laid at the same door, as far as it says of itself what it is', () => {
    for (const row of refusals.filter(({ body }) => typeof body !== 'string'))
      check(readInnerRefusal(row.body), row.inside200 ?? row.right, `${row.vendor} inside of a 200: ${textOf(row)}`);
  });

  test('every protocol reads a refusal in a whole body, and every stream one in its first event, in the same way', () => {
    for (const row of refusals.filter(({ body }) => typeof body !== 'string' && !Array.isArray(body))) {
      const { blame, code } = readInnerRefusal(row.body);
      for (const [spoken, client] of pairs) {
        const answer = readNow(relayOf(spoken, client), Buffer.from(textOf(row)), planFor(requests[client] ?? {}));
        assert.ok(!answer.ok, `${spoken}: ${textOf(row)}`);
        // Some refusals are in a place where the protocol has its answer, and are then not recognised as errors.
        if (answer.refusal === undefined) continue;
        assert.deepEqual([answer.refusal.blame, answer.refusal.code], [blame, code], `${spoken}: ${textOf(row)}`);
      }
      const relay: StreamRelay = new ChatStreamRelay(planFor(requests['chat-completions'] ?? {}, true));
      relay.push(Buffer.from(`data: ${textOf(row)}\n\n`));
      assert.deepEqual([relay.state, relay.refusal?.blame, relay.refusal?.code], ['broken', blame, code], textOf(row));
    }
  });

  test('no words that a client can bring an upstream to say put a route aside, whatever status they come with', () => {
    const words = fc.array(
      fc.oneof(
        fc.constantFrom(...refusals.filter(({ body }) => typeof body !== 'string').map((row) => textOf(row))),
        fc.constantFrom(
          'invalid_api_key',
          'Incorrect API key provided',
          'insufficient balance',
          '余额不足',
          'rate limit',
          'model not found',
        ),
        fc.string({ maxLength: 20 }),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(words, fc.constantFrom(400, 403, 413, 415, 422, 451), (parts, status) => {
        const error = { message: parts.join(' '), type: 'invalid_request_error', code: null };
        const sorted = [readRefusal(status, Buffer.from(JSON.stringify({ error }))), readInnerRefusal({ error })];
        for (const read of sorted) assert.equal(ejectedBy(read), 'never', `${String(status)} ${error.message}`);
      }),
      { numRuns: 1000 },
    );
  });

  test('any JSON instead of a refusal is read without an error of ours', () => {
    const hostile = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc
        .record({ error: fc.jsonValue(), detail: fc.jsonValue(), base_resp: fc.jsonValue(), message: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(hostile, fc.integer({ min: 300, max: 599 }), (text, status) => {
        for (const read of [readRefusal(status, Buffer.from(text)), readInnerRefusal(JSON.parse(text))])
          assert.ok((read.words ?? '').length <= 2000 && (read.param ?? '').length <= 100);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('real ends of answers', () => {
  test('the corpus has ends of every meaning', () => {
    assert.ok(finishReasons.length >= 25);
    assert.deepEqual([...new Set(finishReasons.map(({ means }) => means))].toSorted(), ['cut', 'end', 'fault', 'unknown']);
  });

  for (const breaks of [false, true]) {
    test(`an end is judged by what it says, streamed and whole${breaks ? ', and a quirk decides of words that nobody knows' : ''}`, () => {
      for (const { means, source: _source, ...end } of finishReasons) {
        const what = JSON.stringify(end);
        const isBroken = means === 'fault' || (breaks && means === 'unknown');
        const quirks = { unknownFinishBreaks: breaks };
        const plan = { ...planFor(requests['chat-completions'] ?? {}), quirks };
        const choice = { index: 0, message: { role: 'assistant', content: 'Half' }, ...end };
        const answer = readNow(
          relayOf('chat-completions', 'chat-completions'),
          Buffer.from(JSON.stringify({ choices: [choice] })),
          plan,
        );
        const relay = new ChatStreamRelay({ ...plan, stream: true });
        const frames = [
          { index: 0, delta: { content: 'Half' }, finish_reason: null },
          { index: 0, delta: {}, ...end },
        ];
        for (const frame of frames) relay.push(Buffer.from(`data: ${JSON.stringify({ choices: [frame] })}\n\n`));
        relay.push(Buffer.from('data: [DONE]\n\n'));
        relay.end();
        assert.deepEqual([answer.ok, relay.state], isBroken ? [false, 'broken'] : [true, 'complete'], what);
        if (!answer.ok) continue;
        const odd = means === 'unknown' ? end.finish_reason : null;
        assert.deepEqual([answer.endedNaturally, relay.endedNaturally], [means === 'end', means === 'end'], what);
        assert.deepEqual([answer.unknownFinishReason, relay.unknownFinishReason], [odd, odd], what);
      }
    });
  }
});

/** A client calls while the upstream sends this row. */
function behaviourOf(row: RefusalRow): Behaviour {
  if (row.form === 'event') return stream([`data: ${textOf(row)}\n\n`]);
  return row.form === 'whole' ? whole(textOf(row)) : refusal(row.status, textOf(row));
}

describe('real refusals, met by a call', () => {
  let fixture: Fixture;
  let second: ScriptedUpstream;

  before(async () => {
    fixture = await startFixture();
    second = await startScriptedUpstream();
    second.otherwise(chat());
    await addProvider(fixture, 'second', { baseUrl: second.baseUrl, priority: 200 });
  });

  after(async () => {
    await second.close();
    await fixture.closeSettled();
  });

  test('a fault of the request is reported to its client at once and for free; everything else is served by another route', async () => {
    for (const row of refusals) {
      fixture.upstream.otherwise(behaviourOf(row));
      const answer = await chatCall(fixture, fixture.key, { ...question, stream: row.form === 'event' });
      const called = await fixture.nextRow();
      const what = `${row.vendor} ${textOf(row)}`;
      const { failover, code } = row.right;
      assert.deepEqual([answer.code, called.attempts], failover ? [null, 2] : [code, 1], what);
      if (!failover) assert.deepEqual([called.ending, called.charge_exact, called.error_code], ['refused', '0', code], what);
      // Prevents the ejected route from affecting the next row.
      if (row.right.ejected === 'at_once') fixture.clock.advance(301_000);
      else if (row.right.ejected === 'cools_down') fixture.clock.advance(61_000);
      fixture.upstream.otherwise(chat());
      if (row.right.ejected === 'never') continue;
      await chatCall(fixture, fixture.key);
      await fixture.nextRow();
    }
  });

  test("a request that no route takes for its size is the client's to shorten, free and at no route's cost; a route that failed for itself makes it 503", async () => {
    const tooLarge = refusals.filter(({ right }) => right.fault === 'request' && right.code === 'body_too_large');
    assert.ok(tooLarge.length >= 8);
    for (const row of tooLarge) {
      fixture.upstream.otherwise(behaviourOf(row));
      second.otherwise(behaviourOf(row));
      for (let times = 1; times <= 6; times += 1) {
        const answer = await chatCall(fixture, fixture.key, question);
        const { attempts, ending, charge_exact: charge } = await fixture.nextRow();
        const seen = [answer.code, attempts, ending, charge];
        assert.deepEqual(seen, ['body_too_large', 2, 'refused', '0'], `${textOf(row)}, ${String(times)}`);
      }
      second.otherwise(refusal(400, { error: { message: 'Your account balance is insufficient' } }));
      assert.equal((await chatCall(fixture, fixture.key, question)).code, 'upstream_unavailable', textOf(row));
      await fixture.nextRow();
    }
    second.otherwise(chat());
  });
});
