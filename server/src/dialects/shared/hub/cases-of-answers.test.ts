/**
 * Goal: answers are right where users of other gateways reported them as broken between chat protocols. Each case has a number, an input and the right
 * output, for every pair of protocols that it concerns. Cases of protocols that the gateway does not speak have their numbers, too, and are
 * missing here.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streamed, whole, type ClientName, type Fields, type UpstreamName } from '../../../../test/corpus/through-hub.ts';
import { chatWhole, delta, messagesWhole } from '../../../../test/corpus/upstream-answers.ts';

const foreignToMessages: readonly ClientName[] = ['chat', 'responses'];
const foreignToChat: readonly ClientName[] = ['messages', 'responses'];

const called = (fields: object, index = 0): object => ({ tool_calls: [{ index, ...fields }] });
const typesOf = (events: readonly Fields[]): string =>
  events.map(({ type }) => String(type).replace('content_block', 'block')).join(' ');
const blockStarts = (events: readonly Fields[]): readonly (readonly [unknown, unknown])[] =>
  events
    .filter(({ type }) => type === 'content_block_start')
    .map(({ index, content_block: block }) => [index, (block as Fields).type] as const);

test('4: reasoning before a text is the first block of Messages, and no empty text comes before it', () => {
  const { events } = streamed('messages', 'chat', [
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'hm' }),
    delta({ content: 'Hi' }),
    delta({}, 'stop'),
  ]);
  assert.deepEqual(blockStarts(events), [
    [0, 'thinking'],
    [1, 'text'],
  ]);
});

test('5, 6: a call in the first chunk, with all its arguments, is block 0 and never {}', () => {
  const { events } = streamed('messages', 'chat', [
    delta({ role: 'assistant', content: null, ...called({ id: 'c', function: { name: 'f', arguments: '{"a":1}' } }) }),
    delta({}, 'tool_calls'),
  ]);
  assert.deepEqual(blockStarts(events), [[0, 'tool_use']]);
  const deltas = events.flatMap(({ delta: more }) =>
    (more as Fields | undefined)?.partial_json === undefined ? [] : [more as Fields],
  );
  assert.deepEqual(
    deltas.map(({ partial_json: json }) => json),
    ['{"a":1}'],
  );
});

test('7: a text beside an empty list of calls is a text', () => {
  for (const client of foreignToChat) {
    const { events } = streamed(client, 'chat', [delta({ content: 'Hi', tool_calls: [] }), delta({}, 'stop')]);
    assert.ok(JSON.stringify(events).includes('"Hi"') && !JSON.stringify(events).includes('tool_use'), client);
  }
});

test('8: a call begins as soon as its name is known', () => {
  const starts: Readonly<Record<string, string>> = { messages: 'content_block_start', responses: 'output_item.added' };
  for (const client of foreignToChat) {
    const { steps } = streamed(client, 'chat', [
      delta(called({ id: 'c', function: { name: 'f', arguments: '' } })),
      delta(called({ function: { arguments: '{}' } })),
      delta({}, 'tool_calls'),
    ]);
    assert.ok(steps[0]?.includes(starts[client] ?? '?'), client);
  }
});

test('9: the last chunk, without content, ends the block and the message', () => {
  const { events, state } = streamed('messages', 'chat', [delta({ content: 'Hi' }), delta({ content: null }, 'stop')]);
  assert.equal(state, 'complete');
  assert.ok(typesOf(events).endsWith('block_stop message_delta message_stop'), typesOf(events));
});

test('10: the chunk that changes the kind of block keeps its own content', () => {
  for (const client of foreignToChat) {
    const { events } = streamed(client, 'chat', [
      delta({ reasoning_content: 'one' }),
      delta({ content: 'two', ...called({ id: 'c', function: { name: 'f', arguments: '{"three":3}' } }) }),
      delta({}, 'tool_calls'),
    ]);
    const all = JSON.stringify(events);
    for (const text of ['one', 'two', 'three']) assert.ok(all.includes(text), `${client}: ${text}`);
  }
});

test('11: calls of one answer have different IDs, although the upstream sends equal ones or none', () => {
  for (const client of foreignToChat)
    for (const id of ['same', '', undefined]) {
      const chunks = [0, 1].map((index) => delta(called({ id, function: { name: 'f', arguments: '{}' } }, index)));
      const { events } = streamed(client, 'chat', [...chunks, delta({}, 'tool_calls')]);
      const ids = JSON.stringify(events).match(client === 'messages' ? /"tool_use","id":"[^"]+"/g : /"call_id":"[^"]+"/g);
      assert.equal(new Set(ids).size, 2, `${client}: ${String(id)}`);
    }
});

const begun = (usage: object): object => ({
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', model: 'u', content: [], usage },
});
const ended = (reason: string, usage: object): readonly object[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];

test('28: counts of the cache at the beginning and at the end of a stream count once', () => {
  for (const client of foreignToMessages) {
    const { usage } = streamed(client, 'messages', [
      begun({ input_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 5, output_tokens: 1 }),
      ...ended('end_turn', { input_tokens: 20, cache_read_input_tokens: 80, cache_creation_input_tokens: 5, output_tokens: 7 }),
    ]);
    assert.ok(usage.kind === 'valid');
    assert.deepEqual([usage.usage.inputTokens, usage.usage.cachedTokens, usage.usage.outputTokens], [105, 80, 7]);
  }
});

test('29: cached tokens are a part of the input in chat and Responses, and none of it in Messages', () => {
  const shown = whole('messages', 'chat', chatWhole({ content: 'Hi' }, 'stop')).usage as Fields;
  assert.deepEqual([shown.input_tokens, shown.cache_read_input_tokens, shown.output_tokens], [20, 80, 7]);
  const back = whole('chat', 'messages', messagesWhole([{ type: 'text', text: 'Hi' }], 'end_turn')).usage as Fields;
  assert.deepEqual([back.prompt_tokens, back.prompt_tokens_details], [100, { cached_tokens: 80 }]);
  const responses = whole('responses', 'messages', messagesWhole([{ type: 'text', text: 'Hi' }], 'end_turn')).usage as Fields;
  assert.deepEqual([responses.input_tokens, (responses.input_tokens_details as Fields).cached_tokens], [100, 80]);
});

test('37, 47: an answer that a limit ended says so in every protocol, also if it consists of reasoning alone', () => {
  const answers: readonly (readonly [UpstreamName, object])[] = [
    ['chat', chatWhole({ content: null, reasoning_content: 'hm' }, 'length')],
    ['messages', messagesWhole([{ type: 'thinking', thinking: 'hm', signature: 's' }], 'max_tokens')],
  ];
  for (const [upstream, answer] of answers) {
    const chat = whole('chat', upstream, answer).choices as readonly {
      readonly finish_reason: string;
      readonly message: Fields;
    }[];
    assert.deepEqual([chat[0]?.finish_reason, chat[0]?.message.reasoning_content], ['length', 'hm']);
    const messages = whole('messages', upstream, answer);
    assert.deepEqual([messages.stop_reason, (messages.content as readonly Fields[])[0]?.type], ['max_tokens', 'thinking']);
    const responses = whole('responses', upstream, answer);
    assert.deepEqual([responses.status, responses.incomplete_details], ['incomplete', { reason: 'max_output_tokens' }]);
    assert.ok(JSON.stringify(responses.output).includes('hm'));
  }
  const { events } = streamed('responses', 'chat', [delta({ reasoning_content: 'hm' }), delta({}, 'length')]);
  assert.equal(events.at(-1)?.type, 'response.incomplete');
});
