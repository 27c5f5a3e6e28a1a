import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../test/proofs/seed.ts';
import { largePieces } from './large-pieces.ts';

test('a file in large pieces is the file, and each piece can be moved to another thread while the next is filled', async () => {
  const lengths = fc.array(fc.oneof(fc.nat(40), fc.nat(300_000)), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lengths, async (some) => {
      const given = some.map((length, at) => Buffer.alloc(length, `${String(at)} `));
      const moved: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of largePieces(Readable.from(given)))
        moved.push(structuredClone(piece, { transfer: [piece.buffer] }));
      assert.ok(Buffer.concat(moved).equals(Buffer.concat(given)));
    }),
    { seed: testSeed, numRuns: 30 },
  );
});
