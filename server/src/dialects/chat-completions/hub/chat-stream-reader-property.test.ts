import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import { readChatStream } from './chat-stream-reader.ts';
import { ChatStreamRelay } from '../stream-relay.ts';
import { plainRequest as request } from '../../../../test/corpus/plain-request.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  callId: 'call',
};

interface Call {
  readonly id: string;
  name: string;
  args: string;
}

/** What an answer says, whatever form it has. */
interface Said {
  content: string;
  reasoning: string;
  refusal: string;
  readonly calls: Call[];
}

interface Delta {
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

/** What a chat client gets of the first choice. */
function saidDirectly(sent: string): Said {
  const said: Said = { content: '', reasoning: '', refusal: '', calls: [] };
  for (const event of sent.split('\n\n')) {
    if (!event.startsWith('data: {')) continue;
    const { choices } = JSON.parse(event.slice('data: '.length)) as {
      readonly choices: readonly { readonly index: number; readonly delta: Delta }[];
    };
    for (const { index, delta } of choices) if (index === 0) addDelta(said, delta);
  }
  return said;
}

function addDelta(said: Said, delta: Delta): void {
  said.content += delta.content ?? '';
  said.reasoning += delta.reasoning_content ?? delta.reasoning ?? '';
  said.refusal += delta.refusal ?? '';
  for (const call of delta.tool_calls ?? []) addCall(said.calls, call);
}

function addCall(calls: Call[], { index, id = '', function: called = {} }: NonNullable<Delta['tool_calls']>[number]): void {
  const call = (calls[index] ??= { id, name: '', args: '' });
  call.name ||= called.name ?? '';
  call.args += called.arguments ?? '';
}

/** What the events of the hub say. Checks that they are in order and that no part is empty. */
function saidByEvents(events: readonly HubEvent[]): Said {
  const said: Said = { content: '', reasoning: '', refusal: '', calls: [] };
  const open = new Map<number, { readonly part: string; length: number; call: Call | null }>();
  let count = 0;
  for (const [position, event] of events.entries()) {
    if (event.kind === 'open') {
      assert.equal(event.at, count);
      count += 1;
      const call = event.part === 'toolCall' ? { id: event.id, name: event.name, args: '' } : null;
      if (call !== null) said.calls.push(call);
      open.set(event.at, { part: event.part, length: 0, call });
    } else if (event.kind === 'finish') assert.equal(position, events.length - 1);
    else {
      const part = open.get(event.at) ?? assert.fail('the part is not open');
      if (event.kind === 'text') {
        assert.notEqual(event.text, '');
        part.length += event.text.length;
        if (part.call !== null) part.call.args += event.text;
        else said[part.part === 'text' ? 'content' : (part.part as 'reasoning' | 'refusal')] += event.text;
      } else if (event.kind === 'close') {
        assert.ok(part.call !== null || part.length > 0, 'a part is empty');
        open.delete(event.at);
      }
    }
  }
  return said;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((some) => JSON.stringify(some).slice(1, -1)),
  fc.constantFrom('', '你好', '\\n', '\\"', '\\u4f60', ' tokens', '{\\"a\\":', '1}', '\\', '"'),
);
const shapes: readonly ((some: string) => string)[] = [
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"content":"${some}"}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"content":"${some}"},"finish_reason":null}],"obfuscation":"${some}"}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"content":"${some}","tool_calls":[]}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"content":null,"reasoning_content":"${some}"}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"reasoning":"${some}"}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"content":[{"type":"text","text":"${some}"}]}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"refusal":"${some}"}}]}`,
  (some) => `{"id":"1","choices":[{"index":1,"delta":{"content":"${some}"}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"${some}"}}]}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"${some}"}}]}}]}`,
  (some) =>
    `{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"${some}"}}]}}]}`,
  (some) =>
    `{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"id":"b","function":{"name":"g","arguments":"${some}"}}]}}]}`,
  (some) =>
    `{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"h","arguments":"${some}"}}]}}]}`,
  (some) => `{"id":"1","choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"f","arguments":"${some}"}}]}}]}`,
  (some) =>
    `{"id":"1","choices":[{"index":0,"delta":{"content":"${some}"}}],"usage":{"prompt_tokens":3,"completion_tokens":${String(some.length)}}}`,
  () => '{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  () => '{"id":"1","choices":[{"index":1,"delta":{},"finish_reason":"length"}]}',
  () => '{"id":"1","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}',
  () => '{"error":{"message":"no"}}',
  () => '{"choices":[null,1,{"delta":1,"index":"x"}]}',
];
/** Mostly of few shapes, as real streams are: only neighbours that resemble each other take the short way. */
const stream = fc
  .tuple(fc.constantFrom(...shapes.slice(0, 14)), fc.constantFrom(...shapes))
  .chain(([usual, other]) => {
    const shape = fc.oneof(
      { weight: 6, arbitrary: fc.constant(usual) },
      { weight: 2, arbitrary: fc.constant(other) },
      fc.constantFrom(...shapes),
    );
    return fc.array(
      fc.tuple(shape, text).map(([make, some]) => make(some)),
      { maxLength: 12 },
    );
  })
  .chain((frames) =>
    fc.constantFrom<readonly string[]>(
      [...frames, '{"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}', '[DONE]'],
      [...frames, '[DONE]'],
      frames,
    ),
  )
  .map((frames) => frames.map((frame) => `data: ${frame}\n\n`).join(''));

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...new Set([...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((one, other) => one - other);
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

/** Where a stream is split: anywhere, or after each event, as upstreams do and as the short way for similar frames requires. */
const cutting = fc.oneof(fc.array(fc.nat(900), { maxLength: 8 }), fc.constant('after each event' as const));

function chunksOf(sent: string, cuts: readonly number[] | 'after each event'): Buffer[] {
  return cuts === 'after each event'
    ? sent.split(/(?<=\n\n)/).map((event) => Buffer.from(event))
    : split(Buffer.from(sent), cuts);
}

test('the events of a stream, split anywhere, say what a chat client gets, and both are judged alike', () => {
  fc.assert(
    fc.property(stream, cutting, (sent, cuts) => {
      const events: HubEvent[] = [];
      const reader = readChatStream(plan, request, (event) => events.push(event));
      const relay = new ChatStreamRelay(plan);
      const out: Buffer[] = [];
      for (const chunk of chunksOf(sent, cuts)) {
        reader.push(chunk);
        out.push(relay.push(chunk) ?? Buffer.alloc(0));
      }
      reader.end();
      relay.end();
      out.push(relay.tail ?? Buffer.alloc(0));
      assert.deepEqual(
        [reader.state, reader.fault, reader.usage, reader.text, reader.endedNaturally],
        [relay.state, relay.fault, relay.usage, relay.text, relay.endedNaturally],
      );
      assert.equal(events.at(-1)?.kind === 'finish', reader.state === 'complete');
      const said = saidByEvents(events);
      assert.equal(new Set(said.calls.map(({ id }) => id)).size, said.calls.length);
      if (reader.state !== 'complete') return;
      const direct = saidDirectly(Buffer.concat(out).toString());
      // A call opens when its name is known, which may be after a later call.
      const shown = (calls: readonly Call[]): string[] => calls.map(({ name, args }) => JSON.stringify([name, args])).toSorted();
      assert.deepEqual(
        { ...said, calls: shown(said.calls) },
        { ...direct, calls: shown(direct.calls.filter(({ name }) => name !== '')) },
      );
    }),
    { seed, numRuns: 10_000, verbose: fc.VerbosityLevel.Verbose },
  );
});
