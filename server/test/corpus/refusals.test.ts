/**
 * Goal: the corpus of refusals has real ones of every built-in provider, and says for each of them what is right.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vendors } from '../../src/providers/registry.ts';
import { finishReasons, refusals } from './refusals.ts';

test('the corpus has refusals of every built-in provider, most of them from public sources', () => {
  const covered = new Set(refusals.map(({ vendor }) => vendor));
  const missing = vendors.filter(({ name }) => !covered.has(name)).map(({ name }) => name);
  assert.deepEqual(missing, []);
  assert.ok(refusals.length >= 130, String(refusals.length));
  assert.ok(refusals.filter(({ source }) => source !== null).length >= 70);
});

test('the corpus has ends of answers of every meaning', () => {
  assert.ok(finishReasons.length >= 25);
  assert.deepEqual([...new Set(finishReasons.map(({ means }) => means))].toSorted(), ['cut', 'end', 'fault', 'unknown']);
});
