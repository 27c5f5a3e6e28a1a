import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../../test/proofs/seed.ts';
import { ReceivedBody } from './received-body.ts';

const kib = 1024;
const seeded = { seed: testSeed, numRuns: 40, verbose: fc.VerbosityLevel.Verbose };

/** Chunks from a few bytes to more than a socket returns at once. */
const chunks = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 150 * kib })), {
  minLength: 1,
  maxLength: 40,
});

function received(lengths: readonly number[], seed: number): { body: ReceivedBody; bytes: Buffer } {
  const body = new ReceivedBody();
  const made = lengths.map((length, at) => Buffer.alloc(length, `${String(seed)}.${String(at)} `));
  for (const chunk of made) body.push(chunk);
  return { body, bytes: Buffer.concat(made) };
}

test('an answer leaves as it came, around what is changed in it, and no later answer changes it', () => {
  fc.assert(
    fc.property(chunks, chunks, fc.double({ min: 0, max: 1, noNaN: true }), (lengths, later, place) => {
      const first = received(lengths, 1);
      const whole = first.body.whole();
      assert.ok(whole.equals(first.bytes));
      const at = Math.floor(place * whole.length);
      const parts = first.body.unborrowed([whole.subarray(0, at), Buffer.from('changed'), whole.subarray(at)]);
      first.body.giveBack();
      const second = received(later, 2);
      assert.ok(second.body.whole().equals(second.bytes));
      const expected = Buffer.concat([first.bytes.subarray(0, at), Buffer.from('changed'), first.bytes.subarray(at)]);
      assert.ok(Buffer.concat(parts).equals(expected));
      second.body.giveBack();
    }),
    seeded,
  );
});

test('answers that are looked at by turns do not see each other', () => {
  const bodies = [1, 2, 3, 4].map((seed) => received([90 * kib, 90 * kib], seed));
  const wholes = bodies.map(({ body }) => body.whole());
  for (const [at, { bytes }] of bodies.entries()) assert.ok(wholes[at]?.equals(bytes));
  for (const { body } of bodies) body.giveBack();
});
