/** Goal: an image that is sent step by step is relayed unchanged, and only a complete one in valid base64 completes its stream. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { scanned } from '../../../test/scanned.ts';
import { ImageStream } from './image-stream.ts';

const png = 'iVBORw0KGgoAAAAASUVORK5CYII=';
const usage = { input_tokens: 9, output_tokens: 272, total_tokens: 281 };

function event(type: string, more: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, b64_json: png, ...more })}\n\n`;
}

const partial = event('image_generation.partial_image', { partial_image_index: 0 });
const completed = event('image_generation.completed', { usage });

interface Read {
  readonly out: string;
  readonly tail: string | null;
  readonly relay: ImageStream;
}

function read(chunks: readonly (string | Buffer)[], { prefix = 'image_generation' as const, isOver = true } = {}): Read {
  const fixed = { model: 'm', upstreamModel: 'u', stream: true, includeUsage: false, quirks: {}, callId: 'c', inputTokens: 1 };
  const body = scanned({ model: 'm', prompt: 'a fox', stream: true });
  const relay = new ImageStream(
    { ...fixed, body, supportedParameters: [], outputTokensMax: null, outputLimit: null, provider: 'p', clientHeaders: {} },
    prefix,
  );
  const out = chunks.map((chunk) => relay.push(Buffer.from(chunk))?.toString() ?? '');
  if (isOver) relay.end();
  return { out: out.join(''), tail: relay.tail?.toString() ?? null, relay };
}

test('unfinished states pass at once, the image and its usage leave last', () => {
  const { out, tail, relay } = read([partial, partial, completed]);
  assert.deepEqual([out, tail, relay.state], [partial + partial, completed, 'complete']);
  const reported = { inputTokens: 9, cachedTokens: 0, outputTokens: 272, reasoningTokens: 0, more: null };
  assert.deepEqual(relay.usage, { kind: 'valid', usage: reported, tier: null });
  assert.deepEqual([relay.delivered, relay.endedNaturally, relay.keptBytes], [1, true, 0]);
});

test('a stream gives the same wherever it is split, and however its lines end', () => {
  const stream = `: comment\n\nid: 7\n${partial}${completed}`;
  const { out, tail } = read([stream]);
  for (const text of [stream, stream.replaceAll('\n', '\r\n')])
    for (let at = 1; at < text.length; at += 1) {
      const cut = read([text.slice(0, at), text.slice(at)]);
      assert.deepEqual([cut.out, cut.tail], [out, tail], String(at));
    }
  const bytes = read(Array.from(stream));
  assert.deepEqual([bytes.out, bytes.tail], [out, tail]);
});

test("events bear the names of the client's operation and of its model, and stand on one line", () => {
  const spread = JSON.stringify({ type: 'image_generation.completed', model: 'u-2026', b64_json: png, error: null }, null, 2);
  const written = spread
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('');
  const { tail } = read([`${written}\n`], { prefix: 'image_edit' as 'image_generation' });
  const [name = '', data = '', ...rest] = (tail ?? '').split('\n');
  assert.deepEqual([name, rest], ['event: image_edit.completed', ['', '']]);
  assert.deepEqual(JSON.parse(data.slice(6)), { type: 'image_edit.completed', model: 'm', b64_json: png });
});

test('what is no whole image is no complete stream', () => {
  const faulty: readonly string[] = [
    '',
    partial,
    completed.slice(0, -1),
    completed.slice(0, 40),
    'data: [DONE]\n\n',
    `${partial}data: [DONE]\n\n${completed}`,
    `data: ${'['.repeat(100)}\n\n`,
    'data: 7\n\n',
    'data: {\n\n',
    '{"data":[]}',
    '<html></html>',
    event('image_generation.completed', { b64_json: undefined }),
    event('image_generation.completed', { b64_json: '' }),
    event('image_generation.completed', { b64_json: '…' }),
    event('image_generation.completed', { b64_json: { a: 1 } }),
    event('image_generation.completed', { b64_json: `${'QUJD'.repeat(1_000)}!` }),
    event('image_generation.completed', { b64_json: Buffer.from('no picture').toString('base64') }),
    event('image_generation.completed', { b64_json: 'QUJD'.repeat(30_000) }),
    event('image_generation.partial_image', { b64_json: '<svg>' }) + completed,
    event('image_generation.succeeded'),
    event('error', { message: 'moderation' }) + completed,
    `data: {"error":{"code":"x","message":"no"}}\n\n${completed}`,
    `data: {"code":"Throttling","message":"slow"}\n\n${completed}`,
  ];
  for (const text of faulty) {
    const { relay, tail } = read([text]);
    assert.deepEqual([relay.state, tail], ['broken', null], text.slice(0, 100));
    assert.ok((relay.fault ?? '').length > 10);
  }
});

test('an event of more than 32 MiB is broken off, one of 30 MiB passes and is known to be kept', () => {
  const large = (bytes: number): Buffer[] => {
    const image = Buffer.alloc(bytes, 'iVBORw0KGgoA');
    const pieces = [Buffer.from('data: {"type":"image_generation.completed","b64_json":"')];
    for (let at = 0; at < image.length; at += 65_536) pieces.push(image.subarray(at, at + 65_536));
    return pieces;
  };
  const over = read(large(33 * 2 ** 20), { isOver: false });
  assert.equal(over.relay.state, 'broken');
  const under = read(large(30 * 2 ** 20), { isOver: false });
  assert.ok(under.relay.keptBytes >= 30 * 2 ** 20);
  under.relay.push(Buffer.from('AAAAAElFTkSuQmCC"}\n\n'));
  assert.equal(under.relay.state, 'complete');
});

test('whatever an upstream sends, nothing is thrown, and what is taken for an image is one', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      partial,
      completed,
      '\n',
      '\r',
      'data: ',
      'data:',
      'event: x',
      ': c\n',
      '[DONE]',
      '{',
      '}',
      '"',
      '\u0000',
      png,
    ),
    fc.jsonValue().map((value) => `data: ${JSON.stringify(value)}\n\n`),
    fc
      .record({ type: fc.constant('image_generation.completed'), b64_json: fc.string() })
      .map((value) => `data: ${JSON.stringify(value)}\n\n`),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { relay, tail } = read(pieces);
      assert.equal(relay.state === 'complete', tail !== null);
      if (tail === null) return;
      const { b64_json } = JSON.parse(tail.split('\ndata: ')[1] ?? '') as { readonly b64_json: string };
      assert.match(b64_json, /^[A-Za-z0-9+/]+={0,2}$/);
    }),
    { seed: testSeed, numRuns: count('runs'), verbose: fc.VerbosityLevel.Verbose },
  );
});
