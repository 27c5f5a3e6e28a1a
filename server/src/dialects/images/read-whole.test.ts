/** Goal: an answer has exactly one valid image for each one counted, of any size and with any bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { scanned } from '../../../test/scanned.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { readWhole } from './read-whole.ts';

function planFor(request: object): AttemptPlan {
  const body = scanned({ model: 'm', prompt: 'a fox', ...request });
  const fixed = { model: 'm', upstreamModel: 'u', stream: false, includeUsage: false, quirks: {} };
  return {
    ...fixed,
    body,
    supportedParameters: [],
    outputTokensMax: null,
    outputLimit: null,
    provider: 'p',
    clientHeaders: {},
    callId: 'c',
    inputTokens: 1,
  };
}

function read(bytes: Buffer | string, request: object = { n: 3 }): WholeAnswer & { readonly steps: number } {
  const reading = readWhole(Buffer.from(bytes), planFor(request));
  for (let steps = 1; ; steps += 1) {
    const next = reading.next();
    if (next.done === true) return { ...next.value, steps };
  }
}

const png = 'iVBORw0KGgoAAAAASUVORK5CYII=';
const address = 'https://media.example.com/a.png?sig=b%2Fc';

function answerWith(...data: readonly unknown[]): string {
  return JSON.stringify({ created: 1, data });
}

/** An image with this many characters, judged by its beginning and its end. */
function large(bytes: number): string {
  return `iVBORw0KGgoA${'QUJD'.repeat(bytes / 4 - 7)}AAAAAElFTkSuQmCC`;
}

test('an answer with its images reaches the client as the upstream wrote it', () => {
  for (const image of [{ b64_json: png }, { url: address }, { b64_json: null, url: address }, { b64_json: '', url: address }]) {
    const bytes = Buffer.from(`\n { "created" : 1.0, "data":[ ${JSON.stringify({ ...image, revised_prompt: 'x' })} ] }`);
    const answer = read(bytes);
    assert.ok(answer.ok, JSON.stringify(image));
    assert.deepEqual(answer.body, bytes);
    assert.deepEqual(answer.dropped, []);
    assert.deepEqual(answer.usage, { kind: 'none' });
  }
});

test('an image in base64 may lack its padding, and have its slashes and equals signs escaped', () => {
  const long = large(120_000);
  const words = [
    png,
    'iVBORw0KGgoAAAAASUVORK5CYII',
    'iVBORw0KGgoAAAAAAElFTkSuQmCCab\\/+',
    'iVBORw0KGgoAAAAAAElFTkSuQmCCabc\\u003d',
    'iVBORw0KGgoAAAAAAElFTkSuQmCCabc\\u003D',
    'iVBORw0KGgoAAAAAAElFTkSuQmCCab\\u002f\\u002B',
    '\\/9j\\/4AAQ\\/9k',
    '\\u002f9j\\u002F4AAQ\\u002f9k\\u003d',
    `${long}\\/aa`,
    `${long}ab\\u003d\\u003d`,
  ];
  for (const word of words) assert.ok(read(`{"data":[{"b64_json":"${word}"}]}`).ok, word.slice(-20));
});

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const headOfPng = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const endOfPng = Buffer.from('0000000049454e44ae426082', 'hex');
const headOfJpeg = Buffer.from('ffd8ffe000104a46494600', 'hex');

/** A RIFF file that declares its length. */
function webp(more: Buffer): Buffer {
  const file = Buffer.concat([latin1('RIFF\0\0\0\0WEBPVP8 '), more]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** Files that have this content in the middle. */
const pictures: Readonly<Record<string, (more: Buffer) => readonly (string | Buffer)[]>> = {
  PNG: (more) => [headOfPng, more, endOfPng],
  'PNG with zeros behind it': (more) => [headOfPng, more, endOfPng, Buffer.alloc(2000)],
  'PNG with a comment behind it': (more) => [headOfPng, more, endOfPng, 'made by a model'],
  JPEG: (more) => [headOfJpeg, more, latin1('\xff\xd9')],
  'JPEG with more behind it': (more) => [headOfJpeg, more, latin1('\xff\xd9'), Buffer.alloc(300, 'x')],
  GIF: (more) => ['GIF89a\u0001', more, ';'],
  WebP: (more) => [webp(more)],
  'WebP with zeros behind it': (more) => [webp(more), Buffer.alloc(8)],
  AVIF: (more) => [latin1('\0\0\0\x0cftypavif'), 'a part', more],
  SVG: (more) => ['<svg xmlns="http://www.w3.org/2000/svg"><text>', more, '</text></svg>\n'],
  'SVG behind a declaration': () => ['\ufeff<?xml version="1.0"?><svg/>'],
};
const halves: Readonly<Record<string, (more: Buffer) => readonly (string | Buffer)[]>> = {
  'the signature of a PNG': (more) => [headOfPng.subarray(0, 8), more],
  'a PNG without its end': (more) => [headOfPng, more, endOfPng.subarray(0, 6)],
  'a JPEG without its end': (more) => [headOfJpeg, more],
  'a GIF without its end': (more) => ['GIF89a\u0001', more],
  'a WebP without its end': (more) => [webp(Buffer.concat([more, Buffer.alloc(20, 'x')])).subarray(0, -9)],
  'an AVIF without its end': () => [latin1('\0\0\0\x1cftypavif\0')],
  'an SVG without its end': (more) => ['<svg xmlns="http://www.w3.org/2000/svg"><text>', more],
};
const noPictures: Readonly<Record<string, string | Buffer>> = {
  'a message': '{"error":"no capacity"}',
  'a page': '<!DOCTYPE html><html><svg/></html>',
  text: 'a red fox',
  sound: Buffer.from('RIFF\u0010\u0000\u0000\u0000WAVEfmt ', 'latin1'),
  film: Buffer.from('\u0000\u0000\u0000\u001cftypisom\u0000', 'latin1'),
  zeros: Buffer.alloc(64),
  'half a beginning': Buffer.from('89504e47', 'hex'),
};

test('base64 is an image only if it begins and ends as a picture does, however long it is', () => {
  for (const [name, parts, isOk] of [
    ...Object.entries(pictures).map(([name, parts]) => [name, parts, true] as const),
    ...Object.entries(halves).map(([name, parts]) => [name, parts, false] as const),
    ...Object.entries(noPictures).map(([name, file]) => [name, (more: Buffer) => [file, more], false] as const),
  ])
    for (const more of [0, 1, 2, 3, 700, 3 * 2 ** 16]) {
      const bytes = Buffer.concat(parts(Buffer.alloc(more, 'and more?')).map((part) => Buffer.from(part)));
      const base64 = bytes.toString('base64');
      for (const text of [base64, base64.replaceAll('/', '\\/'), base64.replaceAll('/', '\\u002f').replace(/=+$/, '')])
        assert.equal(read(`{"data":[{"b64_json":"${text}"}]}`).ok, isOk, `${name}, ${String(bytes.length)} bytes`);
    }
});

test('the end of an image is found wherever an escape before it falls', () => {
  for (let behind = 0; behind < 12; behind += 1) {
    const end = [endOfPng, 'x'.repeat(behind)].map((part) => Buffer.from(part));
    const file = Buffer.concat([headOfPng, Buffer.alloc(60_000, 0xff), ...end])
      .toString('base64')
      .replaceAll('/', '\\u002f');
    assert.ok(read(`{"data":[{"b64_json":"${file}"}]}`).ok, String(behind));
  }
});

test('what is no image, or not as many as can be counted, is no answer', () => {
  const long = large(80_000);
  const faulty: readonly string[] = [
    '',
    '[]',
    'null',
    '7',
    '"…"',
    '<html></html>',
    'data: {"data":[]}\n\n',
    '{}',
    '{"created":1}',
    '{"data":null}',
    '{"data":{"0":{}}}',
    answerWith(),
    answerWith({}),
    answerWith(null),
    answerWith([{ url: address }]),
    answerWith('text'),
    answerWith({ revised_prompt: 'a fox' }),
    answerWith({ url: '' }),
    answerWith({ url: 7 }),
    answerWith({ url: 'ftp://example.com/a.png' }),
    answerWith({ url: 'javascript:alert(1)' }),
    answerWith({ url: '/a.png' }),
    answerWith({ url: 'https://' }),
    answerWith({ url: `https://example.com/${'a'.repeat(9_000)}` }),
    answerWith({ url: `https://example.com/${long}` }),
    answerWith({ url: 'data:image/png;base64,QUJD' }),
    answerWith({ b64_json: 7 }),
    answerWith({ b64_json: {} }),
    answerWith({ b64_json: '…' }),
    answerWith({ b64_json: 'a' }),
    answerWith({ b64_json: 'ab=c' }),
    answerWith({ b64_json: 'abc==' }),
    answerWith({ b64_json: 'ab===' }),
    answerWith({ b64_json: '====' }),
    answerWith({ b64_json: 'not base64' }),
    answerWith({ b64_json: 'QUJD\\/' }),
    answerWith({ b64_json: `data:image/png;base64,${png}` }),
    answerWith({ b64_json: `${long}-` }),
    answerWith({ b64_json: `${long}\n` }),
    answerWith({ b64_json: `${long}a` }),
    answerWith({ b64_json: png }, { url: '' }),
    answerWith({ b64_json: long }, { b64_json: '…' }),
    answerWith({ b64_json: png, url: 'nowhere' }),
    answerWith({ b64_json: png }, { b64_json: png }, { b64_json: png }, { b64_json: png }),
    `{"data":[{"b64_json":"${long}","b64_json":"${png}"}]}`,
    `{"data":[{"b64_json":"${png}"}]`,
    `{"data":[{"b64_json":"${png}"}]}]`,
    `{"data":[{"b64_json":"${long}`,
    `{"error":{"message":"no"},"data":[{"b64_json":"${png}"}]}`,
    '{"code":"Throttling","message":"slow down"}',
    '{"base_resp":{"status_code":1008,"status_msg":"no balance"},"data":[]}',
  ];
  for (const text of faulty) {
    const answer = read(text);
    assert.ok(!answer.ok, text.slice(0, 100));
    assert.ok(answer.fault.length > 10);
  }
});

test('only a client whose requested form did not come gets a notice', () => {
  const dropped = (format: unknown, ...data: readonly object[]): unknown => {
    const answer = read(answerWith(...data), { n: 3, response_format: format });
    return answer.ok ? answer.dropped : null;
  };
  assert.deepEqual(dropped('url', { url: address }), []);
  assert.deepEqual(dropped('b64_json', { b64_json: png }), []);
  assert.deepEqual(dropped('b64_json', { b64_json: large(80_000) }), []);
  // In these cases, the files are stored here.
  assert.deepEqual(dropped('url', { b64_json: png }), []);
  assert.deepEqual(dropped('b64_json', { url: address }), []);
  assert.deepEqual(dropped('b64_json', { url: address }, { b64_json: png }), ['response_format']);
  assert.deepEqual(dropped('url', { url: address }, { b64_json: png }), ['response_format']);
  assert.deepEqual(dropped(null, { b64_json: png }), []);
});

test('the name of the model at the upstream and an empty error stay here', () => {
  const image = large(100_000);
  const answer = read(`{"model":"u-2026","error":null,"data":[{"b64_json":"${image}"}]}`);
  assert.ok(answer.ok);
  assert.equal(answer.body.toString(), `{"model":"m","data":[{"b64_json":"${image}"}]}`);
});

test('a usage is read as image models report it, and what is no count is not believed', () => {
  const usageOf = (usage: unknown): unknown => {
    const answer = read(JSON.stringify({ data: [{ b64_json: png }], usage }));
    return answer.ok ? answer.usage : null;
  };
  const input_tokens_details = { text_tokens: 9, image_tokens: 0, cached_tokens: 4 };
  const reported = { input_tokens: 9, output_tokens: 272, total_tokens: 281, input_tokens_details };
  const usage = { inputTokens: 9, cachedTokens: 4, outputTokens: 272, reasoningTokens: 0, more: null };
  const tier = null;
  assert.deepEqual(usageOf(reported), { kind: 'valid', usage, tier });
  const details = { input_tokens_details: { image_tokens: 6, cached_tokens: 4 }, output_tokens_details: { image_tokens: 200 } };
  const more = { input_image: 5, output_image: 200 };
  assert.deepEqual(usageOf({ ...reported, ...details }), { kind: 'valid', usage: { ...usage, more }, tier });
  const outputOnly = { generated_images: 1, output_tokens: 4_096, total_tokens: 4_096 };
  const drawn = { ...usage, inputTokens: 0, cachedTokens: 0, outputTokens: 4_096 };
  assert.deepEqual(usageOf(outputOnly), { kind: 'valid', usage: drawn, tier });
  for (const nothing of [null, {}, { input_tokens: 0, output_tokens: 0 }, { image_count: 1 }])
    assert.deepEqual(usageOf(nothing), { kind: 'none' }, JSON.stringify(nothing));
  const nonsense = [7, 'many', { input_tokens: -1 }, { output_tokens: 0.5 }, { output_tokens: 2 ** 31 }, { output_tokens: '7' }];
  const cached = { input_tokens: 3, output_tokens: 1, input_tokens_details: { cached_tokens: 4 } };
  for (const invalid of [...nonsense, cached]) assert.deepEqual(usageOf(invalid), { kind: 'invalid' }, JSON.stringify(invalid));
});

test('an answer of 48 MiB is read in steps of a quarter of a MiB', () => {
  const bytes = Buffer.from(answerWith({ b64_json: large(16 * 2 ** 20) }, { b64_json: large(32 * 2 ** 20) }));
  const { ok, steps } = read(bytes);
  assert.ok(ok);
  // Each byte is processed twice: as JSON and as base64.
  assert.ok(steps >= (2 * bytes.length) / (256 * 1024) - 4, String(steps));
});

/** Whether every client can read an answer, computed in the simplest way. */
function isAnswer(text: string, choices: number): boolean {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return false;
  }
  const { data, error } = (parsed ?? {}) as { readonly data?: unknown; readonly error?: unknown };
  if (error || !Array.isArray(data) || data.length === 0 || data.length > choices) return false;
  return data.every((item: unknown) => {
    const { b64_json: encoded, url } = (item ?? {}) as Readonly<Record<string, unknown>>;
    const isEncoded = typeof encoded === 'string' && /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/.test(encoded);
    return isEncoded || (typeof url === 'string' && /^https?:/.test(url));
  });
}

const imageText = fc.oneof(
  fc.constant(png),
  fc.constant(large(70_000)),
  fc.base64String({ minLength: 4 }),
  fc.base64String().map((text) => `iVBORw0KGgoA${text}`),
  fc.base64String().map((text) => `iVBORw0KGgoAAAAAAElFTkSuQmCC${text}`),
  fc.string(),
  fc.constant(`${large(66_000)}!`),
);
const imageItem = fc.oneof(
  fc.record({ b64_json: imageText, url: fc.oneof(fc.constant(address), fc.webUrl(), fc.string()) }, { requiredKeys: [] }),
  fc.jsonValue(),
);
const upstreamAnswer = fc.oneof(
  fc.record(
    { data: fc.array(imageItem, { maxLength: 5 }), error: fc.constantFrom(null, { code: 1 }) },
    { requiredKeys: ['data'] },
  ),
  fc.jsonValue(),
);

test('whatever an upstream sends, nothing is thrown, and what is taken for an answer is one', () => {
  const seeded = { seed: testSeed, numRuns: count('runs'), verbose: fc.VerbosityLevel.Verbose };
  const cut = fc.option(fc.nat({ max: 200 }), { freq: 4 });
  fc.assert(
    fc.property(upstreamAnswer, cut, fc.integer({ min: 1, max: 4 }), (value, end, n) => {
      const whole = JSON.stringify(value);
      const text = end === null ? whole : whole.slice(0, end);
      if (read(text, { n }).ok) assert.ok(isAnswer(text, n), text.slice(0, 200));
    }),
    seeded,
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.ok(!read(Buffer.from(bytes)).ok);
    }),
    seeded,
  );
});
