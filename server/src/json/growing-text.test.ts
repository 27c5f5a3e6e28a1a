import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonBytes } from './compose.ts';
import { GrowingText } from './growing-text.ts';

test('a text that grows by pieces of any kind, also by halves of characters, is the same at the end', () => {
  const piece = fc.string({
    unit: fc.oneof(fc.constantFrom('\ud83d', '\ude00', '"', '\\', '\n', '好'), fc.string({ minLength: 1 })),
    maxLength: 700,
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = new GrowingText();
      for (const each of pieces) text.add(each, JSON.stringify(each));
      const whole = pieces.join('');
      assert.equal(JSON.parse(jsonBytes(text.json).toString()), whole);
      assert.equal(text.length, whole.length);
    }),
  );
});
