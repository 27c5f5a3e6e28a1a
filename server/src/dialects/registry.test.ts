import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { dialects } from './registry.ts';

test('every folder of a dialect is listed, and every listed dialect that is no part of another has its folder', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map((entry) => entry.name);
  const whole = dialects.filter(({ isForOperators = true }) => isForOperators);
  assert.deepEqual(whole.map(({ name }) => name).sort(), folders.sort());
});
