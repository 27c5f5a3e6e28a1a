import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonBytes } from './compose.ts';
import { jsonInString } from './json-in-string.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

test('any document in a string is the same characters again', () => {
  const space = fc.constantFrom<string | number>('', 1, '\t', '\n');
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), space, (value, between) => {
      const document = JSON.stringify(value, null, between).replaceAll('\n', '\r\n');
      assert.equal(JSON.parse(jsonBytes(jsonInString(Buffer.from(document))).toString()), document);
    }),
    { seed, numRuns: 2_000 },
  );
});
