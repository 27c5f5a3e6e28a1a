import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanned } from '../../../test/scanned.ts';
import { batches } from './batches.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_128);
const text = fc.string({ unit: 'binary', maxLength: 40 });
const tokens = fc.array(fc.nat(70_000), { minLength: 1, maxLength: 5 });
const inputs = fc.oneof(fc.array(text, { minLength: 1, maxLength: 30 }), fc.array(tokens, { minLength: 1, maxLength: 30 }));

test('requests of some inputs each are the one request cut at its inputs, whatever these hold and however it is written', () => {
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: 12 }), fc.constantFrom('', ' ', '\n\t'), (input, most, blank) => {
      const list = `[${blank}${input.map((item) => JSON.stringify(item)).join(`${blank},${blank}`)}${blank}]`;
      const body = scanned(`{"model":"m",${blank}"input":${blank}${list},"dimensions":3,"user":"],["}`);
      const parts = [...batches.split(body, most)].map(({ value }) => value);
      assert.deepEqual(
        parts.flatMap((part) => part.input),
        input,
      );
      for (const { input: some, ...rest } of parts) {
        assert.ok((some as unknown[]).length <= most);
        assert.deepEqual(rest, { model: 'm', dimensions: 3, user: '],[' });
      }
      assert.equal(parts.length, Math.ceil(input.length / most));
      assert.equal(batches.count(body), input.length);
    }),
    { seed, numRuns: 400 },
  );
});
