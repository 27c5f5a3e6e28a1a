import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { count } from '../../test/proofs/counts.ts';
import { testSeed } from '../../test/proofs/seed.ts';
import { scanned } from '../../test/scanned.ts';
import { listedTexts } from './listed-texts.ts';

/** The full texts, in any place. */
function textsOf(document: object, list = 'list', member = 'text'): unknown[] {
  const body = scanned(document);
  return listedTexts(body, list, member).map((text) =>
    typeof text === 'string' ? text : (JSON.parse(body.bytes.toString('utf8', text.start - 1, text.end + 1)) as unknown),
  );
}

const text = fc.oneof(
  fc.string(),
  fc.integer({ min: 1_000, max: 5_000 }).map((length) => 'é'.repeat(length)),
);

test('every text of a list is found in full, in items that are texts and in items that hold one', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text, other: text, isObject: fc.boolean() }), { maxLength: 20 }), text, (items, beside) => {
      const list = items.map(({ isObject, text: own, other }) => (isObject ? { other, text: own, deep: { text: other } } : own));
      const found = textsOf({ before: beside, text: beside, list, behind: [beside, { text: beside }] });
      assert.deepEqual(
        found,
        items.map(({ text: own }) => own),
      );
    }),
    { seed: testSeed, numRuns: count('runs') },
  );
});

test('what is no text counts as an empty one, and what is no list has none', () => {
  const long = 'x'.repeat(2_000);
  assert.deepEqual(textsOf({ list: [7, null, {}, { text: 7 }, [long], { other: long }, { text: [long] }] }), Array(7).fill(''));
  assert.deepEqual(textsOf({ list: { 0: long } }), []);
  assert.deepEqual(textsOf({}), []);
});
