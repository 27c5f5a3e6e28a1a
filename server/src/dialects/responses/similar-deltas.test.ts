/** Goal: a delta that is recognized without parsing has the effect of one that is parsed, whatever its text is and wherever it is split. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '@tollgate/contract/errors';
import { attemptPlan as plan } from '../../../test/corpus/attempt-plan.ts';
import { ResponsesStreamRelay } from './responses-stream-relay.ts';
import { SimilarDeltas } from './similar-deltas.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);
const texts = fc.oneof(
  fc.constantFrom(
    'Hi',
    '',
    '"',
    '\\',
    '\\"',
    '"}\n\n',
    '","item_id":"b"',
    '"}',
    'a\\',
    '好',
    '𝕏',
    '\u0000',
    '\ud800',
    '0',
    '\u2028',
  ),
  fc.string({ maxLength: 8 }),
);

interface Delta {
  readonly item: number;
  readonly text: string;
  readonly padding: string;
}

/** Writes the members of a delta, in one of the orders of upstreams. */
const orders: readonly ((delta: Delta, number: number) => object)[] = [
  ({ item, text, padding }, sequence_number) => ({
    ...{ type: 'response.output_text.delta', content_index: 0, delta: text, item_id: `i${String(item)}` },
    ...{ logprobs: [], obfuscation: padding, output_index: item, sequence_number },
  }),
  ({ item, text }, sequence_number) => ({
    ...{ type: 'response.output_text.delta', sequence_number, output_index: item, content_index: 0, delta: text },
  }),
  ({ item, text }) => ({ delta: text, output_index: item, type: 'response.output_text.delta' }),
];

const created = 'event: response.created\ndata: {"type":"response.created","response":{"model":"client/model"}}\n\n';

test('deltas pass byte for byte, and their texts and numbers are those that a parser reads', () => {
  const delta = fc.record({ item: fc.constantFrom(0, 0, 0, 0, 1), text: texts, padding: texts });
  const stream = fc.record({
    order: fc.nat(orders.length - 1),
    deltas: fc.array(delta, { maxLength: 12 }),
    size: fc.integer({ min: 1, max: 900 }),
  });
  fc.assert(
    fc.property(stream, ({ order, deltas, size }) => {
      const write = orders[order] ?? assert.fail();
      const events = deltas.map((sent, number) => JSON.stringify(write(sent, number)));
      const sentDeltas = events.map((json) => `event: response.output_text.delta\ndata: ${json}\n\n`);
      const bytes = Buffer.from([created, ...sentDeltas].join(''));
      const consumed: (readonly [place: string, text: string])[] = [];
      const ignore = (): void => undefined;
      const consumer = {
        onItem: ignore,
        onDone: ignore,
        onEnd: ignore,
        onDelta: (place: string, _event: object, text: string) => void consumed.push([place, text]),
      };
      const relay = new ResponsesStreamRelay(plan);
      const reader = new ResponsesStreamRelay(plan, consumer);
      let out = '';
      const whole: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        const sent = relay.push(bytes.subarray(at, at + size));
        if (sent !== null) whole.push(sent);
        assert.equal(reader.push(bytes.subarray(at, at + size)), null);
      }
      out = Buffer.concat(whole).toString();
      assert.equal(out, bytes.toString());
      const read = deltas.map(({ item, text }) => [String(item), text] as const);
      assert.deepEqual(
        consumed,
        read.map(([place, text]) => [place, JSON.parse(JSON.stringify(text)) as string]),
      );
      assert.deepEqual(reader.text, relay.text);
      const tail = relay.errorTail(new ApiError('upstream_unavailable')).toString();
      const next = order === 2 ? 0 : deltas.length;
      assert.match(tail, new RegExp(`"sequence_number":${String(next)},`));
    }),
    { seed, numRuns: 2_000 },
  );
});

test('only complete JSON of the same form is recognized', () => {
  const event = { type: 'response.output_text.delta', output_index: 0, delta: 'a', sequence_number: 1 };
  const bytesOf = (json: string): Buffer => Buffer.from(`event: response.output_text.delta\ndata: ${json}\n\n`);
  const of = (delta: string, number: string): Buffer =>
    bytesOf(`{"type":"response.output_text.delta","output_index":0,"delta":${delta},"sequence_number":${number}}`);
  const similar = new SimilarDeltas();
  similar.learn(JSON.stringify(event), event, '0');
  assert.deepEqual(similar.match(of('"b\\"c"', '20'), 0), { end: of('"b\\"c"', '20').length, written: 'b"c', sequence: 20 });
  for (const [delta, number] of [
    ['7', '1'],
    ['"a\\x"', '1'],
    ['"a\tb"', '1'],
    ['"a","delta":"b"', '1'],
    ['"a"', '01'],
    ['"a"', '-1'],
    ['"a"', '1.5'],
    ['"a"', ''],
    ['"a"', '1234567890123456'],
  ] as const)
    assert.equal(similar.match(of(delta, number), 0), null, delta + number);
  const whole = of('"b"', '2');
  for (let cut = 0; cut < whole.length; cut += 1) assert.equal(similar.match(whole.subarray(0, cut), 0), null, String(cut));
  similar.forget();
  assert.equal(similar.match(whole, 0), null);
  const twice = '{"type":"response.output_text.delta","delta":"a","delta":"b"}';
  similar.learn(twice, JSON.parse(twice) as typeof event, '0');
  assert.equal(similar.match(bytesOf(twice), 0), null);
});
