/**
 * Goal: clients of Responses that rely on the form of its events receive the whole answer of upstreams that leave parts of this form out. Agents
 * act on complete items alone; official clients need the beginning, and fail at members that are null.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { ResponsesStreamRelay } from './responses-stream-relay.ts';

type Event = Readonly<{ type: string } & Fields>;

const created: Event = { type: 'response.created', response: { id: 'r', model: 'up', status: 'in_progress', output: [] } };
const message = { type: 'message', id: 'a', role: 'assistant', content: [] };
const said = { ...message, content: [{ type: 'output_text', text: 'Hello', annotations: [] }] };
const call = { type: 'function_call', id: 'f', call_id: 'c', name: 'f', arguments: '' };
const called = { ...call, arguments: '{"a":1}' };
const added = (output_index: number, item: unknown): Event => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: unknown): Event => ({ type: 'response.output_item.done', output_index, item });
const say = (delta: unknown): Event => ({
  type: 'response.output_text.delta',
  output_index: 0,
  item_id: 'a',
  content_index: 0,
  delta,
});
const argue = (delta: unknown): Event => ({
  type: 'response.function_call_arguments.delta',
  output_index: 0,
  item_id: 'f',
  delta,
});
const end = (...output: readonly object[]): Event => ({
  type: 'response.completed',
  response: { id: 'r', model: 'up', status: 'completed', output, usage: { input_tokens: 1, output_tokens: 2 } },
});

function relayed(events: readonly Event[], size: number): readonly Fields[] {
  const relay = new ResponsesStreamRelay(attemptPlan);
  const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  let out = '';
  for (let at = 0; at < bytes.length; at += size) out += relay.push(bytes.subarray(at, at + size))?.toString() ?? '';
  relay.end();
  assert.equal(relay.state, 'complete');
  out += relay.tail?.toString() ?? '';
  return [...out.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Fields);
}

const cases: Readonly<Record<string, readonly [events: readonly Event[], items: readonly object[]]>> = {
  'no beginning': [[added(0, message), say('Hello'), done(0, said), end(said)], [said]],
  'a beginning without its response': [
    [{ type: 'response.created' }, added(0, message), say('Hello'), done(0, said), end(said)],
    [said],
  ],
  'a beginning that is null': [
    [{ type: 'response.in_progress', response: null }, added(0, message), say('Hello'), done(0, said), end(said)],
    [said],
  ],
  'text that is null': [[created, added(0, message), say(null), say('Hello'), done(0, said), end(said)], [said]],
  'content that is null': [[created, added(0, { ...message, content: null }), say('Hello'), done(0, said), end(said)], [said]],
  'arguments that are null': [
    [created, added(0, { ...call, arguments: null }), argue('{"a":1}'), done(0, called), end(called)],
    [called],
  ],
  'an item that is null': [[created, added(0, null), say('Hello'), done(0, said), end(said)], [said]],
  'a message that only the last event completes': [[created, added(0, message), say('Hello'), end(said)], [said]],
  'a call that only the last event completes': [[created, added(0, call), argue('{"a":1}'), end(called)], [called]],
  'items in the last event alone': [
    [created, end(said, called)],
    [said, called],
  ],
  'the last event alone': [[end(said, called)], [said, called]],
};

for (const [name, [events, items]] of Object.entries(cases))
  test(`${name}: the response begins, its text is text, and every item is complete once`, () => {
    for (const size of [1, 13, Infinity]) {
      const sent = relayed(events, size);
      assert.equal(sent[0]?.type, 'response.created');
      const ids = sent.flatMap(({ response }) => (response === undefined ? [] : [fieldsOf(response).id]));
      assert.equal(new Set(ids).size, 1, 'one response');
      for (const { type, delta } of sent) assert.ok(!String(type).endsWith('.delta') || typeof delta === 'string');
      const told = sent.filter(({ type }) => String(type).startsWith('response.output_item.')).map(({ item }) => fieldsOf(item));
      for (const { type, content, arguments: json } of told)
        assert.ok(type === 'message' ? Array.isArray(content) : typeof json === 'string');
      const completed = sent.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
      assert.deepEqual(completed, items);
      assert.equal(sent.at(-1)?.type, 'response.completed');
    }
  });
