import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { TypicalOutput } from './typical-output.ts';

const model = { name: 'm', typicalOutput: null };
const terse = { name: 'terse', typicalOutput: 200 };

function observe(typical: TypicalOutput, account: string, name: string, lengths: readonly number[]): void {
  for (const length of lengths) typical.observe(account, name, length);
}

const times = (count: number, length: number): readonly number[] => Array.from({ length: count }, () => length);

test('below 20 answers the record of the model decides, and 4096 where it says nothing', () => {
  const typical = new TypicalOutput();
  assert.deepEqual([typical.of('a', model), typical.of('a', terse)], [4096, 200]);
  observe(typical, 'a', 'm', times(19, 9000));
  assert.equal(typical.of('a', model), 4096);
  observe(typical, 'a', 'm', [9000]);
  assert.equal(typical.of('a', model), 9000);
});

test('an account cannot bring its own figure below a quarter of the record', () => {
  const typical = new TypicalOutput();
  observe(typical, 'a', 'm', times(500, 0));
  observe(typical, 'a', 'terse', times(500, 1));
  assert.deepEqual([typical.of('a', model), typical.of('a', terse)], [1024, 50]);
});

test('what one account does moves no figure of another, of another model neither', () => {
  const call = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('m', 'terse'), fc.nat({ max: 100_000 }));
  fc.assert(
    fc.property(fc.array(call, { maxLength: 200 }), fc.array(fc.nat({ max: 9000 }), { maxLength: 40 }), (others, own) => {
      const alone = new TypicalOutput();
      const beside = new TypicalOutput();
      observe(alone, 'own', 'm', own);
      for (const [at, length] of own.entries()) {
        for (const [account, name, tokens] of others.slice(at * 5, at * 5 + 5)) beside.observe(account, name, tokens);
        beside.observe('own', 'm', length);
      }
      assert.equal(beside.of('own', model), alone.of('own', model));
      assert.equal(beside.of('own', terse), 200);
    }),
    { seed: testSeed, numRuns: count('runs'), verbose: fc.VerbosityLevel.Verbose },
  );
});

test('what is remembered is bounded; the accounts that were silent longest are forgotten', () => {
  const typical = new TypicalOutput(3);
  for (const account of ['a', 'b', 'c', 'a', 'd']) observe(typical, account, 'm', times(20, 9000));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((account) => typical.of(account, model)),
    [9000, 4096, 9000, 9000],
  );
});
