/**
 * Goal: a long answer that a client of any chat protocol requests as a whole is collected from a stream: an upstream that falls silent or
 * breaks off is noticed while another can still serve, and the client gets the answer that it would have got as a whole.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { must } from '../scenarios/scenario.ts';
import {
  chatStream,
  chatStreamResetAfter,
  chatStreamWithError,
  chatStreamWithoutDone,
  refusal,
  stream,
  whole,
  wholeToStream,
} from '../scripted-upstream/behaviours.ts';
import { deltaEvent, streamHead, streamTail, wholeChat } from '../scripted-upstream/chat-bodies.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

const idleMs = 20_000;
const totalMs = 60_000;
const env = {
  TOLLGATE_IDLE_TIMEOUT_MS: String(idleMs),
  TOLLGATE_FIRST_BYTE_TIMEOUT_MS: String(2 * idleMs),
  TOLLGATE_TOTAL_TIMEOUT_MS: String(totalMs),
  TOLLGATE_LARGE_BYTES_MAX: String(4 * 1024 * 1024),
};
/** 12 tokens of input at 2 CNY per million, 5 of output at 8. */
const charge = (12 * 2 + 5 * 8) / 1e6;

const event = (type: string, members: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const exact = '{"n":12345678901234567890,"x":1.0}';
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'upstream',
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 5, service_tier: 'standard' },
};
const blocks = [
  { type: 'thinking', thinking: 'Well, 好', signature: 'c2lnbmVk' },
  { type: 'text', text: 'Hello there', citations: [{ cited_text: 'a' }, { cited_text: 'b' }] },
  { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } },
  { type: 'tool_use', id: 'toolu_1', name: 'add', input: '(exact)' },
];
const wholeMessage = JSON.stringify({ ...message, content: blocks }).replace('"(exact)"', exact);
const delta = (index: number, members: object): string => event('content_block_delta', { index, delta: members });
const messageEvents = [
  event('message_start', {
    message: { ...message, stop_reason: null, content: [], usage: { input_tokens: 12, output_tokens: 1 } },
  }),
  event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
  delta(0, { type: 'thinking_delta', thinking: 'Well, ' }) + delta(0, { type: 'thinking_delta', thinking: '好' }),
  delta(0, { type: 'signature_delta', signature: 'c2lnbmVk' }) + event('content_block_stop', { index: 0 }),
  event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
  delta(1, { type: 'text_delta', text: 'Hello ' }) + delta(1, { type: 'citations_delta', citation: { cited_text: 'a' } }),
  delta(1, { type: 'text_delta', text: 'there' }) + delta(1, { type: 'citations_delta', citation: { cited_text: 'b' } }),
  event('content_block_stop', { index: 1 }) + event('content_block_start', { index: 2, content_block: blocks[2] }),
  event('content_block_stop', { index: 2 }),
  event('content_block_start', { index: 3, content_block: { ...blocks[3], input: {} } }),
  delta(3, { type: 'input_json_delta', partial_json: exact.slice(0, 9) }),
  delta(3, { type: 'input_json_delta', partial_json: exact.slice(9) }) + event('content_block_stop', { index: 3 }),
  event('message_delta', { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: message.usage }),
  event('message_stop', {}),
];

const items = [
  { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Well' }], encrypted_content: 'c2lnbmVk' },
  { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello there', annotations: [] }] },
  { id: 'fc_1', type: 'function_call', call_id: 'c', name: 'add', arguments: exact },
];
const response = { id: 'resp_1', object: 'response', model: 'upstream', usage: { input_tokens: 12, output_tokens: 5 } };
const completed = { ...response, status: 'completed', output: items };
const itemEvents = [
  event('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } }),
  event('response.output_item.done', { output_index: 0, item: items[0] }),
  event('response.output_text.delta', { output_index: 1, content_index: 0, delta: 'Hello ' }),
  event('response.output_text.delta', { output_index: 1, content_index: 0, delta: 'there' }),
  event('response.output_item.done', { output_index: 1, item: items[1] }),
  event('response.output_item.done', { output_index: 2, item: items[2] }),
  event('response.completed', { response: { ...completed, output: [] } }),
];

const question = { messages: [{ role: 'user', content: 'hi' }] };
const clients = {
  '/v1/messages': (most: number) => ({ ...question, max_tokens: most }),
  '/v1/responses': (most: number) => ({ input: 'hi', max_output_tokens: most }),
  '/v1/chat/completions': (most: number) => ({ ...question, max_completion_tokens: most }),
};
type Path = keyof typeof clients;
const long = 64_000;

interface Pair {
  readonly path: Path;
  readonly model: string;
  readonly streamed: Behaviour;
  readonly broken: Behaviour;
  /** Other ends before the right one. */
  readonly unfinished: readonly Behaviour[];
  readonly whole: Behaviour;
}

const reasoning_content = 'Well';
const tool_calls = [{ index: 0, id: 'c', type: 'function', function: { name: 'add', arguments: exact } }];
const finishReason = 'tool_calls';
const chat = {
  model: 'long/chat',
  streamed: stream((request) => [
    streamHead(request),
    deltaEvent(request, { reasoning_content }),
    deltaEvent(request, { content: 'Hello ' }) + deltaEvent(request, { content: 'there' }),
    deltaEvent(request, { tool_calls }),
    streamTail(request, { finishReason }),
  ]),
  broken: chatStreamResetAfter(['Hello ', 'there'], 700),
  unfinished: [chatStreamWithoutDone(['Hello ']), chatStreamWithError(['Hello '])],
  whole: whole((request) => wholeChat(request, 'Hello there', { extra: { reasoning_content, tool_calls }, finishReason })),
};
const messages = {
  model: 'long/messages',
  streamed: stream(messageEvents),
  broken: stream(messageEvents.slice(0, 7), { ending: 'reset' }),
  unfinished: [
    stream(messageEvents.slice(0, -1)),
    stream([...messageEvents.slice(0, 7), event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })]),
  ],
  whole: whole(wholeMessage),
};
const responses = {
  model: 'long/responses',
  streamed: stream(itemEvents),
  broken: stream(itemEvents.slice(0, 4), { ending: 'reset' }),
  unfinished: [
    stream(itemEvents.slice(0, -1)),
    stream([...itemEvents.slice(0, 4), event('response.failed', { response: { error: { code: 'server_error' } } })]),
  ],
  whole: whole(JSON.stringify(completed)),
};
/** The beginning of an answer that falls silent. */
const silentStart: Readonly<Record<string, readonly string[]>> = {
  'long/messages': messageEvents.slice(0, 5),
  'long/responses': itemEvents.slice(0, 3),
};
const pairs: readonly Pair[] = [
  { path: '/v1/messages', ...chat },
  { path: '/v1/responses', ...chat },
  { path: '/v1/messages', ...messages },
  { path: '/v1/responses', ...messages },
  { path: '/v1/chat/completions', ...messages },
  { path: '/v1/messages', ...responses },
  { path: '/v1/responses', ...responses },
  { path: '/v1/chat/completions', ...responses },
];

let fixture: Fixture;
before(async () => {
  fixture = await startFixture({ env });
  for (const dialect of ['chat-completions', 'messages', 'responses']) {
    const model = `long/${dialect.replace('-completions', '')}`;
    for (const priority of [1, 2])
      await must(fixture, 'POST', '/providers', {
        name: `${dialect}-${String(priority)}`,
        priority,
        chat_dialects: [dialect],
        routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'k' }],
        models: [{ model, upstream_model: 'upstream' }],
      });
    const price = { input: '2', cached_input: '0.5', output: '8' };
    await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price });
  }
});
after(() => fixture.closeSettled());

function ask({ path, model }: Pair, most: number): Promise<RawAnswer> {
  return post(fixture.port, { ...clients[path](most), model }, { path, key: fixture.key });
}

/** The answer without what names this call, its members in order. */
function contentOf({ body }: RawAnswer): unknown {
  const ids = new Set(['id', 'call_id', 'created', 'created_at', 'max_output_tokens', 'service_tier']);
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([name]) => !ids.has(name));
    return Object.fromEntries(
      members.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, inner]) => [name, sorted(inner)]),
    );
  };
  return sorted(JSON.parse(body));
}

describe('a long answer that is requested as a whole', () => {
  for (const pair of pairs) {
    const name = `${pair.path} at ${pair.model}`;

    test(`${name}: is what a whole answer would have been, and costs the same`, async () => {
      const answers: RawAnswer[] = [];
      for (const [behaviour, most, isStream] of [[pair.whole, 1_000, false] as const, [pair.streamed, long, true] as const]) {
        fixture.upstream.next(behaviour);
        const answer = await ask(pair, most);
        assert.equal(answer.status, 200, answer.body);
        assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
        assert.match(answer.body, /"(output|completion)_tokens":5\b/, 'the usage is the reported one');
        assert.match(answer.body, /12345678901234567890.{1,6}x.{1,3}:1\.0/, 'numbers are exact');
        const { body } = await fixture.upstream.nextRequest();
        assert.equal(body.stream === true, isStream);
        const row = await fixture.nextRow();
        assert.deepEqual([row.ending, row.streamed, Number(row.charge_exact)], ['complete', false, charge]);
        answers.push(answer);
      }
      const [wanted, collected] = answers.map(contentOf);
      assert.deepEqual(collected, wanted);
    });

    test(`${name}: comes from the next route if the first one breaks off in the middle, and is charged once`, async () => {
      for (const broken of [pair.broken, ...pair.unfinished]) {
        fixture.upstream.next(broken, pair.streamed);
        const { status, body } = await ask(pair, long);
        assert.equal(status, 200, body);
        assert.equal(body.split('Hello').length, 2, 'nothing of the first one is left');
        const row = await fixture.nextRow();
        assert.deepEqual([row.attempts, row.ending, Number(row.charge_exact)], [2, 'complete', charge]);
        for (let sent = 0; sent < 2; sent += 1) await fixture.upstream.nextRequest();
      }
    });

    test(`${name}: that no route completes is an error with its status, free, and of the worth of what arrived`, async () => {
      fixture.upstream.otherwise(pair.broken);
      const { status, body } = await ask(pair, long);
      assert.equal(status, 503);
      assert.match(body, pair.path === '/v1/messages' ? /"overloaded_error"/ : /"upstream_unavailable"/);
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, row.attempts, Number(row.charge_exact)], ['upstream_broke', 3, 0]);
      assert.ok(Number(row.uncollected) > 0);
      for (let sent = 0; sent < 3; sent += 1) await fixture.upstream.nextRequest();
    });

    test(`${name}: moves on from a route that falls silent after the time between two parts of a stream`, async () => {
      const start = silentStart[pair.model];
      const silent = start === undefined ? chatStream(['one', new Gate(), 'two']) : stream([...start, new Gate()]);
      fixture.upstream.next(silent, pair.streamed);
      const answering = ask(pair, long);
      await fixture.upstream.nextRequest();
      const startMs = fixture.clock.monotonicMs();
      await fixture.advanceUntilOver(idleMs);
      assert.ok(fixture.clock.monotonicMs() - startMs < 2 * idleMs, 'not at the end of the time of the whole');
      assert.equal((await answering).status, 200);
      await fixture.upstream.nextRequest();
      assert.equal((await fixture.nextRow()).attempts, 2);
    });

    test(`${name}: is worth the text that arrived if the client leaves`, async () => {
      const text = 'word '.repeat(16_000);
      const gate = new Gate();
      const said: Readonly<Record<string, readonly string[]>> = {
        'long/messages': [
          messageEvents[0] ?? '',
          event('content_block_start', { index: 0, content_block: { type: 'text', text } }),
        ],
        'long/responses': [
          event('response.output_item.done', {
            output_index: 0,
            item: { type: 'message', content: [{ type: 'output_text', text }] },
          }),
        ],
      };
      const start = said[pair.model];
      fixture.upstream.next(start === undefined ? chatStream([text, gate, 'more']) : stream([...start, gate]));
      const client = await RawClient.open(fixture.port);
      client.send(postBytes({ ...clients[pair.path](long), model: pair.model }, { key: fixture.key, path: pair.path }));
      await fixture.upstream.nextRequest();
      const [call] = fixture.service.gateway.state.running.snapshot();
      await fixture.waitFor(() => (call?.memory?.bytes ?? 0) > text.length);
      client.leave();
      const row = await fixture.nextRow();
      assert.deepEqual([row.ending, Number(row.charge_exact)], ['client_left', 0]);
      assert.equal(row.output_tokens, text.length / 4);
    });
  }

  const [first = { path: '/v1/messages', ...chat } as const] = pairs;

  test('that an upstream writes to the end of the time is an error that no client should repeat, and does not blame the route', async () => {
    const gates = [1, 2, 3, 4, 5].map(() => new Gate());
    fixture.upstream.next(chatStream(gates.flatMap((gate) => ['part ', gate])));
    const answering = ask(first, long);
    await fixture.upstream.nextRequest();
    const { running } = fixture.service.gateway.state;
    const [call] = running.snapshot();
    let bytes = JSON.stringify({ ...clients[first.path](long), model: first.model }).length;
    for (const gate of gates) {
      // What is kept counts three times.
      bytes += 3 * 'part '.length;
      await fixture.waitFor(() => (call?.memory?.bytes ?? 0) >= bytes);
      await fixture.service.storage.books.flush();
      fixture.clock.advance(totalMs / 5 + 1);
      gate.open();
    }
    const answer = await answering;
    await fixture.waitFor(() => running.size === 0);
    assert.deepEqual([answer.status, answer.headers['x-should-retry']], [503, 'false'], answer.body);
    assert.match(answer.body, /"overloaded_error".*"answer_too_long"/);
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, row.error_code, row.attempts, Number(row.charge_exact)], ['timeout', 'answer_too_long', 1, 0]);
  });

  test('is accepted as a whole from an upstream that ignores the request for a stream', async () => {
    fixture.upstream.next(wholeToStream('Hello there'));
    const { status, body } = await ask(first, long);
    assert.equal(status, 200, body);
    assert.equal((await fixture.nextRow()).ending, 'complete');
    await fixture.upstream.nextRequest();
  });

  test('is requested as a whole from an upstream that refuses to report the usage of streams', async () => {
    fixture.upstream.next(
      refusal(400, {
        error: { message: 'Unknown parameter: stream_options', param: 'stream_options', type: 'invalid_request_error' },
      }),
      chat.whole,
    );
    assert.equal((await ask(first, long)).status, 200);
    const sent = [await fixture.upstream.nextRequest(), await fixture.upstream.nextRequest()];
    assert.deepEqual(
      sent.map(({ body }) => body.stream ?? false),
      [true, false],
    );
    assert.equal(Number((await fixture.nextRow()).charge_exact), charge);
  });

  test('that has no room in memory is refused, and the route is not blamed', async () => {
    const piece = 'x'.repeat(60_000);
    fixture.upstream.next(
      stream([
        messageEvents[0] ?? '',
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        ...Array.from({ length: 40 }, () => delta(0, { type: 'text_delta', text: piece })),
      ]),
    );
    const { status, body } = await ask({ path: '/v1/messages', ...messages }, long);
    assert.deepEqual([status, body.includes('too_many_large_requests')], [503, true], body);
    const row = await fixture.nextRow();
    assert.deepEqual([row.attempts, row.ending, Number(row.charge_exact)], [1, 'refused', 0]);
    await fixture.upstream.nextRequest();
  });
});
