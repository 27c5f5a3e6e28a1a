import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '@tollgate/contract/errors';
import { assertLinear } from '../../test/cost-growth.ts';
import { BodyScanner, scanLimits } from './body-scanner.ts';
import type { ScannedBody } from './scanned-body.ts';
import { addText } from './text-count.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

function scan(body: string | Buffer, pieceBytes = 65_536): ScannedBody {
  const bytes = Buffer.from(body);
  const scanner = new BodyScanner();
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
  return scanner.finish();
}

function refusalOf(body: string | Buffer, pieceBytes = 65_536): ApiError {
  try {
    scan(body, pieceBytes);
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error;
  }
  return assert.fail(`accepted: ${body.toString().slice(0, 80)}`);
}

/** Equal, except that a long string may be reduced to its beginning. */
function assertSkeletonOf(actual: unknown, expected: unknown): void {
  if (typeof expected === 'string' && expected.length > 100) {
    assert.ok(typeof actual === 'string' && actual.length >= 20 && expected.startsWith(actual));
  } else if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual));
    assert.equal(actual.length, expected.length);
    expected.forEach((item, position) => {
      assertSkeletonOf(actual[position], item);
    });
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null);
    assert.deepEqual(Object.keys(actual), Object.keys(expected));
    for (const [name, item] of Object.entries(expected))
      assertSkeletonOf(Object.entries(actual).find(([key]) => key === name)?.[1], item);
  } else assert.equal(actual, expected);
}

function textOf(value: unknown, counts = { wide: 0, narrow: 0 }): { wide: number; narrow: number } {
  if (typeof value === 'string') addText(value, counts);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) textOf(item, counts);
  return counts;
}

const character = fc.oneof(
  fc.constantFrom(
    'a',
    '"',
    '\\',
    '\n',
    '/',
    ' ',
    '中',
    '，',
    'か',
    '한',
    '𠀀',
    '😀',
    'é',
    '\u0000',
    '\u007f',
    '豈',
    ':',
    ',',
    '{',
    ']',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.array(character, { maxLength: 12 }).map((list) => list.join('')) },
  { weight: 1, arbitrary: fc.array(character, { minLength: 1, maxLength: 9 }).map((list) => list.join('').repeat(500)) },
  { weight: 1, arbitrary: fc.constant(`data:image/png;base64,${'QUJD'.repeat(400)}`) },
);
const { anyObject } = fc.letrec<{ anyValue: unknown; anyObject: Record<string, unknown> }>((tie) => ({
  anyValue: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, -1.5e-7, 12345678901234),
    anyText,
    fc.array(tie('anyValue'), { maxLength: 4 }),
    tie('anyObject'),
  ),
  anyObject: fc
    .uniqueArray(
      fc.tuple(
        fc.oneof(fc.constantFrom('model', '__proto__', 'constructor', '1', 'é', 'a"b'), fc.string({ maxLength: 6 })),
        tie('anyValue'),
      ),
      {
        maxLength: 5,
        selector: ([name]) => name,
      },
    )
    .map((entries) => Object.fromEntries(entries) as Record<string, unknown>),
}));

/** Writes some characters as escapes, which have the same meaning. */
function withEscapes(json: string): string {
  return json
    .replace(/[中か한é豈]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('😀', '\\ud83d\\ude00');
}

test('a scanned body means what a JSON parser says, wherever it is cut into pieces, and every span holds its member', () => {
  fc.assert(
    fc.property(
      anyObject,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 2),
      fc.boolean(),
      (value, piece, indent, escaped) => {
        const plainJson = JSON.stringify(value, null, indent);
        const json = escaped ? withEscapes(plainJson) : plainJson;
        const expected = JSON.parse(json) as Record<string, unknown>;
        const body = scan(json, piece);
        assertSkeletonOf(body.value, expected);
        assert.deepEqual(body.bytes, Buffer.from(json));
        assert.deepEqual(new Set(body.members.keys()), new Set(Object.keys(expected)));
        for (const [name, span] of body.members) {
          const written = body.bytes.toString('utf8', span.nameStart, span.valueEnd);
          const own = Object.entries(expected).filter(([key]) => key === name);
          assert.deepEqual(JSON.parse(`{${written}}`), Object.fromEntries(own));
          assert.deepEqual(JSON.parse(body.bytes.toString('utf8', span.valueStart, span.valueEnd)), own[0]?.[1]);
        }
        assert.deepEqual(body.text, textOf(expected));
      },
    ),
    { seed, numRuns: Number(process.env.TEST_RUNS ?? 400), verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a text that a JSON parser refuses is refused, wherever it is cut and whatever is broken in it', () => {
  fc.assert(
    fc.property(
      anyObject,
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', 'x', '\\', '\u0001', ':'),
      fc.integer({ min: 1, max: 9 }),
      (value, where, put, piece) => {
        const json = JSON.stringify(value);
        const at = where % (json.length + 1);
        const broken = (json.slice(0, at) + put + json.slice(put === '' ? at + 1 : at)).toWellFormed();
        let parsed: unknown;
        try {
          parsed = JSON.parse(broken);
        } catch {
          assert.match(refusalOf(broken, piece).code, /^invalid_(json|encoding)$/);
          return;
        }
        if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
          const names = [...broken.matchAll(/x/g)].length;
          try {
            assertSkeletonOf(scan(broken, piece).value, parsed);
          } catch (error) {
            assert.ok(error instanceof ApiError && error.message.includes('twice'), `${String(error)} ${String(names)}`);
          }
        }
      },
    ),
    { seed, numRuns: Number(process.env.TEST_RUNS ?? 400), verbose: fc.VerbosityLevel.Verbose },
  );
});

const long = 'x'.repeat(5000);
const refused: readonly [string, string | Buffer, string, RegExp][] = [
  ['row 22: UTF-16 with a byte order mark', Buffer.from('\ufeff{"model":"m"}', 'utf16le'), 'invalid_encoding', /UTF-8/],
  ['row 22: UTF-16 without one', Buffer.from('{"model":"m"}', 'utf16le'), 'invalid_encoding', /UTF-8/],
  ['row 22: the byte FF', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_encoding', /UTF-8/],
  ['row 22: an overlong form', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_encoding', /UTF-8/],
  ['row 22: surrogate bytes', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_encoding', /UTF-8/],
  [
    'row 22: GBK',
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc4, 0xe3, 0xba, 0xc3, 0x22, 0x7d]),
    'invalid_encoding',
    /UTF-8/,
  ],
  [
    'row 22: invalid UTF-8 deep inside a long string',
    Buffer.concat([Buffer.from(`{"a":"${long}`), Buffer.from([0xe4, 0xb8]), Buffer.from('"}')]),
    'invalid_encoding',
    /UTF-8/,
  ],
  ['row 23: empty', '', 'invalid_json', /empty/],
  ['row 23: white space', ' \n', 'invalid_json', /empty/],
  ['row 23: null', 'null', 'invalid_json', /it is null/],
  ['row 23: an array', '[]', 'invalid_json', /it is an array/],
  ['row 23: a string', '"x"', 'invalid_json', /it is a string/],
  ['row 24: a trailing comma', '{"a":1,}', 'invalid_json', /comma before the closing bracket at byte 7/],
  ['row 24: a trailing comma in a list', '{"a":[1,]}', 'invalid_json', /comma before the closing bracket at byte 8/],
  ['row 24: a comment', '{"a":1 /* x */}', 'invalid_json', /comments are not allowed at byte 7/],
  ['row 24: NaN', '{"中":NaN}', 'invalid_json', /NaN.* at byte 7/],
  ['row 24: single quotes', "{'a':1}", 'invalid_json', /double quotes at byte 1/],
  ['row 24: two documents', '{"a":1}{"a":1}', 'invalid_json', /more text follows.* at byte 7/],
  ['row 24: a fault behind a long string keeps its place', `{"a":"${long}","b":01}`, 'invalid_json', /at byte 5012/],
  ['row 24: cut off', '{"a":', 'invalid_json', /unexpected end at byte 5/],
  ['row 24: cut off inside a string', '{"a":"b', 'invalid_json', /ends inside a string/],
  ['row 24: a raw line break inside a long string', `{"a":"${long}\n"}`, 'invalid_json', /control character.* at byte 5006/],
  ['row 24: a wrong escape inside a long string', `{"a":"${long}\\x"}`, 'invalid_json', /malformed escape at byte 5006/],
  ['row 24: a wrong hexadecimal escape inside a long string', `{"a":"${long}\\u12g4"}`, 'invalid_json', /malformed escape/],
  ['row 25: depth 65', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'invalid_json', /deeper than 64/],
  ['row 25: depth 5 million', '['.repeat(5_000_000), 'invalid_json', /deeper than 64/],
  ['row 26: model twice', '{"model":"a","n":1,"model":"b"}', 'invalid_json', /"model" twice/],
  ['row 26: model twice, once with an escape', '{"model":"a","mod\\u0065l":"b"}', 'invalid_json', /"model" twice/],
  ['row 26: any other name twice', '{"x":1,"x":1}', 'invalid_json', /"x" twice/],
  ['a name twice in an inner object', '{"a":[{"x":1,"y":{},"x":2}]}', 'invalid_json', /object inside .* twice/],
  ['a name twice deep inside, once with an escape', '{"a":{"b":{"xy":1,"x\\u0079":1}}}', 'invalid_json', /twice/],
  ['a name twice that an object cannot have as a plain member', '{"a":{"__proto__":1,"__proto__":2}}', 'invalid_json', /twice/],
  [
    'row 28: a million names',
    `{"a":[${'{"k":1},'.repeat(scanLimits.namesMax)}{"k":1}]}`,
    'invalid_json',
    /more than 50000 names/,
  ],
  [
    'row 28: a thousand members',
    `{${Array.from({ length: 1000 }, (_, i) => `"${String(i * 3)}":1`).join(',')}}`,
    'invalid_json',
    /more than 500 members/,
  ],
  ['row 28: a name without end', `{"${long}":1}`, 'invalid_json', /name is too long/],
  ['row 28: megabytes of blanks', `{"a":${' '.repeat(5_000_000)}1}`, 'invalid_json', /more than 4194304 bytes besides/],
  ['row 28: megabytes of digits', `{"a":${'1'.repeat(5_000_000)}}`, 'invalid_json', /more than 4194304 bytes besides/],
  ['row 28: megabytes of short strings', `{"a":[${`"${'x'.repeat(100)}",`.repeat(50_000)}1]}`, 'invalid_json', /besides/],
  ['row 28: megabytes of quotes', '""'.repeat(2_500_000), 'invalid_json', /more than 4194304 bytes besides/],
  ['row 28: a million values', `{"a":[${'1,'.repeat(1_000_000)}1]}`, 'invalid_json', /more than 200000 values/],
];

for (const [name, body, code, message] of refused) {
  test(`${name} is refused and the answer says why`, () => {
    for (const pieceBytes of body.length > 10_000 ? [65_536] : [65_536, 1, 3]) {
      const error = refusalOf(body, pieceBytes);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      assert.equal(error.status, 400);
    }
  });
}

test('row 22: a UTF-8 byte order mark is accepted and dropped', () => {
  for (const pieceBytes of [1, 2, 100]) {
    const body = scan(`\ufeff{"a" : "${long}" , "b":[1]}`, pieceBytes);
    assert.equal(body.bytes[0], 0x7b);
    const span = body.members.get('b');
    assert.equal(body.bytes.toString('utf8', span?.valueStart, span?.valueEnd), '[1]');
  }
});

test('row 27: names such as __proto__ stay data and change no prototype', () => {
  const body = scan('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"polluted":1}}}');
  assert.equal(Object.getPrototypeOf(body.value), Object.prototype);
  assert.equal(Object.hasOwn(body.value, '__proto__'), true);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  assert.ok(body.members.has('__proto__'));
});

test('row 29: escaped NULs and unpaired surrogates are left as they are', () => {
  const json = '{"a":"\\u0000","b":"\\ud800"}';
  assert.equal(scan(json).bytes.toString(), json);
});

test('depth 64 is accepted', () => {
  scan(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`);
});

test('an image inside the body is not parsed, and is found by its place', () => {
  const image = `data:image/png;base64,${'QUJDRA=='.repeat(100_000)}`;
  const parts = [{ image_url: { '1': 'x'.repeat(3000), url: image } }, { text: '你好, hi' }];
  const body = scan(`\ufeff${JSON.stringify({ messages: [{ role: 'user', content: parts }] })}`);
  const [other, found] = body.longStrings;
  assert.ok(other && found);
  assert.deepEqual([found.end - found.start, found.narrow, found.wide], [image.length, image.length, 0]);
  assert.deepEqual([other.end - other.start, body.text], [3000, { wide: 2, narrow: 8 + image.length + 3000 }]);
  const steps = found.path.map((step) => (step < 0 ? ~step : body.bytes.toString('utf8', step, body.bytes.indexOf(':', step))));
  assert.deepEqual(steps, ['"messages"', 0, '"content"', 0, '"image_url"', '"url"']);
  assert.ok(JSON.stringify(body.value).length < 4000);
});

test('a long string is found at the place where it stands, wherever the body is cut', () => {
  fc.assert(
    fc.property(anyObject, fc.integer({ min: 1, max: 4000 }), (value, piece) => {
      const body = scan(JSON.stringify(value), piece);
      for (const { path, start, end } of body.longStrings) {
        if (path.length === 0) continue;
        let at: unknown = value;
        for (const step of path) {
          const name = step < 0 ? String(~step) : readNameAt(body.bytes, step);
          at = Object.entries(at as object).find(([key]) => key === name)?.[1];
        }
        assert.equal(at, JSON.parse(`"${body.bytes.toString('utf8', start, end)}"`));
      }
    }),
    { seed, numRuns: Number(process.env.TEST_RUNS ?? 400), verbose: fc.VerbosityLevel.Verbose },
  );
});

function readNameAt(bytes: Buffer, start: number): string {
  const text = bytes.toString('utf8', start);
  return JSON.parse(/^"(?:[^"\\]|\\.)*"/s.exec(text)?.[0] ?? '""') as string;
}

test('megabytes of long strings are no skeleton, complete or not', () => {
  const text = 'x'.repeat(3_000_000);
  assert.deepEqual(scan(JSON.stringify({ a: [text, text, text] })).text, { wide: 0, narrow: 9_000_000 });
});

test('row 28: brackets that close what was never opened fill no memory', () => {
  const body = Buffer.from('}}{'.repeat(1_300_000));
  const scanner = new BodyScanner();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < body.length; at += 65_536) scanner.push(body.subarray(at, at + 65_536));
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(grown < 32 * 1024 * 1024, `${String(grown)} bytes`);
  assert.throws(() => scanner.finish(), /not valid JSON: an unexpected character at byte 0/);
});

test('row 40: every character is counted once, however long a word is', () => {
  assert.deepEqual(scan(JSON.stringify({ a: 'a'.repeat(50_000) })).text, { wide: 0, narrow: 50_000 });
  assert.deepEqual(scan(JSON.stringify({ a: '网'.repeat(14_000) })).text, { wide: 14_000, narrow: 0 });
});

test('row 40: the cost of a body grows with its length and no faster', () => {
  const times = 16;
  for (const unit of ['a', '网', '\\u7f51', '\\"', '😀']) {
    const part = Buffer.from(`{"a":"${unit.repeat(20_000)}"}`);
    const whole = Buffer.from(`{"a":"${unit.repeat(20_000 * times)}"}`);
    assertLinear(
      times,
      () => scan(part),
      () => scan(whole),
    );
  }
});
