/**
 * Goal: whatever an upstream of Messages sends, official clients find every block where they look for it, receive all text that is counted, and
 * exactly one end. Method: a reader as strict as the clients, which find blocks by number; streams that vendors and other gateways sent, and
 * generated ones.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import { streamed } from '../../../test/corpus/through-hub.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { MessagesStreamRelay } from './messages-stream-relay.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

const usage = { input_tokens: 3, output_tokens: 0 };
const message = { id: 'm', type: 'message', role: 'assistant', model: 'up', content: [], stop_reason: null, usage };
const begin = (own: Fields = {}): Fields => ({ type: 'message_start', message: { ...message, ...own } });
const open = (index: unknown, content_block: unknown): Fields => ({ type: 'content_block_start', index, content_block });
const delta = (index: unknown, of: unknown): Fields => ({ type: 'content_block_delta', index, delta: of });
const say = (index: unknown, text: unknown): Fields => delta(index, { type: 'text_delta', text });
const think = (index: unknown, thinking: unknown): Fields => delta(index, { type: 'thinking_delta', thinking });
const argue = (index: unknown, partial_json: unknown): Fields => delta(index, { type: 'input_json_delta', partial_json });
const stop = (index: unknown): Fields => ({ type: 'content_block_stop', index });
const end = (of: unknown = { output_tokens: 5 }): Fields => ({
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: of,
});
const last: Fields = { type: 'message_stop' };
const text = { type: 'text', text: '' };
const thinking = { type: 'thinking', thinking: '', signature: '' };
const tool = { type: 'tool_use', id: 't', name: 'f', input: {} };

function sse(events: readonly Fields[]): string {
  return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function relayed(
  events: readonly Fields[],
  size = Infinity,
): { readonly relay: MessagesStreamRelay; readonly sent: readonly Fields[] } {
  const relay = new MessagesStreamRelay(attemptPlan);
  const bytes = Buffer.from(sse(events));
  let out = '';
  for (let at = 0; at < bytes.length; at += size) out += relay.push(bytes.subarray(at, at + size))?.toString() ?? '';
  relay.end();
  out += relay.tail?.toString() ?? '';
  return { relay, sent: [...out.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as Fields) };
}

/** Which block a delta belongs to, and the member that contains its text. */
const written: ReadonlyMap<string, readonly [isOfBlock: (type: unknown) => boolean, member: string]> = new Map([
  ['text_delta', [(type) => type === 'text', 'text']],
  ['thinking_delta', [(type) => type === 'thinking', 'thinking']],
  ['input_json_delta', [(type) => type !== 'text' && type !== 'thinking', 'partial_json']],
]);

function textIn(value: unknown): string {
  assert.ok(typeof value === 'string', JSON.stringify(value));
  return value;
}

/** Puts blocks together as official clients do; fails where they would. */
class StrictReader {
  readonly blocks: { readonly type: unknown; words: string; isOpen: boolean }[] = [];

  read(event: Fields): void {
    const { type } = event;
    if (type === 'message_start') this.#begin(fieldsOf(event.message));
    else if (type === 'message_delta') this.#end(event);
    else if (type === 'content_block_start') this.#open(event.index, fieldsOf(event.content_block));
    else if (type === 'content_block_delta') this.#add(event);
    else if (type === 'content_block_stop') this.#blockOf(event).isOpen = false;
  }

  #begin({ content, usage: figures }: Fields): void {
    const { input_tokens: input, output_tokens: output } = fieldsOf(figures);
    assert.deepEqual([content, typeof input, typeof output], [[], 'number', 'number']);
  }

  #end({ delta: of, usage: figures }: Fields): void {
    assert.ok(fieldsOf(of) === of && typeof fieldsOf(figures).output_tokens === 'number');
  }

  #open(index: unknown, { type, text: words, thinking: thoughts }: Fields): void {
    assert.equal(index, this.blocks.length, 'blocks are counted from 0');
    const begun = type === 'text' ? textIn(words) : type === 'thinking' ? textIn(thoughts) : '';
    this.blocks.push({ type, words: begun, isOpen: true });
  }

  #blockOf({ index }: Fields): StrictReader['blocks'][number] {
    const found = this.blocks[Number(index)];
    assert.ok(found?.isOpen === true, 'the block is open');
    return found;
  }

  #add(event: Fields): void {
    const found = this.#blockOf(event);
    const of = fieldsOf(event.delta);
    const known = written.get(textIn(of.type));
    if (known === undefined) return;
    assert.ok(known[0](found.type), JSON.stringify(event));
    found.words += textIn(of[known[1]]);
  }
}

function strictly(events: readonly Fields[], isComplete = true): readonly string[] {
  const reader = new StrictReader();
  for (const sent of events) reader.read(sent);
  assert.ok(!isComplete || reader.blocks.every(({ isOpen }) => !isOpen));
  return reader.blocks.map(({ type, words }) => `${textIn(type)}: ${words}`);
}

/** The text of a chunk of chat. */
function saidIn({ choices }: Fields): string {
  const { content } = fieldsOf(fieldsOf((choices as readonly unknown[])[0]).delta);
  return typeof content === 'string' ? content : '';
}

const answer = (...blocks: readonly Fields[]): readonly Fields[] => [begin(), ...blocks, end(), last];
const hello = [open(0, text), say(0, 'Hello'), stop(0)];
const thought = [open(0, thinking), think(0, 'Hm'), stop(0)];
const both = ['thinking: Hm', 'text: Hello'];
const one = ['text: Hello'];

const cases: Readonly<Record<string, readonly [events: readonly Fields[], blocks: readonly string[]]>> = {
  'numbers with gaps': [answer(...thought, open(4, text), say(4, 'Hello'), stop(4)), both],
  'numbers from 1': [answer(open(1, text), say(1, 'Hel'), say(1, 'lo'), stop(1)), one],
  'one number for all blocks': [answer(...thought, ...hello), both],
  'one number, and no end between': [answer(open(0, thinking), think(0, 'Hm'), open(0, text), say(0, 'Hello')), both],
  'no numbers': [answer(open(undefined, text), say(undefined, 'Hello'), stop(null)), one],
  'no beginnings': [answer(think(0, 'Hm'), say(0, 'Hel'), say(0, 'lo'), stop(0)), both],
  'no end of a block': [answer(open(0, text), say(0, 'Hello')), one],
  'an end twice': [answer(...hello, stop(0)), one],
  'text in the block of thinking': [answer(open(0, thinking), think(0, 'Hm'), say(0, 'Hello'), stop(0)), both],
  'a signature in the block of text': [
    answer(...thought, open(1, text), delta(1, { type: 'signature_delta', signature: 's' }), say(1, 'Hello'), stop(1)),
    both,
  ],
  'a delta without content': [answer(open(0, text), delta(0, null), say(0, 'Hello'), stop(0)), one],
  'text that is null': [answer(open(0, text), say(0, null), say(0, 'Hello'), stop(0)), one],
  'arguments that are null': [answer(open(0, tool), argue(0, null), argue(0, '{}'), stop(0)), ['tool_use: {}']],
  'blocks that are null': [answer(open(0, null), say(0, 'Hello'), stop(0)), one],
  'blocks without their text': [
    answer(open(0, { type: 'thinking' }), think(0, 'Hm'), stop(0), open(1, { type: 'text' }), say(1, 'Hello')),
    both,
  ],
  'calls that alternate': [
    answer(open(0, tool), open(1, tool), argue(0, '{"a":'), argue(1, '{}'), argue(0, '1}'), stop(0), stop(1)),
    ['tool_use: {"a":1}', 'tool_use: {}'],
  ],
  'a message without members': [[{ type: 'message_start', message: {} }, ...hello, end(), last], one],
  'figures that are null': [[begin({ usage: { input_tokens: null } }), ...hello, end({ output_tokens: null }), last], one],
  'an end without content': [[begin(), ...hello, { type: 'message_delta', delta: null }, end(null), last], one],
  'unknown events, blocks and deltas': [
    answer(
      { type: 'new.event' },
      open(0, { type: 'new' }),
      delta(0, { type: 'new_delta' }),
      stop(0),
      open(1, text),
      say(1, 'Hello'),
      stop(1),
    ),
    ['new: ', ...one],
  ],
};

for (const [name, [events, blocks]] of Object.entries(cases))
  test(`${name}: clients of Messages and of other protocols receive the whole answer`, () => {
    for (const size of [1, 7, Infinity]) {
      const { relay, sent } = relayed(events, size);
      assert.deepEqual([relay.state, strictly(sent)], ['complete', blocks]);
    }
    const { state, events: chunks } = streamed('chat', 'messages', events, { messages: [{ role: 'user', content: 'x' }] });
    const said = chunks.map(saidIn).join('');
    assert.deepEqual([state, said], ['complete', blocks.includes('text: Hello') ? 'Hello' : '']);
  });

test('arguments that belong to no call break the answer, because the call would be another one', () => {
  for (const events of [
    answer(argue(0, '{}')),
    answer(open(0, tool), stop(0), argue(0, '{}')),
    answer(open(0, text), argue(0, '{}')),
  ])
    assert.equal(relayed(events).relay.state, 'broken');
});

const index = fc.constantFrom<unknown>(0, 0, 1, 2, 7, null, undefined, '0');
const words = fc.constantFrom<unknown>('a', 'bc', '', '好', null, 7);
const named = ['new', '__proto__', 'constructor', 'toString'].map((type) => ({ type }));
const block = fc.constantFrom<unknown>(text, thinking, tool, { type: 'text' }, ...named, null, []);
const event = fc.oneof(
  fc.tuple(index, block).map(([at, of]) => open(at, of)),
  fc.tuple(index, words).map(([at, of]) => say(at, of)),
  fc.tuple(index, words).map(([at, of]) => say(at, of)),
  fc.tuple(index, words).map(([at, of]) => think(at, of)),
  fc.tuple(index, words).map(([at, of]) => argue(at, of)),
  index.map((at) => delta(at, { type: 'signature_delta', signature: 's' })),
  fc.tuple(index, block).map(([at, of]) => delta(at, of)),
  index.map(stop),
);

test('generated streams: all text that is counted arrives, in blocks that clients can read', () => {
  let completed = 0;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (events, size) => {
      const { relay, sent } = relayed(answer(...events), size);
      const isComplete = relay.state === 'complete';
      const arrived = strictly(sent, isComplete).map((shown) => shown.slice(shown.indexOf(': ') + 2));
      assert.equal(sent.filter(({ type }) => type === 'message_stop').length, isComplete ? 1 : 0);
      if (!isComplete) return;
      completed += 1;
      assert.equal(arrived.join('').length, relay.text.wide + relay.text.narrow);
    }),
    { seed, numRuns: 3_000 },
  );
  assert.ok(completed > 500, String(completed));
});
