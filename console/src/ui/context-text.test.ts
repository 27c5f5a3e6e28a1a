import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextText } from './context-text.ts';

test('a context has the size that its vendor names, whether it counts in thousands or in 1,024', () => {
  const named = new Map([
    [512, '512'],
    [8_192, '8K'],
    [32_000, '32K'],
    [32_768, '32K'],
    [64_000, '64K'],
    [128_000, '128K'],
    [131_072, '128K'],
    [200_000, '200K'],
    [256_000, '256K'],
    [262_144, '256K'],
    [1_000_000, '1M'],
    [1_048_576, '1M'],
  ]);
  for (const [tokens, text] of named) assert.equal(contextText(tokens), text);
});
