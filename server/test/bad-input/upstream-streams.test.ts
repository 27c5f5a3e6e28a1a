/** Rows 74 to 80 of the catalogue of bad input: invalid event streams from upstreams, as the client and the bill show them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cutAt, raw, stream, type StreamOptions } from '../scripted-upstream/behaviours.ts';
import { chatEvents, deltaEvent, doneEvent, event, goodUsage, streamHead, usageEvent } from '../scripted-upstream/chat-bodies.ts';
import type { Behaviour, RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from '../gateway/fixture.ts';
import { postBytes, type RawAnswer } from '../gateway/raw-client.ts';
import { expectHealthy, question, reportedCharge, sendBytes } from './refusals.ts';
import { processCpuMs } from '../cpu-time.ts';

type Text = (request: RecordedRequest) => string;

const pieces = ['Hello ', '你好, ', '😀'];
const plain: Text = (request) => chatEvents(request, pieces);
const hello: Text = (request) => streamHead(request) + deltaEvent(request, { content: 'Hello' });
const finish: Text = (request) => deltaEvent(request, {}, 'stop');
const usage: Text = (request) => usageEvent(request, goodUsage);
const done: Text = () => doneEvent;
const joined =
  (...parts: readonly (Text | string)[]): Text =>
  (request) =>
    parts.map((part) => (typeof part === 'string' ? part : part(request))).join('');

describe('event streams of upstreams', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture();
  });

  after(() => fixture.close());

  interface Ended {
    readonly answer: RawAnswer;
    readonly row: CallRow;
  }

  async function call(behaviour: Behaviour, includeUsage = false, path = '/v1/chat/completions'): Promise<Ended> {
    fixture.upstream.next(behaviour);
    const asked = path === '/v1/completions' ? { model: question.model, prompt: 'hi' } : question;
    const body = { ...asked, stream: true, ...(includeUsage ? { stream_options: { include_usage: true } } : {}) };
    const answer = await sendBytes(fixture, postBytes(body, { path, key: fixture.key }));
    const row = await fixture.nextRow();
    assert.equal(answer.headers['x-request-id'], row.id);
    // Prevents a failed route from being ejected during the next test.
    if (row.ending !== 'complete') fixture.clock.advance(400_000);
    return { answer, row };
  }

  const streamed = (text: Text, options: StreamOptions = {}): Behaviour => stream((request) => [text(request)], options);

  const split: readonly (readonly [name: string, text: Text])[] = [
    ['LF', plain],
    ['CR', (request) => plain(request).replaceAll('\n', '\r')],
    ['CR LF', (request) => plain(request).replaceAll('\n', '\r\n')],
    ['mixed line ends', (request) => plain(request).replace('\n\n', '\r\n\n').replace('\n\ndata', '\r\rdata')],
  ];

  for (const [name, text] of split) {
    test(`row 74: a stream split at every byte gives the same bytes to the client and the same charge: ${name}`, async () => {
      const whole = await call(streamed(text));
      assert.ok(whole.answer.body.includes('你好'));
      assert.equal(whole.row.charge_exact, reportedCharge);
      const bytes = Buffer.from(text(fixture.upstream.requests.at(-1) as RecordedRequest));
      const byByte: Behaviour = stream(
        cutAt(
          bytes,
          Array.from({ length: bytes.length }, (_, at) => at),
        ),
      );
      const inBytes = await call(byByte);
      assert.equal(inBytes.answer.body, whole.answer.body);
      assert.equal(inBytes.row.charge_exact, whole.row.charge_exact);
      for (let at = 1; at < bytes.length; at += name === 'LF' ? 1 : 7) {
        const { answer, row } = await call(stream(cutAt(bytes, [at])));
        assert.equal(answer.body, whole.answer.body, `split at ${String(at)}`);
        assert.equal(row.charge_exact, whole.row.charge_exact);
      }
    });
  }

  const complete: readonly (readonly [name: string, text: Text, seen: RegExp, unseen: RegExp])[] = [
    [
      'row 75: a byte order mark, comments and other fields',
      joined('\ufeff: hi\n\nevent: x\nid: 1\nretry: 5\n', plain),
      /Hello/,
      /retry|event:|id: 1/,
    ],
    ['row 75: data without a space', (request) => plain(request).replaceAll('data: ', 'data:'), /Hello/, /data:\{/],
    [
      'row 75: data on several lines',
      (request) => plain(request).replaceAll(',"choices"', '\ndata: ,"choices"'),
      /Hello/,
      /data: ,/,
    ],
    ['row 75: empty data', joined('data\n\ndata:\n\n', plain), /Hello/, /data:\s*\n\n/],
    ['row 77: data after the terminal event', joined(plain, hello, doneEvent), /Hello/, /DONE.*Hello/s],
    ['row 77: two terminal events', joined(plain, doneEvent), /Hello/, /DONE.*DONE/s],
    [
      'row 77: usage twice, growing',
      joined(
        hello,
        (request) => usageEvent(request, { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 }),
        finish,
        usage,
        done,
      ),
      /Hello/,
      /prompt_tokens/,
    ],
    [
      'row 80: a null delta and another choice',
      joined(hello, (request) => deltaEvent(request, {}).replace('"delta":{}', '"delta":null'), finish, usage, done),
      /"delta":{}.*"delta":{}/s,
      /prompt_tokens|"delta":null/,
    ],
    ['row 76: the end before the last blank line', (request) => plain(request).slice(0, -1), /Hello/, /prompt_tokens/],
  ];

  for (const [name, text, seen, unseen] of complete) {
    test(`${name}: relayed and charged once`, async () => {
      const { answer, row } = await call(streamed(text));
      assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
      assert.match(answer.body, seen);
      assert.doesNotMatch(answer.body, unseen);
      assert.ok(answer.body.endsWith(doneEvent));
    });
  }

  test('row 80: a choice of any number and fragments of tool calls arrive in order', async () => {
    const part = (index: number, delta: object, reason: string | null = null): string =>
      event({
        id: 'x',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'test/chat',
        choices: [{ index, delta, finish_reason: reason }],
      });
    const call0 = (argument: string): object => ({ tool_calls: [{ index: 0, function: { arguments: argument } }] });
    const begun = { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"a"' } }] };
    const parts = [part(5, { role: 'assistant' }), part(5, begun), part(5, call0(':1}')), part(5, {}, 'tool_calls')];
    const { answer, row } = await call(streamed(joined(...parts, usage, done)));
    assert.equal(answer.body, `${parts.join('')}${doneEvent}`);
    assert.equal(row.charge_exact, reportedCharge);
  });

  const broken: readonly (readonly [name: string, text: Text, options?: StreamOptions])[] = [
    ['row 76: the end inside the terminal event', (request) => plain(request).slice(0, -3)],
    ['row 76: no terminal event', joined(hello, finish, usage)],
    ['row 76: a terminal event without finish_reason', joined(hello, usage, done)],
    ['row 76: a finish_reason, then a reset', joined(hello, finish), { ending: 'reset' }],
    ['row 76: cut inside a chunked body', joined(hello, finish), { ending: 'cut' }],
    ['row 76: cut inside a body that ends with the connection', joined(hello, finish), { framing: 'close' }],
    [
      'row 78: an error inside the stream',
      joined(hello, event({ error: { message: 'see https://inner.test, key sk-inner', code: 'overloaded' } }), done),
    ],
    ['row 79: a frame that is not JSON', joined(hello, 'data: {"choices":[{]}\n\n', finish, usage, done)],
    ['row 79: a frame that is no object', joined(hello, 'data: 7\n\n', finish, usage, done)],
    ['row 79: a frame of 34 MB', joined(hello, () => event({ choices: [], x: 'x'.repeat(34_000_000) }), finish, usage, done)],
    ['row 79: a line without end', joined(hello, () => `data: ${'x'.repeat(30_000_000)}`)],
  ];

  for (const [name, text, options] of broken) {
    test(`${name}: one error event, no made-up end, not charged`, async () => {
      const { answer, row } = await call(streamed(text, options));
      assert.equal(answer.status, 200);
      assert.match(answer.body, /Hello/);
      assert.equal(answer.body.split('"error"').length, 2);
      assert.match(answer.body, /"code":"upstream_unavailable"\}\}\n\n$/);
      assert.doesNotMatch(answer.body, /DONE|inner\.test|sk-inner|finish_reason":"stop/);
      assert.deepEqual([row.ending, Number(row.charge_exact)], ['upstream_broke', 0]);
    });
  }

  const noStream: readonly (readonly [name: string, behaviour: Behaviour])[] = [
    ['row 78: an error object first', streamed(() => event({ error: { message: 'no', code: 500 } }))],
    ['row 78: a JSON error body', streamed(() => '{"error":{"message":"no credit for sk-inner"}}')],
    ['row 78: an HTML page', streamed(() => '<!doctype html>\n<title>Sign in</title>\n')],
    ['row 76: nothing at all', streamed(() => '')],
    ['row 76: a terminal event alone', streamed(() => doneEvent)],
    ['row 79: an answer that is not HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n', 'close')],
  ];

  for (const [name, behaviour] of noStream) {
    test(`${name} in place of a stream: 503, not charged`, async () => {
      const { answer, row } = await call(behaviour);
      assert.equal(answer.status, 503, answer.body);
      assert.equal(JSON.parse(answer.body).error.code, 'upstream_unavailable');
      assert.doesNotMatch(answer.body, /sk-inner|Sign in/);
      assert.deepEqual([row.ending, Number(row.charge_exact)], ['upstream_broke', 0]);
    });
  }

  test('row 80: empty choices with usage are hidden or shown as the client asked', async () => {
    const text = joined(hello, finish, usage, done);
    assert.doesNotMatch((await call(streamed(text))).answer.body, /prompt_tokens/);
    const { answer, row } = await call(streamed(text), true);
    assert.equal(answer.body.split('"prompt_tokens":12').length, 2);
    assert.equal(row.charge_exact, reportedCharge);
  });

  for (const path of ['/v1/chat/completions', '/v1/completions'])
    test(`row 79: what is nested thousands deep in a frame ends its own call at most, wherever it stands: ${path}`, async () => {
      const deep = `${'{"0":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
      const deepIn = (frame: string, field: string): string => {
        const { [field]: _, ...others } = JSON.parse(frame.slice('data: '.length)) as Record<string, unknown>;
        return `data: ${JSON.stringify(others).slice(0, -1)},"${field}":${deep}}\n\n`;
      };
      const frames: readonly Text[] = [(request) => deltaEvent(request, { content: 'Hello' }), finish, usage];
      for (const field of ['id', 'object', 'created', 'model', 'usage', 'service_tier', 'choices', 'x'])
        for (const at of frames.keys())
          for (const includeUsage of [false, true]) {
            const text: Text = (request) =>
              frames.map((frame, place) => (place === at ? deepIn(frame(request), field) : frame(request))).join('') + doneEvent;
            const { answer, row } = await call(streamed(text), includeUsage, path);
            const what = `${field} of frame ${String(at)}, ${row.ending}`;
            if (row.ending === 'complete') assert.ok(answer.body.endsWith(doneEvent), what);
            else assert.match(answer.body, /"code":"upstream_unavailable"/, what);
            assert.ok(row.ending === 'complete' || Number(row.charge_exact) === 0, what);
          }
      await fixture.expectSettled();
    });

  test('row 79: the cost of tiny frames grows with their number and no faster', async (t) => {
    const cost = async (count: number): Promise<number> => {
      const startedMs = processCpuMs();
      const frames: Text = (request) => deltaEvent(request, { content: 'a' }).repeat(count);
      const { row } = await call(streamed(joined(streamHead, frames, finish, usage, done)));
      assert.equal(row.charge_exact, reportedCharge);
      return processCpuMs() - startedMs;
    };
    await cost(2_000);
    let small = Infinity;
    let large = Infinity;
    // Compares the fastest of several tries, because a busy machine only adds time. A quadratic cost would be 64 times as high.
    for (let attempt = 0; attempt < 6 && large >= small * 24; attempt += 1) {
      small = Math.min(small, await cost(5_000));
      large = Math.min(large, await cost(40_000));
    }
    t.diagnostic(`5,000 frames ${small.toFixed(0)} ms, 40,000 frames ${large.toFixed(0)} ms`);
    assert.ok(large < small * 24);
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});
