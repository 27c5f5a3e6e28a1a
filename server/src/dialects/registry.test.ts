import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { dialects } from './registry.ts';

test('every folder of a dialect is listed, and every listed dialect has its folder', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map((entry) => entry.name);
  assert.deepEqual(dialects.map(({ name }) => name).sort(), folders.sort());
});
