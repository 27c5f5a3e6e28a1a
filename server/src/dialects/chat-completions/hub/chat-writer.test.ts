import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import { attemptPlan as plan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import { plainText } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubAnswer, HubEvent, OpenedPart } from '../../shared/hub/hub-event.ts';
import type { HubPart } from '../../shared/hub/hub-request.ts';
import { translated } from '../../shared/hub/translated.ts';
import { ChatStreamRelay } from '../stream-relay.ts';
import { chatClientHalf } from './client-half.ts';
import { chatUpstreamHalf } from './upstream-half.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);
const usage: Usage = { inputTokens: 100, cachedTokens: 80, outputTokens: 7, reasoningTokens: 3, more: { cache_write: 5 } };
const request = chatClientHalf.fromClient(scanned({ model: 'm', messages: [] }));

function partsOf(message: object): readonly HubPart[] {
  return chatClientHalf.fromClient(scanned({ model: 'm', messages: [message] })).turns[0]?.parts ?? [];
}

interface Written {
  readonly opened: OpenedPart;
  readonly texts: readonly string[];
  readonly seal: string | null;
}

const piece = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
const prose = fc.record({
  opened: fc.constantFrom<'text' | 'refusal'>('text', 'refusal').map((part) => ({ part })),
  texts: fc.array(piece, { minLength: 1, maxLength: 3 }),
  seal: fc.constant(null),
});
const thought = fc.record({
  opened: fc.constantFrom<'reasoning' | 'summary'>('reasoning', 'summary').map((part) => ({ part })),
  texts: fc.array(piece, { maxLength: 3 }),
  seal: piece.map((data) => `tg1.messages.p.u.${data}`),
});
const called = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/), fc.array(piece, { maxLength: 3 }))
  .map(([name, texts]) => ({ name, texts }));
const written: fc.Arbitrary<Written[]> = fc
  .tuple(fc.array(thought, { maxLength: 3 }), fc.array(prose, { maxLength: 2 }), fc.array(called, { maxLength: 3 }))
  .map(([thoughts, proses, calls]) => [
    ...thoughts,
    ...proses,
    ...calls.map(({ name, texts }, at): Written => ({
      opened: { part: 'toolCall', id: `call_${String(at)}`, name, namespace: null, isFree: false },
      texts,
      seal: null,
    })),
  ]);

function eventsOf(parts: readonly Written[]): HubEvent[] {
  const events = parts.flatMap(({ opened, texts, seal }, at): HubEvent[] => [
    { kind: 'open', at, ...opened },
    ...texts.map((text) => ({ kind: 'text', at, text }) as const),
    ...(seal === null ? [] : [{ kind: 'seal', at, seal } as const]),
    { kind: 'close', at },
  ]);
  return [
    ...events,
    { kind: 'finish', reason: parts.some(({ opened }) => opened.part === 'toolCall') ? 'tools' : 'stop', stopSequence: null },
  ];
}

function answerOf(parts: readonly Written[]): HubAnswer {
  const read = parts.map(({ opened, texts, seal }): HubPart => {
    const text = texts.join('');
    if (opened.part === 'toolCall') {
      const { id, name, namespace } = opened;
      return { kind: 'toolCall', id, name, namespace, args: { form: 'text', json: text } };
    }
    if (opened.part === 'text' || opened.part === 'refusal') return { kind: opened.part, text };
    return { kind: 'reasoning', text: text === '' ? null : text, isSummary: opened.part === 'summary', seal };
  });
  return { parts: read, finish: read.some(({ kind }) => kind === 'toolCall') ? 'tools' : 'stop', stopSequence: null };
}

function streamOf(events: readonly HubEvent[], own: AttemptPlan = plan): string {
  const writer = chatClientHalf.createStreamWriter(own, request);
  const out = events.map((event) => {
    writer.write(event);
    return writer.take() ?? Buffer.alloc(0);
  });
  return Buffer.concat([...out, writer.tail(usage)]).toString();
}

function chunksOf(stream: string): Record<string, unknown>[] {
  const events = stream.split('\n\n').slice(0, -1);
  assert.equal(events.pop(), 'data: [DONE]');
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as Record<string, unknown>);
}

/** The message that the official client makes of a stream. */
async function accumulated(stream: string): Promise<Record<string, unknown>> {
  const lines = chunksOf(stream).map((chunk) => `${JSON.stringify(chunk)}\n`);
  const source = new ReadableStream({
    start(controller) {
      for (const line of lines) controller.enqueue(new TextEncoder().encode(line));
      controller.close();
    },
  });
  return (await ChatCompletionStream.fromReadableStream(source).finalChatCompletion()) as unknown as Record<string, unknown>;
}

function wholeOf(
  parts: readonly Written[],
  own: AttemptPlan = plan,
): { readonly choices: readonly Record<string, unknown>[] } & Record<string, unknown> {
  return JSON.parse(chatClientHalf.whole(answerOf(parts), usage, own, request).toString()) as ReturnType<typeof wholeOf>;
}

/** What the client shows of an answer. */
function shownOf({ id, created, model, usage: counts, choices }: Record<string, unknown>): unknown[] {
  const [choice] = choices as { message: Record<string, unknown>; finish_reason: string }[];
  const { content, refusal, tool_calls: calls } = choice?.message ?? {};
  const named = ((calls ?? []) as { id: string; function: Record<string, unknown> }[]).map(({ id: own, function: called }) => [
    own,
    called.name,
    called.arguments,
  ]);
  return [id, created, model, counts, content ?? '', refusal ?? '', named, choice?.finish_reason];
}

test('the official client reads from a stream what a whole answer says', async () => {
  await fc.assert(
    fc.asyncProperty(written, async (parts) => {
      const final = await accumulated(streamOf(eventsOf(parts)));
      const whole = wholeOf(parts);
      assert.deepEqual(shownOf(final), shownOf(whole));
    }),
    { seed, numRuns: 300, verbose: fc.VerbosityLevel.Verbose },
  );
});

/** What a client that keeps unknown members sends back. */
function messageOf(stream: string): Record<string, unknown> {
  const message: Record<string, unknown> = { role: 'assistant', content: 'a' };
  for (const { choices } of chunksOf(stream)) {
    const [{ delta } = { delta: {} }] = choices as { delta: Record<string, unknown> }[];
    const { reasoning_content: text, reasoning_details: details } = delta as {
      reasoning_content?: string;
      reasoning_details?: unknown[];
    };
    if (text !== undefined) message.reasoning_content = `${(message.reasoning_content as string | undefined) ?? ''}${text}`;
    if (details !== undefined)
      message.reasoning_details = [...((message.reasoning_details as unknown[] | undefined) ?? []), ...details];
  }
  return message;
}

test('seals come back with exactly their text, from a stream and from a whole answer', () => {
  fc.assert(
    fc.property(written, (parts) => {
      const wanted = answerOf(parts).parts.filter(({ kind }) => kind === 'reasoning');
      const [choice] = wholeOf(parts).choices;
      for (const message of [messageOf(streamOf(eventsOf(parts))), choice?.message as Record<string, unknown>]) {
        const found = partsOf(message).flatMap((part) =>
          part.kind === 'reasoning' ? [{ ...part, text: part.text === null ? null : plainText(part.text) }] : [],
        );
        assert.deepEqual(found, wanted);
      }
    }),
    { seed, numRuns: 2_000, verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a seal of thinking whose text was changed does not come back', () => {
  const parts: Written[] = [
    { opened: { part: 'reasoning' }, texts: ['Hm'], seal: 'tg1.a' },
    { opened: { part: 'reasoning' }, texts: [], seal: 'tg1.b' },
  ];
  const message = { ...messageOf(streamOf(eventsOf(parts))), reasoning_content: 'Hmm' };
  assert.deepEqual(partsOf(message).slice(0, 2), [
    { kind: 'reasoning', text: 'Hmm', isSummary: false, seal: null },
    { kind: 'reasoning', text: null, isSummary: false, seal: 'tg1.b' },
  ]);
});

test('a stream begins with the role, and only its tail says that it is complete', () => {
  const writer = chatClientHalf.createStreamWriter({ ...plan, includeUsage: false }, request);
  for (const event of eventsOf([{ opened: { part: 'text' }, texts: ['a'], seal: null }])) writer.write(event);
  const [first, second] = (writer.take() ?? '').toString().split('\n\n');
  assert.match(first ?? '', /"delta":\{"role":"assistant","content":""\},"finish_reason":null\}\]\}$/);
  assert.match(second ?? '', /"delta":\{"content":"a"\},"finish_reason":null\}\]\}$/);
  const tail = writer.tail(noUsage).toString();
  assert.match(tail, /^data: [^\n]*"delta":\{\},"finish_reason":"stop"\}\]\}\n\ndata: \[DONE\]\n\n$/);
});

test('clients of the older form get one function call', () => {
  const own = { ...plan, body: scanned({ functions: [{ name: 'f' }] }) };
  const parts: Written[] = ['f', 'g'].map((name) => ({
    opened: { part: 'toolCall', id: name, name, namespace: null, isFree: false },
    texts: [`{"${name}":1}`],
    seal: null,
  }));
  const stream = streamOf(eventsOf(parts), own);
  assert.ok(!stream.includes('tool_calls') && !stream.includes('"g"'));
  assert.match(stream, /"finish_reason":"function_call"/);
  const [choice] = wholeOf(parts, own).choices as Record<string, Record<string, unknown>>[];
  assert.deepEqual(choice?.message?.function_call, { name: 'f', arguments: '{"f":1}' });
});

const upstream = [
  '{"id":"1","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"reasoning_content":"网络"}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"content":"a\\"b"}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"content":"c"}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t","function":{"name":"f","arguments":""}}]}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"x\\":"}}]}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]}',
  '{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
  '{"id":"1","choices":[],"usage":{"prompt_tokens":100,"completion_tokens":7,"total_tokens":107}}',
  '[DONE]',
];

interface SpokenChunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number } | null;
}

function spoken(stream: string): object {
  const result = { text: '', reasoning: '', calls: '', ends: [] as unknown[] };
  for (const { choices, usage: shown } of chunksOf(stream) as unknown as SpokenChunk[]) {
    result.ends.push(shown?.prompt_tokens);
    for (const { delta, finish_reason: reason } of choices) {
      result.text += delta.content ?? '';
      result.reasoning += delta.reasoning_content ?? '';
      for (const call of delta.tool_calls ?? []) result.calls += call.function.arguments;
      result.ends.push(reason);
    }
  }
  return { ...result, ends: result.ends.filter((end) => end !== undefined && end !== null) };
}

test('a stream through the hub, cut at any byte, says what the direct stream says', () => {
  const bytes = Buffer.from(upstream.map((data) => `data: ${data}\n\n`).join(''));
  const run = (relay: { push(chunk: Buffer): Buffer | null; end(): void; readonly tail: Buffer | null }, cut: number): string => {
    const out = [bytes.subarray(0, cut), bytes.subarray(cut)].map((chunk) => relay.push(chunk) ?? Buffer.alloc(0));
    relay.end();
    return Buffer.concat([...out, relay.tail ?? Buffer.alloc(0)]).toString();
  };
  const direct = spoken(run(new ChatStreamRelay(plan), 0));
  const { createStreamRelay } = translated(chatClientHalf, chatUpstreamHalf);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const relay = createStreamRelay?.(plan);
    assert.ok(relay !== undefined);
    assert.deepEqual(spoken(run(relay, cut)), direct, `cut at ${String(cut)}`);
  }
});
