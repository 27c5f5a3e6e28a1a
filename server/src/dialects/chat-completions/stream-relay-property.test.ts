import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sdkChunk } from '../../../test/corpus/sdk-chunk.ts';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import type { AttemptPlan } from '../dialect.ts';
import { ChatStreamRelay } from './stream-relay.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

const plan: AttemptPlan = {
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  includeUsage: false,
  callId: 'call',
};

/** Everything that an upstream may put into a stream, valid or not. */
const piece = fc.constantFrom(
  ...['data: ', 'data:', '\n', '\r', '\r\n', '\n\n', ':c', 'id: 1', '\ufeff', '[DONE]', '{', 'null', '1', '"a"'],
  '{"model":"u","choices":[{"index":0,"delta":{"content":"你"}}],"usage":null}',
  '{"id":"1","model":"u","choices":[{"index":1,"delta":{"content":"a"},"finish_reason":null}]}',
  '{"model":"u","choices":[{"index":0,"finish_reason":"stop"}]}',
  '{"model":"u","choices":[{"index":1,"finish_reason":"length"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}',
  '{"usage":{"prompt_tokens":3,"completion_tokens":1},"model":"u","choices":[]}',
  '{"choices":[{"index":0,"finish_reason":"stop"}],"obfuscation":"x","x":{"usage":{"prompt_tokens":3,"completion_tokens":1}}}',
  '{"error":null,"choices":[]}',
  '{"choices":null}',
  '{"choices":[null,1,{"delta":1,"index":"x"}]}',
);
const upstreamText = fc
  .array(
    fc.oneof(
      piece,
      piece.map((text) => `data: ${text}\n\n`),
      piece.map((text) => `data: ${text}\r\n\r\n`),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => Buffer.from(pieces.join('')));

function run(pieces: readonly Buffer[], includeUsage: boolean): { readonly sent: string; readonly relay: ChatStreamRelay } {
  const relay = new ChatStreamRelay({ ...plan, includeUsage });
  const out = pieces.map((bytes) => relay.push(bytes) ?? Buffer.alloc(0));
  relay.end();
  return { sent: Buffer.concat([...out, relay.tail ?? Buffer.alloc(0)]).toString(), relay };
}

function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...new Set([...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((one, other) => one - other);
  return ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
}

/** The data sent, independent of string notation: a corrected string may be written differently. */
function said(sent: string): unknown[] {
  const events = sent.split('\n\n');
  return events.map((event) => (event.startsWith('data: {') ? (JSON.parse(event.slice('data: '.length)) as unknown) : event));
}

function assertCanonical(event: string, includeUsage: boolean): void {
  assert.match(event, /^data: [^\r\n]*$/);
  if (event === 'data: [DONE]') return;
  const frame = JSON.parse(event.slice('data: '.length)) as Record<string, unknown>;
  sdkChunk.omit({ usage: true }).parse(frame);
  assert.equal(frame.model, 'm');
  assert.ok(!('error' in frame) && !('obfuscation' in frame));
  if (!includeUsage) assert.ok(!('usage' in frame));
  else if (frame.usage !== undefined && frame.usage !== null) assert.deepEqual(frame.choices, []);
}

test('any upstream output, split in any way, gives a client only well-formed events of its model', () => {
  fc.assert(
    fc.property(upstreamText, fc.array(fc.nat(400), { maxLength: 8 }), fc.boolean(), (bytes, cuts, includeUsage) => {
      const whole = run([bytes], includeUsage);
      const { sent, relay } = run(split(bytes, cuts), includeUsage);
      assert.deepEqual(said(sent), said(whole.sent));
      assert.deepEqual(
        [relay.state, relay.usage, relay.text, relay.fault],
        [whole.relay.state, whole.relay.usage, whole.relay.text, whole.relay.fault],
      );
      const events = sent.split('\n\n');
      assert.equal(events.pop(), '');
      for (const event of events) assertCanonical(event, includeUsage);
      assert.equal(events.filter((event) => event === 'data: [DONE]').length, relay.state === 'complete' ? 1 : 0);
      if (relay.state === 'complete') assert.equal(events.at(-1), 'data: [DONE]');
      else assert.equal(relay.tail, null);
    }),
    { seed, numRuns: 1500, verbose: fc.VerbosityLevel.Verbose },
  );
});

const honest = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => JSON.stringify(text).slice(1, -1));
const dishonest = fc.constantFrom(
  ...['', ' tokens', '你好', '\\n', '\\"', '\\u4f60', '\\ud83d', '\\', '"', '\\x', '\t', '\r', '\n', '\ufffd', '\ndata: '],
  ...['","content":"b', '"},"x":{"y":"', '"}}],"usage":null}\n\ndata: {"choices":[{"delta":{"content":"'],
);
/**
 * The text between the quotes of a string in a frame. Usually it is what genuine upstreams write. Sometimes, but rarely enough for a stream
 * to continue, it is invalid.
 */
const inside = fc.oneof({ weight: 8, arbitrary: honest }, { weight: 1, arbitrary: dishonest });
/** Hides the length of a text. */
const padding = fc.oneof({ weight: 8, arbitrary: fc.stringMatching(/^[A-Za-z0-9]{0,16}$/) }, { weight: 1, arbitrary: inside });
/** Frames that differ only in one string and their padding, and frames that only look like that. */
const shapes: readonly ((text: string, padding: string) => string)[] = [
  (text, pad) => `{"model":"u","choices":[{"index":0,"delta":{"content":"${text}"}}],"usage":null,"obfuscation":"${pad}"}`,
  (text, pad) => `{"model":"u","choices":[{"delta":{"content":"${text}"}}],"obfuscation":"${pad}","usage":null}`,
  (text, pad) => `{"obfuscation":"${pad}","model":"u","choices":[{"delta":{"content":"${text}"}}]}`,
  (text, pad) => `{"model":"u","choices":[{"delta":{"content":"${text}"}}],"obfuscation":"${pad}","obfuscation":"ab"}`,
  (text, pad) => `{"model":"u","choices":[{"delta":{"content":"${text}"}}],"obfuscation":"ab","obfuscation":"${pad}"}`,
  (text, pad) => `{"model":"u","choices":[{"delta":{"content":"${text}"},"finish_reason":null}],"obfuscation":["${pad}"]}`,
  (text) => `{"id":"1","model":"u","choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}],"usage":null}`,
  (text) => `{"model":"m","choices":[{"delta":{"content":"${text}"}}]}`,
  (text) => `{"model":"u","choices":[{"index":1,"delta":{"content":"${text}"}}]}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"content":null,"reasoning_content":"${text}"}}]}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"content":"","reasoning_content":"a","reasoning":"${text}"}}]}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"${text}"}}]}}]}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"f","arguments":"${text}"}}]}}]}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"content":"ab","content":"${text}"}}],"obfuscation":"x","error":null}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"content":"a","refusal":"${text}"}},{"index":1,"delta":{}}]}`,
  (text) =>
    `{"model":"u","choices":[{"index":0,"delta":{"content":"${text}"}}],"usage":{"prompt_tokens":3,"completion_tokens":2}}`,
  (text) => `{"model":"u","choices":[{"index":0,"delta":{"content":"${text}","content":"a"}}]}`,
  (text) => `{"choices":[{"index":0,"delta":{"reasoning_content":"","reasoning":"${text}","refusal":"no"}}]}`,
  (text) =>
    `{"model":"u","choices":[{"delta":{"content":"${text}"}}],"usage":{"prompt_tokens":3,"completion_tokens":${String(text.length)}}}`,
  (text) => `{"model":"${text}","choices":[{"index":0,"delta":{"content":"a"}}]}`,
];
const ends = [
  '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  '{"choices":[{"index":1,"finish_reason":"length"}]}',
  '{"model":"m","choices":[{"delta":{"content":"}}]}',
  '[DONE]',
];
const alikeStream = fc
  .tuple(fc.tuple(fc.constantFrom(...shapes), fc.constantFrom(...shapes)), fc.constantFrom('data: ', 'data:'))
  .chain(([some, field]) => {
    // Usually of one shape: only frames that resemble the last fully parsed one are recognized.
    const shape = fc.oneof({ weight: 5, arbitrary: fc.constant(some[0]) }, { weight: 1, arbitrary: fc.constantFrom(...some) });
    const frame = fc.tuple(shape, inside, padding).map(([make, ...strings]) => make(...strings));
    const event = fc.oneof({ weight: 12, arbitrary: frame }, { weight: 1, arbitrary: fc.constantFrom(...ends) });
    const eventEnd = fc.oneof(
      { weight: 40, arbitrary: fc.constant('\n\n') },
      { weight: 1, arbitrary: fc.constantFrom('\n', '\r\n\r') },
    );
    return fc.array(
      fc.tuple(event, eventEnd).map(([text, end]) => Buffer.from(`${field}${text}${end}`)),
      { minLength: 2, maxLength: 24, size: 'max' },
    );
  });

test('an event that is like those before it leaves, counts and ends as if it were fully parsed', () => {
  const cuts = fc.oneof(fc.constant('between events' as const), fc.array(fc.nat(2500), { maxLength: 8 }));
  fc.assert(
    fc.property(alikeStream, fc.option(fc.nat(2500)), cuts, fc.boolean(), (events, broken, reads, includeUsage) => {
      const bytes = Buffer.concat(events);
      // Invalid UTF-8, or the end of a line.
      if (broken !== null && broken < bytes.length) bytes[broken] = broken % 2 === 0 ? 0xff : 0x0a;
      const ends = events.map((_, position) => Buffer.concat(events.slice(0, position)).length);
      const known = run(split(bytes, reads === 'between events' ? ends : reads), includeUsage);
      // In a single chunk nothing came before, so nothing is recognized.
      const anew = run([bytes], includeUsage);
      assert.deepEqual(said(known.sent), said(anew.sent));
      const { state, usage, text, fault, endedNaturally } = anew.relay;
      assert.deepEqual(
        [known.relay.state, known.relay.usage, known.relay.text, known.relay.fault, known.relay.endedNaturally],
        [state, usage, text, fault, endedNaturally],
      );
    }),
    { seed, numRuns: 4000, verbose: fc.VerbosityLevel.Verbose },
  );
});
