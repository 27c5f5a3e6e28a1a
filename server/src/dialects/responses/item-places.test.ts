import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptPlan as plan } from '../../../test/corpus/attempt-plan.ts';
import { plainRequest } from '../../../test/corpus/plain-request.ts';
import type { HubEvent } from '../shared/hub/hub-event.ts';
import { readResponsesStream } from './hub/responses-stream-reader.ts';
import { ResponsesStreamRelay } from './responses-stream-relay.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

type Fields = Readonly<Record<string, unknown>>;

/** How upstreams say which item an event belongs to. */
interface Naming {
  readonly number: (position: number) => number | string | undefined;
  readonly ids: 'stable' | 'none' | 'changing';
  /** Only whole sequences of events show where such an item ends. */
  readonly isWhole: boolean;
}

const namings: readonly Naming[] = (['stable', 'none', 'changing'] as const).flatMap((ids): Naming[] => [
  { number: (position) => position, ids, isWhole: false },
  { number: String, ids, isWhole: false },
  { number: (position) => position + 1, ids, isWhole: ids !== 'stable' },
  ...(ids === 'changing' ? [] : [() => 0, () => undefined].map((number) => ({ number, ids, isWhole: true }))),
]);

interface Sent {
  readonly type: 'message' | 'function_call' | 'reasoning';
  readonly words: readonly string[];
  readonly isAdded: boolean;
  readonly hasDeltas: boolean;
  readonly isDone: boolean;
  readonly isRepeated: boolean;
}

const deltaTypes: Readonly<Record<Sent['type'], string>> = {
  message: 'response.output_text.delta',
  function_call: 'response.function_call_arguments.delta',
  reasoning: 'response.reasoning_summary_text.delta',
};

function contentOf({ type, words }: Sent): Fields {
  const text = words.join('');
  if (type === 'function_call') return { type, call_id: 'call', name: 'f', arguments: text };
  if (type === 'reasoning') return { type, summary: [{ type: 'summary_text', text }] };
  return { type, role: 'assistant', content: [{ type: 'output_text', text }] };
}

/** The events of a stream, and the items of its last one. */
class Upstream {
  readonly events: Fields[] = [];
  readonly output: Fields[] = [];
  readonly #naming: Naming;
  #ids = 0;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  send(sent: Sent, position: number): void {
    const { isWhole, ids, number } = this.#naming;
    const item = contentOf(sent);
    if (isWhole || sent.isAdded || sent.type === 'function_call')
      this.#item('response.output_item.added', position, { ...item, arguments: '', content: [], summary: [] });
    if (sent.hasDeltas) this.#say(sent, position);
    if (!isWhole && !sent.isDone) return;
    this.#item('response.output_item.done', position, item);
    // Without anything that says so, an event is about the next item.
    const isRecognizable = ids === 'stable' || (ids === 'none' && number(0) !== number(1));
    if (!sent.isRepeated || !isRecognizable) return;
    this.#say(sent, position);
    this.#item('response.output_item.done', position, item);
  }

  #say({ words, type }: Sent, position: number): void {
    for (const delta of words) this.#event(position, { type: deltaTypes[type], delta, content_index: 0, summary_index: 0 });
  }

  list(sent: Sent, position: number): void {
    this.output.push({ ...this.#id(position, 'id'), ...contentOf(sent) });
  }

  #id(position: number, name: string): Fields {
    this.#ids += 1;
    const { ids } = this.#naming;
    return ids === 'none' ? {} : { [name]: `item_${String(position)}${ids === 'stable' ? '' : `_${String(this.#ids)}`}` };
  }

  #event(position: number, members: Fields): void {
    this.events.push({ ...members, ...this.#id(position, 'item_id'), output_index: this.#naming.number(position) });
  }

  #item(type: string, position: number, item: Fields): void {
    this.events.push({ type, item: { ...this.#id(position, 'id'), ...item }, output_index: this.#naming.number(position) });
  }
}

const sentItem: fc.Arbitrary<Sent> = fc.record({
  type: fc.constantFrom('message', 'message', 'function_call', 'reasoning'),
  words: fc.array(fc.constantFrom('one ', 'two ', '三'), { minLength: 1, maxLength: 3 }),
  isAdded: fc.boolean(),
  hasDeltas: fc.boolean(),
  isDone: fc.boolean(),
  isRepeated: fc.boolean(),
});

function bytesOf(events: readonly Fields[]): Buffer {
  return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

test('every item counts once and reaches clients of other protocols once, however its events name it, repeat it or leave it out', () => {
  const stream = fc.record({
    naming: fc.constantFrom(...namings),
    items: fc.array(sentItem, { maxLength: 5 }),
    isListed: fc.boolean(),
  });
  fc.assert(
    fc.property(stream, ({ naming, items, isListed }) => {
      const upstream = new Upstream(naming);
      const isSent = (item: Sent): boolean => naming.isWhole || item.hasDeltas || item.isDone;
      const shown = items.filter((item) => isListed || isSent(item));
      for (const [position, item] of shown.entries()) {
        if (isSent(item)) upstream.send(item, position);
        if (isListed) upstream.list(item, position);
      }
      const response = { id: 'r', status: 'completed', output: upstream.output };
      const bytes = bytesOf([...upstream.events, { type: 'response.completed', response }]);
      const relay = new ResponsesStreamRelay(plan);
      relay.push(bytes);
      const written = shown.flatMap(({ words }) => words);
      const wide = written.filter((word) => word === '三').length;
      assert.deepEqual(relay.text, { wide, narrow: 4 * (written.length - wide) });
      const parts: { readonly part: string; text: string }[] = [];
      const emit = (event: HubEvent): void => {
        if (event.kind === 'open') parts[event.at] = { part: event.part, text: '' };
        else if (event.kind === 'text') (parts[event.at] ?? assert.fail()).text += event.text;
      };
      const reader = readResponsesStream(plan, plainRequest, emit);
      reader.push(bytes);
      assert.equal(reader.state, 'complete');
      const part = { message: 'text', function_call: 'toolCall', reasoning: 'summary' };
      const ordered = (list: readonly object[]): string[] => list.map((entry) => JSON.stringify(entry)).sort();
      assert.deepEqual(ordered(parts), ordered(shown.map(({ type, words }) => ({ part: part[type], text: words.join('') }))));
    }),
    { seed, numRuns: 2_000 },
  );
});
