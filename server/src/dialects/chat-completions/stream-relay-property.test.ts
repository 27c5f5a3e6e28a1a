import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanned } from '../../../test/scanned.ts';
import type { AttemptPlan } from '../dialect.ts';
import { ChatStreamRelay } from './stream-relay.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

const plan: AttemptPlan = {
  model: 'm',
  upstreamModel: 'u',
  stream: true,
  includeUsage: false,
  quirks: {},
  callId: 'call',
  body: scanned({}),
  inputTokens: 1,
  supportedParameters: [],
  outputTokensMax: null,
};

/** Everything an upstream may put into a stream, sense or nonsense. */
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

function assertCanonical(event: string, includeUsage: boolean): void {
  assert.match(event, /^data: [^\r\n]*$/);
  if (event === 'data: [DONE]') return;
  const frame = JSON.parse(event.slice('data: '.length)) as Record<string, unknown>;
  assert.ok(Array.isArray(frame.choices));
  assert.ok(frame.model === undefined || frame.model === 'm');
  assert.ok(!('error' in frame) && !('obfuscation' in frame));
  if (!includeUsage) assert.ok(!('usage' in frame));
  else if (frame.usage !== undefined && frame.usage !== null) assert.deepEqual(frame.choices, []);
}

test('whatever an upstream sends and however it is split, a client gets only well-formed events of its own model', () => {
  fc.assert(
    fc.property(upstreamText, fc.array(fc.nat(400), { maxLength: 8 }), fc.boolean(), (bytes, cuts, includeUsage) => {
      const whole = run([bytes], includeUsage);
      const ends = [...new Set([...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((one, other) => one - other);
      const pieces = ends.map((end, position) => bytes.subarray(ends[position - 1] ?? 0, end));
      const { sent, relay } = run(pieces, includeUsage);
      assert.equal(sent, whole.sent);
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
