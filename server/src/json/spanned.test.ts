import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonBytes } from './compose.ts';
import { joinedTextJson, LongText, plainText, readSpanned, textJson, valueJson, type RawJson } from './spanned.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

const never = (): boolean => false;

test('a document read and written again is the same value, with long texts and in any spacing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'binary', minLength: 1_100, maxLength: 1_200 }),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 4 }), fc.constantFrom(0, 1, '\t'), (document, space) => {
      const json = JSON.stringify(document, null, space);
      const again = jsonBytes(valueJson(readSpanned(Buffer.from(json), never))).toString();
      assert.deepEqual(JSON.parse(again), JSON.parse(json));
    }),
    { seed },
  );
});

test('opaque values keep their bytes: numbers, spacing and the order of members', () => {
  const raw = '{ "2":1.0, "1":[1e400, 9007199254740993, "}\\"]"] }';
  const read = readSpanned(Buffer.from(`{"input":[{"input":${raw}}]}`), (name, depth) => name === 'input' && depth > 1);
  const [item] = read.input as readonly { readonly input: RawJson }[];
  assert.equal(item?.input.text, raw);
  assert.equal(jsonBytes(valueJson(read)).toString(), `{"input":[{"input":${raw}}]}`);
});

test('a long text is copied as it was escaped, and decoded when it is needed', () => {
  const long = `${'a\\u00e9\\n\\"'.repeat(200)}\\\\`;
  const read = readSpanned(Buffer.from(`{"text":"${long}"}`), never);
  assert.ok(read.text instanceof LongText);
  assert.equal(plainText(read.text), JSON.parse(`"${long}"`));
  assert.equal(jsonBytes(textJson(read.text)).toString(), `"${long}"`);
  assert.equal(jsonBytes(joinedTextJson(['"', read.text], '\n')).toString(), `"\\"\\n${long}"`);
});
