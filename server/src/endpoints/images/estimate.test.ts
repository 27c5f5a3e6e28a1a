import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { imageQualities } from '@tollgate/contract/model-api/images';
import { testSeed } from '../../../test/proofs/seed.ts';
import { scanned } from '../../../test/scanned.ts';
import type { Estimate } from '../endpoint.ts';
import { imagesGenerations } from './images-generations.ts';

function estimate(request: object, outputLimit: number | null = null): Estimate {
  const body = scanned({ model: 'm', prompt: 'a fox', ...request });
  const facts = { outputLimit, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 4_096 };
  return imagesGenerations.estimate(imagesGenerations.read(body), body, facts);
}

test('images are expected to be as many, as large and as good as asked for, and of medium quality where nothing is said', () => {
  const tokens = (request: object): number => estimate(request).expected.outputTokens;
  assert.equal(tokens({ size: '1024x1024', quality: 'low' }), 272);
  assert.equal(tokens({ size: '1536x1024', quality: 'high', n: 2 }), 2 * 6_240);
  assert.equal(tokens({ size: '1024x1024', quality: 'hd' }), 4_160);
  assert.equal(tokens({}), 1_584);
  assert.equal(tokens({ size: 'auto', quality: 'auto', n: null }), 1_584);
  assert.equal(estimate({ n: 3 }, 1_000).expected.outputTokens, 3_000);
});

test('nothing is expected that is more than the worst, whatever is asked for', () => {
  const side = fc.integer({ min: 16, max: 8_192 }).map(String);
  const size = fc.oneof(
    fc.tuple(side, side).map((sides) => sides.join('x')),
    fc.constant('auto'),
  );
  const request = fc.record(
    { n: fc.integer({ min: 1, max: 10 }), size, quality: fc.constantFrom(...imageQualities) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(request, fc.option(fc.integer({ min: 1, max: 100_000 })), (asked, limit) => {
      const { expected, worst } = estimate(asked, limit);
      assert.ok(expected.outputTokens <= worst.outputTokens && expected.inputTokens <= worst.inputTokens);
      assert.deepEqual(expected.more, worst.more);
      assert.deepEqual(Object.values(worst.more ?? {}), [asked.n ?? 1]);
    }),
    { seed: testSeed, verbose: fc.VerbosityLevel.Verbose },
  );
});
