/**
 * Goal: an agent never runs a call that a limit or a filter cut, because no client receives it as if its arguments were complete.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noUsage } from '@tollgate/contract/usage';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { plainRequest } from '../../../../test/corpus/plain-request.ts';
import { chatClientHalf } from '../../chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from '../../chat-completions/hub/upstream-half.ts';
import { messagesClientHalf } from '../../messages/hub/client-half.ts';
import { messagesUpstreamHalf } from '../../messages/hub/upstream-half.ts';
import { responsesClientHalf } from '../../responses/hub/client-half.ts';
import { responsesUpstreamHalf } from '../../responses/hub/upstream-half.ts';
import { AnswerCollector } from './answer-collector.ts';
import type { ClientHalf, UpstreamHalf } from './halves.ts';
import type { Finish, HubEvent } from './hub-event.ts';
import type { ToolArguments, ToolCallPart } from './hub-request.ts';

interface Client {
  readonly half: ClientHalf;
  /** Where a call's arguments are in a stream, as a group of each match. */
  readonly inStream: RegExp;
  /** What clients take for the arguments if the stream has none. */
  readonly absent: string;
  /** As `inStream`, in a whole answer. */
  readonly inWhole: RegExp;
}

/** A JSON string, or an object. */
const written = String.raw`("(?:[^"\\]|\\.)*"|\{[^{}]*\})`;
const clients: Readonly<Record<string, Client>> = {
  'chat-completions': {
    half: chatClientHalf,
    inStream: new RegExp(`"arguments":${written}`, 'g'),
    absent: '',
    inWhole: new RegExp(`"arguments":${written}`),
  },
  messages: {
    half: messagesClientHalf,
    inStream: new RegExp(`"partial_json":${written}`, 'g'),
    absent: '{}',
    inWhole: new RegExp(`"input":${written}`),
  },
  responses: {
    half: responsesClientHalf,
    inStream: new RegExp(`output_item\\.done.*"arguments":${written}`, 'g'),
    absent: '',
    inWhole: new RegExp(`"arguments":${written}`),
  },
};

function textOf(found: string): string {
  return found.startsWith('"') ? (JSON.parse(found) as string) : found;
}

function eventsOf(said: string, finish: Finish, isClosedBefore: boolean): HubEvent[] {
  return [
    { kind: 'open', at: 0, part: 'toolCall', id: 'c', name: 'f', namespace: null, isFree: false },
    ...(said === '' ? [] : [{ kind: 'text', at: 0, text: said } as const]),
    ...(isClosedBefore ? [{ kind: 'close', at: 0 } as const] : []),
    { kind: 'finish', reason: finish, stopSequence: null },
  ];
}

function streamed({ half, inStream, absent }: Client, said: string, finish: Finish, isClosedBefore: boolean): string {
  const writer = half.createStreamWriter(attemptPlan, plainRequest);
  let stream = '';
  for (const event of eventsOf(said, finish, isClosedBefore)) {
    writer.write(event);
    stream += writer.take()?.toString() ?? '';
  }
  stream += writer.tail(noUsage).toString();
  return [...stream.matchAll(inStream)].map(([, found = '']) => textOf(found)).join('') || absent;
}

/** `null` if the answer has no call. */
function whole({ half, inWhole }: Client, args: ToolArguments, finish: Finish): string | null {
  const call: ToolCallPart = { kind: 'toolCall', id: 'c', name: 'f', namespace: null, args };
  return argumentsIn(half.whole({ parts: [call], finish, stopSequence: null }, noUsage, attemptPlan, plainRequest), inWhole);
}

function collected({ half, inWhole }: Client, said: string, finish: Finish): string | null {
  const collector = new AnswerCollector(half, attemptPlan, plainRequest);
  for (const event of eventsOf(said, finish, true)) collector.write(event);
  return argumentsIn(collector.tail(noUsage), inWhole);
}

function argumentsIn(answer: Buffer, inWhole: RegExp): string | null {
  const [, found] = inWhole.exec(answer.toString()) ?? [];
  return found === undefined ? null : textOf(found);
}

function isObject(text: string | null): boolean {
  try {
    return text !== null && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const cutting: ReadonlySet<Finish> = new Set(['length', 'refused']);

for (const [name, client] of Object.entries(clients))
  test(`${name}: arguments are complete exactly if nothing cut them, streamed, whole and collected`, () => {
    for (const finish of ['stop', 'tools', 'pause', 'length', 'refused'] as const)
      for (const said of ['', '{"a":', '{"a":1}', '{}']) {
        if (said === '{"a":' && !cutting.has(finish)) continue;
        const isWhole = isObject(said) || !cutting.has(finish);
        const shown = [
          streamed(client, said, finish, true),
          streamed(client, said, finish, false),
          whole(client, { form: 'text', json: said }, finish),
          collected(client, said, finish),
        ];
        for (const [way, text] of shown.entries())
          assert.equal(isObject(text), isWhole, `${finish} after ${said || 'nothing'}, way ${String(way)}: ${String(text)}`);
      }
  });

test('only the last call can be cut: one before it without arguments has an empty object', () => {
  for (const { half, inStream } of [clients['chat-completions'], clients.responses] as readonly Client[]) {
    const writer = half.createStreamWriter(attemptPlan, plainRequest);
    for (const at of [0, 1])
      writer.write({ kind: 'open', at, part: 'toolCall', id: String(at), name: 'f', namespace: null, isFree: false });
    for (const at of [0, 1]) writer.write({ kind: 'close', at });
    writer.write({ kind: 'finish', reason: 'length', stopSequence: null });
    const all = `${writer.take()?.toString() ?? ''}${writer.tail(noUsage).toString()}`;
    const shown = [...all.matchAll(inStream)].map(([, found = '']) => textOf(found)).filter((text) => text !== '');
    assert.deepEqual(shown, ['{}']);
  }
});

const chatAnswer = (args: string, reason: string): object => ({
  id: '1',
  object: 'chat.completion',
  created: 1,
  model: 'u',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
      },
      finish_reason: reason,
    },
  ],
});
const messagesAnswer = (input: object, reason: string): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'u',
  content: [{ type: 'tool_use', id: 'c', name: 'f', input }],
  stop_reason: reason,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
});

const responsesAnswer = (args: string, reason: string | null): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'u',
  status: reason === null ? 'completed' : 'incomplete',
  error: null,
  incomplete_details: reason === null ? null : { reason },
  output: [
    {
      type: 'function_call',
      id: 'fc',
      call_id: 'c',
      name: 'f',
      arguments: args,
      status: reason === null ? 'completed' : 'incomplete',
    },
  ],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

/** An answer of an upstream whose only call is cut before its arguments, or needs none. */
const answers: readonly (readonly [upstream: UpstreamHalf, answer: object, isCut: boolean])[] = [
  [chatUpstreamHalf, chatAnswer('', 'length'), true],
  [chatUpstreamHalf, chatAnswer('', 'content_filter'), true],
  [chatUpstreamHalf, chatAnswer('', 'tool_calls'), false],
  [chatUpstreamHalf, chatAnswer('{}', 'length'), false],
  [responsesUpstreamHalf, responsesAnswer('', 'max_output_tokens'), true],
  [responsesUpstreamHalf, responsesAnswer('', 'content_filter'), true],
  [responsesUpstreamHalf, responsesAnswer('', null), false],
  [responsesUpstreamHalf, responsesAnswer('{}', 'max_output_tokens'), false],
  [messagesUpstreamHalf, messagesAnswer({}, 'max_tokens'), true],
  [messagesUpstreamHalf, messagesAnswer({}, 'refusal'), true],
  [messagesUpstreamHalf, messagesAnswer({}, 'tool_use'), false],
  [messagesUpstreamHalf, messagesAnswer({ a: 1 }, 'max_tokens'), false],
];

test('a call in the whole answer of any upstream is as complete for every client as the upstream made it', () => {
  for (const [upstream, answer, isCut] of answers)
    for (const [name, { half, inWhole }] of Object.entries(clients)) {
      const steps = upstream.readWhole(Buffer.from(JSON.stringify(answer)), { ...attemptPlan, stream: false }, plainRequest);
      let step = steps.next();
      while (step.done !== true) step = steps.next();
      assert.ok(step.value.ok);
      const shown = inWhole.exec(half.whole(step.value.answer, noUsage, attemptPlan, plainRequest).toString());
      assert.equal(isObject(shown === null ? null : textOf(shown[1] ?? '')), !isCut, `${name}: ${JSON.stringify(answer)}`);
    }
});

test('a collected answer of very many parts counts what they take', () => {
  const collector = new AnswerCollector(chatClientHalf, attemptPlan, plainRequest);
  for (let at = 0; at < 10_000; at += 1) collector.write({ kind: 'open', at, part: 'text' });
  assert.ok(collector.keptBytes > 1_000_000, String(collector.keptBytes));
});
