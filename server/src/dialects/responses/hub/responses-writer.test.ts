/** Goal: answers of other protocols return to clients of Responses as events that agents act on. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { response as responseSchema, responseEvent } from '@tollgate/contract/model-api/responses';
import type { Usage } from '@tollgate/contract/usage';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import type { ScannedBody } from '../../../json/scanned-body.ts';
import { chatUpstreamHalf } from '../../chat-completions/hub/upstream-half.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { Finish, HubEvent, OpenedPart } from '../../shared/hub/hub-event.ts';
import { translated } from '../../shared/hub/translated.ts';
import { responsesClientSide } from '../responses-client-side.ts';
import { responsesClientHalf } from './client-half.ts';
import { ResponsesWriter } from './responses-writer.ts';

type Fields = Record<string, unknown>;

const usage: Usage = { inputTokens: 100, cachedTokens: 80, outputTokens: 7, reasoningTokens: 3, more: null };

function planFor(body: ScannedBody, stream = true): AttemptPlan {
  return { ...attemptPlan, stream, body };
}

interface Event extends Fields {
  readonly type: string;
  readonly item?: Fields;
  readonly response?: Fields;
}

function eventsIn(bytes: Buffer): Event[] {
  return bytes
    .toString()
    .split('\n\n')
    .filter((text) => text !== '')
    .map((text) => {
      const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text) ?? assert.fail(text);
      const event = JSON.parse(data) as Event;
      responseEvent.parse(event);
      assert.equal(event.type, name);
      return event;
    });
}

function written(events: readonly HubEvent[], reason: Finish = 'stop'): Event[] {
  const body = scanned({ model: 'm', input: 'Hi' });
  const writer = new ResponsesWriter(planFor(body), responsesClientHalf.fromClient(body));
  for (const event of events) writer.write(event);
  writer.write({ kind: 'finish', reason, stopSequence: null });
  const all = eventsIn(Buffer.concat([writer.take() ?? Buffer.alloc(0), writer.tail(usage)]));
  assert.deepEqual(
    all.map(({ sequence_number: number }) => number),
    all.map((_event, position) => position),
  );
  return all;
}

function part(at: number, opened: OpenedPart, texts: readonly string[], seal?: string): HubEvent[] {
  return [
    { kind: 'open', at, ...opened },
    ...texts.map((text) => ({ kind: 'text', at, text }) as const),
    ...(seal === undefined ? [] : [{ kind: 'seal', at, seal } as const]),
    { kind: 'close', at },
  ];
}

const call = { part: 'toolCall', id: 'c1', name: 'exec', namespace: 'functions', isFree: false } as const;

describe('an answer', () => {
  test('as a stream has every event, each item complete, and the whole answer in the last event only', () => {
    const events = written([
      ...part(0, { part: 'reasoning' }, ['Let ', 'me'], 'tg1.x'),
      ...part(1, { part: 'text' }, ['Hel', 'lo']),
      ...part(2, call, ['{"a"', ':1}']),
      ...part(3, { ...call, id: 'c2', isFree: true }, ['free "text"']),
      ...part(4, { part: 'refusal' }, ['No']),
    ]);
    const types = new Set(events.map(({ type }) => type));
    for (const type of [
      ...['created', 'in_progress', 'output_item.added', 'content_part.added', 'content_part.done', 'output_text.delta'],
      ...['output_text.done', 'refusal.delta', 'refusal.done', 'function_call_arguments.delta', 'function_call_arguments.done'],
      ...['custom_tool_call_input.delta', 'custom_tool_call_input.done', 'reasoning_summary_part.added'],
      ...['reasoning_summary_part.done', 'reasoning_summary_text.delta', 'reasoning_summary_text.done', 'output_item.done'],
    ])
      assert.ok(types.has(`response.${type}`), type);
    const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
    const last = events.at(-1);
    assert.equal(last?.type, 'response.completed');
    assert.deepEqual(last.response?.output, done);
    const plain = done.map((item) =>
      Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => name !== 'id' && name !== 'status')),
    );
    const text = { type: 'output_text', annotations: [], logprobs: [], text: 'Hello' };
    assert.deepEqual(plain, [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me' }], encrypted_content: 'tg1.x' },
      { type: 'message', role: 'assistant', content: [text] },
      { type: 'function_call', call_id: 'c1', name: 'exec', namespace: 'functions', arguments: '{"a":1}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'exec', namespace: 'functions', input: 'free "text"' },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }] },
    ]);
    responseSchema.parse(last.response);
    assert.deepEqual(last.response.usage, {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 80, cache_write_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 107,
    });
  });

  test('that a limit cut is incomplete and keeps its reasoning; one that a filter ended says so', () => {
    const cut = written(part(0, { part: 'reasoning' }, [], 'tg1.x'), 'length').at(-1);
    assert.equal(cut?.type, 'response.incomplete');
    assert.deepEqual(cut.response?.incomplete_details, { reason: 'max_output_tokens' });
    const [item] = cut.response.output as Fields[];
    assert.deepEqual([item?.summary, item?.encrypted_content], [[], 'tg1.x']);
    assert.deepEqual(written([], 'refused').at(-1)?.response?.incomplete_details, { reason: 'content_filter' });
    assert.equal(written(part(0, { part: 'refusal' }, ['No']), 'refused').at(-1)?.type, 'response.completed');
  });

  test('that a limit cut inside a call shows this call as incomplete, without inventing its arguments', () => {
    const statuses = (events: readonly HubEvent[], reason: Finish): unknown =>
      written(events, reason)
        .filter(({ type }) => type === 'response.output_item.done')
        .map(({ item }) => [item?.call_id, item?.status, item?.arguments]);
    const calls = [...part(0, call, ['{"a":1}']), ...part(1, { ...call, id: 'c2' }, [])];
    const first = ['c1', 'completed', '{"a":1}'];
    assert.deepEqual(statuses(calls, 'length'), [first, ['c2', 'incomplete', '']]);
    assert.deepEqual(statuses(calls, 'tools'), [first, ['c2', 'completed', '{}']]);
    const body = scanned({ model: 'm', input: 'Hi' });
    const plan = planFor(body, false);
    const parts = ['c1', 'c2'].map((id, at) => {
      const args = { form: 'text', json: at === 0 ? '{"a":1}' : '' } as const;
      return { kind: 'toolCall', id, name: 'exec', namespace: null, args } as const;
    });
    const answer = { parts, finish: 'length', stopSequence: null } as const;
    const whole = responsesClientHalf.whole(answer, usage, plan, responsesClientHalf.fromClient(body));
    const { output } = JSON.parse(whole.toString()) as { readonly output: readonly Fields[] };
    assert.deepEqual(
      output.map(({ call_id: id, status, arguments: args }) => [id, status, args]),
      [first, ['c2', 'incomplete', '']],
    );
  });

  test('with parts open at once is written in the order of their starts; a call without arguments has an empty object', () => {
    const events = written([
      { kind: 'open', at: 0, ...call },
      { kind: 'open', at: 1, ...call, id: 'c2' },
      { kind: 'text', at: 1, text: '{"b":2}' },
      { kind: 'close', at: 1 },
    ]);
    const output = events.at(-1)?.response?.output as Fields[];
    assert.deepEqual(
      output.map(({ call_id: id, arguments: args }) => [id, args]),
      [
        ['c1', '{}'],
        ['c2', '{"b":2}'],
      ],
    );
  });

  test('that fails ends with exactly one response.failed, which continues the numbers; also before its first event', () => {
    const body = scanned({ model: 'm', input: 'Hi' });
    const writer = new ResponsesWriter(planFor(body), responsesClientHalf.fromClient(body));
    const error = new ApiError('upstream_unavailable');
    const failure = (bytes: Buffer): readonly unknown[] =>
      eventsIn(bytes).flatMap(({ type, sequence_number: number, response: { id, status, error: said } = {} }) => [
        type,
        number,
        id,
        status,
        said,
      ]);
    const expected = (number: number): readonly unknown[] => [
      ...['response.failed', number, 'resp_01939c3b1c4f7c2e8c385c2d7f2c9a10', 'failed'],
      { code: error.code, message: error.message },
    ];
    assert.deepEqual(failure(writer.errorTail(error)), expected(0));
    writer.write({ kind: 'open', at: 0, part: 'text' });
    const before = eventsIn(writer.take() ?? assert.fail());
    assert.equal(before[0]?.response?.id, 'resp_01939c3b1c4f7c2e8c385c2d7f2c9a10');
    assert.deepEqual(failure(writer.errorTail(error)), expected(before.length));
    const asked = { requestId: planFor(body).callId, headers: {} };
    assert.deepEqual(failure(responsesClientSide.streamError(error, asked)), expected(0));
  });

  test('of a chat upstream, however it is cut, is the same as the whole one: names lead back to namespaces and custom tools', () => {
    const tools = [
      { type: 'namespace', name: 'multi_agent_v1', description: 'Agents.', tools: [{ type: 'function', name: 'spawn_agent' }] },
      { type: 'custom', name: 'exec', description: 'Executes.' },
    ];
    const body = scanned({ model: 'm', stream: true, input: 'Hi', tools });
    const relay = translated(responsesClientHalf, chatUpstreamHalf);
    const called = (index: number, name: string, args: string): object => ({
      index,
      id: `c${String(index)}`,
      type: 'function',
      function: { name, arguments: args },
    });
    const calls = [called(0, 'multi_agent_v1__spawn_agent', '{"cmd":"a"}'), called(1, 'exec', '{"input":"b\\n"}')];
    const chunk = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'u', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
    const stream = Buffer.from(
      chunk({ role: 'assistant', reasoning_content: 'Hm' }, null) +
        chunk({ content: 'Hi 网' }, null) +
        chunk({ tool_calls: calls }, null) +
        chunk({}, 'tool_calls') +
        'data: [DONE]\n\n',
    );
    let expected: unknown;
    for (let at = 0; at <= stream.length; at += 1) {
      const part1 = relay.createStreamRelay?.(planFor(body)) ?? assert.fail();
      const pieces = [part1.push(stream.subarray(0, at)), part1.push(stream.subarray(at)), part1.tail];
      assert.equal(part1.state, 'complete');
      const { output } = eventsIn(Buffer.concat(pieces.map((piece) => piece ?? Buffer.alloc(0)))).at(-1)?.response ?? {};
      expected ??= output;
      assert.deepEqual(output, expected);
    }
    const whole = {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'u',
      choices: [{ index: 0, message: {}, finish_reason: 'tool_calls' }],
    };
    Object.assign(whole.choices[0]?.message ?? {}, {
      role: 'assistant',
      reasoning_content: 'Hm',
      content: 'Hi 网',
      tool_calls: calls,
    });
    const steps = relay.readWhole(Buffer.from(JSON.stringify(whole)), planFor(body, false));
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const answer = step.value.ok ? (JSON.parse(step.value.body.toString()) as Fields) : assert.fail(step.value.fault);
    responseSchema.parse(answer);
    assert.deepEqual(answer.output, expected);
    assert.deepEqual(
      (expected as Fields[]).map(({ type, name, namespace: of, input }) => [type, name, of, input]),
      [
        ['reasoning', undefined, undefined, undefined],
        ['message', undefined, undefined, undefined],
        ['function_call', 'spawn_agent', 'multi_agent_v1', undefined],
        ['custom_tool_call', 'exec', undefined, 'b\n'],
      ],
    );
  });
});
