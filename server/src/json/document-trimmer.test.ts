import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertLinear } from '../../test/cost-growth.ts';
import { testSeed } from '../../test/proofs/seed.ts';
import { DocumentTrimmer, type Shape } from './document-trimmer.ts';
import { findMembers } from './members.ts';

const everything: Shape = { members: {}, others: () => everything };

function trimmed(text: string | Buffer, shape: Shape, stepBytes = 7): DocumentTrimmer {
  const trimmer = new DocumentTrimmer(Buffer.from(text), shape);
  while (!trimmer.step(stepBytes));
  return trimmer;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const anyJson = fc.oneof(
  fc.json({ stringUnit: 'grapheme' }),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
);
const put = fc.constantFrom(
  '',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  '.',
  'e',
  '1e5',
  'null',
  ' ',
  '\n',
  '\u0001',
  '\\u12',
  'é',
);

test('a document is faulty exactly if a JSON parser refuses it, whatever is broken in it and however it is cut', () => {
  fc.assert(
    fc.property(anyJson, fc.nat(), put, fc.integer({ min: 1, max: 50 }), (json, where, mark, stepBytes) => {
      const at = where % (json.length + 1);
      const text = (json.slice(0, at) + mark + json.slice(mark === '' ? at + 1 : at)).toWellFormed();
      const trimmer = trimmed(text, everything, stepBytes);
      assert.equal(trimmer.isFaulty, !isJson(text), text);
      if (!trimmer.isFaulty) assert.ok(isJson(trimmer.parts.join('')), trimmer.parts.join(''));
    }),
    { seed: testSeed, numRuns: 2_000 },
  );
});

test('the members of the outermost object are where a parser finds them', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary-ascii', maxLength: 4 }), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value, null, 1);
      assert.deepEqual(trimmed(text, everything).members, findMembers(text));
    }),
    { seed: testSeed },
  );
});

test('what has no place in the shape becomes empty, and everything else is left as it is', () => {
  const shape: Shape = { members: { list: { items: { members: { inner: { members: {} } } } } } };
  for (const [text, left] of [
    [
      '{"list":[{"inner":{"a":1,"b":[2]},"outer":{"c":3}},[1],"x"],"other":[1,2]}',
      '{"list":[{"inner":{"a":1,"b":[]},"outer":{}},[],"x"],"other":[]}',
    ],
    ['{"l\\u0069st":[{"inner":[1]}]}', '{"l\\u0069st":[{"inner":[]}]}'],
    ['{"list":{"a":1}} ', '{"list":{}} '],
    ['[1,[2]]', '[]'],
    ['{"__proto__":{"a":1},"toString":[1]}', '{"__proto__":{},"toString":[]}'],
  ] as const)
    assert.equal(trimmed(text, shape).parts.join(''), left);
});

test('a string of megabytes is kept only where it is wanted as text', () => {
  const long = JSON.stringify('"x\\网'.repeat(20_000));
  const shape: Shape = { members: { wanted: { members: {}, isText: true }, list: { items: { members: {} } } } };
  const left = trimmed(`{"a":${long},"wanted":{"b":${long}},"list":[${long},{"c":${long}}],"d":1}`, shape, 1_000).parts.join('');
  assert.equal(left, `{"a":"…","wanted":{"b":${long}},"list":["…",{"c":"…"}],"d":1}`);
});

test('of what is brief, no string is left, but the place of each is known', () => {
  const shape: Shape = { members: { list: { items: { members: {}, isBrief: true } } } };
  const document = '{"a":"b","list":[{"type":"x","n":1,"text":"网"},{"inner":{"text":"y"}}]}';
  const trimmer = trimmed(Buffer.from(document), shape, 3);
  assert.equal(trimmer.parts.join(''), '{"a":"b","list":[{"type":"…","n":1,"text":"…"},{"inner":{}}]}');
  const places = trimmer.leftOut.map(({ name, start, end }) => [name, Buffer.from(document).toString('utf8', start, end)]);
  assert.deepEqual(places, [
    ['type', 'x'],
    ['text', '网'],
  ]);
});

test('what nobody honest sends is not taken for JSON: very deep, very long numbers, very many values that are wanted', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  assert.deepEqual([trimmed(deep(512), everything).isFaulty, trimmed(deep(513), everything).isFaulty], [false, true]);
  assert.ok(trimmed(`[${'1'.repeat(70_000)}]`, everything, 1024).isFaulty);
  assert.ok(trimmed(`{"a":${' '.repeat(1_100_000)}1}`, everything, 65_536).isFaulty);
  const many = `{${Array.from({ length: 200_001 }, (_, at) => `"${String(at)}":1`).join(',')}}`;
  assert.ok(trimmed(many, everything, 65_536).isFaulty);
  assert.ok(!trimmed(`{"a":[${'1,'.repeat(500_000)}1]}`, everything, 65_536).isFaulty);
});

test('the cost of a document grows with its length and no faster', () => {
  for (const unit of ['{"token":"a","bytes":[97]},', '"\\"\\\\",', '1.5e3,', '          ', '"网",']) {
    const text = (times: number): Buffer => Buffer.from(`{"list":[${unit.repeat(2_000 * times)}1]}`);
    const [part, whole] = [text(1), text(16)];
    assertLinear(
      16,
      () => trimmed(part, everything, 65_536),
      () => trimmed(whole, everything, 65_536),
    );
  }
});
