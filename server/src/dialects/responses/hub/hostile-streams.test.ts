/**
 * Goal: whatever an upstream of Responses sends, in whatever order, clients of every chat protocol receive valid events and exactly one end: of
 * success if the upstream completed the answer, otherwise of failure.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '@tollgate/contract/errors';
import { attemptPlan } from '../../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../../test/scanned.ts';
import { dialects } from '../../registry.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

type Fields = Readonly<Record<string, unknown>>;

interface Client {
  readonly body: Fields;
  readonly isSuccess: (event: Fields) => boolean;
  readonly isFailure: (event: Fields) => boolean;
}

const messages = [{ role: 'user', content: 'x' }];
const done = { done: true };
const hasType =
  (...types: readonly string[]) =>
  ({ type }: Fields): boolean =>
    types.includes(String(type));
const clients: Readonly<Record<string, Client>> = {
  'chat-completions': {
    body: { messages, tools: [{ type: 'function', function: { name: 'f' } }] },
    isSuccess: (event) => event === done,
    isFailure: ({ error }) => error !== undefined,
  },
  messages: {
    body: { messages, tools: [{ name: 'f', input_schema: {} }] },
    isSuccess: hasType('message_stop'),
    isFailure: hasType('error'),
  },
  responses: {
    body: { input: 'x' },
    isSuccess: hasType('response.completed', 'response.incomplete'),
    isFailure: hasType('response.failed'),
  },
};

function eventsIn(text: string): readonly Fields[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => (data === '[DONE]' ? done : (JSON.parse(data) as Fields)));
}

const odd = fc.constantFrom<unknown>(null, 0, -1, 1e21, '', 'x', '__proto__', 'constructor', [], {}, [[]], true, '好"\\\n', '0');
/** Mostly a plausible value. */
const or = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: odd });
const of = (...values: readonly unknown[]): fc.Arbitrary<unknown> => or(fc.constantFrom(...values));

const part = fc.record({ type: of('output_text', 'refusal'), text: of('Hi', ''), refusal: of('No') });
const item = or(
  fc.record(
    {
      type: of('message', 'reasoning', 'function_call', 'custom_tool_call', 'web_search_call'),
      id: of('a', 'b'),
      content: or(fc.array(part, { maxLength: 2 })),
      summary: or(fc.constant([{ type: 'summary_text', text: 'Hm' }])),
      encrypted_content: of('sealed', 'tg1.x'),
      name: of('f', 'toString', '__proto__'),
      call_id: of('c', 'd'),
      arguments: of('{}', '{"a":', 'x'),
      input: of('free'),
    },
    { requiredKeys: [] },
  ),
);
const deltas = ['output_text', 'refusal', 'reasoning_summary_text', 'reasoning_text', 'function_call_arguments', 'other'];
const types = ['created', 'in_progress', 'output_item.added', 'output_item.done', ...deltas.map((name) => `${name}.delta`)];
const response = or(
  fc.record(
    {
      id: of('r'),
      status: of('completed', 'incomplete', 'failed', 'in_progress'),
      output: or(fc.array(item, { maxLength: 2 })),
      usage: or(fc.constant({ input_tokens: 1, output_tokens: 2 })),
      incomplete_details: or(fc.constant({ reason: 'content_filter' })),
      error: of(null, null, null, { code: 'x', message: 'x' }),
    },
    { requiredKeys: [] },
  ),
);
const event = fc.record(
  {
    type: fc.constantFrom(...types.map((type) => `response.${type}`)),
    output_index: of(0, 1, 2),
    item_id: of('a', 'b'),
    content_index: of(0, 1),
    summary_index: of(0, 1),
    sequence_number: of(0, 1, 2),
    delta: of('a', '{"', ''),
    item,
    response,
  },
  { requiredKeys: ['type', 'delta', 'item'] },
);
const last = fc.record({
  type: fc.constantFrom('response.completed', 'response.completed', 'response.incomplete', 'response.failed', 'error'),
  response,
});

for (const [name, { body, isSuccess, isFailure }] of Object.entries(clients))
  test(`${name}: one end for every stream, and valid events before it`, () => {
    const relay = dialects.find((dialect) => dialect.name === 'responses')?.serves.get(name) ?? assert.fail();
    const plan = { ...attemptPlan, body: scanned({ model: 'm', ...body }) };
    const ends = fc.array(last, { maxLength: 2 });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 10 }), ends, fc.integer({ min: 1, max: 500 }), (events, lasts, size) => {
        const stream = Buffer.from([...events, ...lasts].map((sent) => `data: ${JSON.stringify(sent)}\n\n`).join(''));
        const answer = relay.createStreamRelay?.(plan) ?? assert.fail();
        let before = '';
        for (let at = 0; at < stream.length; at += size) before += answer.push(stream.subarray(at, at + size))?.toString() ?? '';
        answer.end();
        assert.ok(!eventsIn(before).some((sent) => isSuccess(sent) || isFailure(sent)), before);
        const isComplete = answer.state === 'complete';
        assert.equal(answer.tail !== null, isComplete);
        const tail = answer.tail ?? answer.errorTail?.(new ApiError('upstream_unavailable')) ?? assert.fail();
        const all = eventsIn(before + tail.toString());
        assert.deepEqual([all.filter(isSuccess).length, all.filter(isFailure).length], isComplete ? [1, 0] : [0, 1]);
      }),
      { seed, numRuns: 2_000 },
    );
  });
