import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quirks } from '@tollgate/contract/quirks';
import type { ReportedUsage } from '../dialect.ts';
import { readUsage } from './read-usage.ts';

function valid(inputTokens: number, outputTokens: number, cachedTokens = 0, reasoningTokens = 0): ReportedUsage {
  return { kind: 'valid', usage: { inputTokens, cachedTokens, outputTokens, reasoningTokens } };
}
const none: ReportedUsage = { kind: 'none' };
const invalid: ReportedUsage = { kind: 'invalid' };
const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

const rows: readonly (readonly [name: string, usage: unknown, expected: ReportedUsage, quirks?: Quirks])[] = [
  ['plain', counts, valid(10, 5)],
  ['missing', undefined, none],
  ['null', null, none],
  ['empty', {}, none],
  ['all zero says nothing', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, none],
  ['no completion yet', { prompt_tokens: 10, completion_tokens: 0 }, valid(10, 0)],
  ['not an object', 'many', invalid],
  ['a string', { ...counts, prompt_tokens: '10' }, invalid],
  ['a float', { ...counts, completion_tokens: 5.5 }, invalid],
  ['negative', { ...counts, prompt_tokens: -10 }, invalid],
  ['a negative completion', { ...counts, completion_tokens: -5 }, invalid],
  ['negative details', { ...counts, cached_tokens: -1, reasoning_tokens: -1 }, invalid],
  ['10^18', { ...counts, completion_tokens: 1e18 }, invalid],
  ['2^31', { ...counts, completion_tokens: 2 ** 31 }, invalid],
  ['not finite', JSON.parse('{"prompt_tokens":1e400,"completion_tokens":1}'), invalid],
  ['a sum beyond 2^31', { prompt_tokens: 2 ** 31 - 1, completion_tokens: 1 }, invalid],
  ['a total that is not the sum: the sum decides', { ...counts, total_tokens: 99 }, valid(10, 5)],
  ['a total that is nonsense', { ...counts, total_tokens: 'x' }, valid(10, 5)],
  ['completion follows from the total', { prompt_tokens: 10, total_tokens: 15 }, valid(10, 5)],
  ['prompt follows from the total', { completion_tokens: 5, total_tokens: 15 }, valid(10, 5)],
  ['a total below the prompt', { prompt_tokens: 10, total_tokens: 9 }, invalid],
  ['prompt alone', { prompt_tokens: 10 }, invalid],
  ['cached', { ...counts, prompt_tokens_details: { cached_tokens: 10 } }, valid(10, 5, 10)],
  ['cached beyond the prompt', { ...counts, prompt_tokens_details: { cached_tokens: 11 } }, invalid],
  ['cached as a string', { ...counts, prompt_tokens_details: { cached_tokens: '1' } }, invalid],
  ['cached as a cache hit', { ...counts, prompt_cache_hit_tokens: 3, prompt_cache_miss_tokens: 7 }, valid(10, 5, 3)],
  ['cached at the top', { ...counts, cached_tokens: 4 }, valid(10, 5, 4)],
  ['cached as a number of tokens', { ...counts, num_cached_tokens: 2 }, valid(10, 5, 2)],
  ['details that are null', { ...counts, prompt_tokens_details: null, completion_tokens_details: null }, valid(10, 5)],
  ['reasoning inside', { ...counts, completion_tokens_details: { reasoning_tokens: 3 } }, valid(10, 5, 0, 3)],
  [
    'reasoning beyond the completion is cut',
    { ...counts, completion_tokens_details: { reasoning_tokens: 30 } },
    valid(10, 5, 0, 5),
  ],
  [
    'reasoning beside',
    { ...counts, completion_tokens_details: { reasoning_tokens: 30 } },
    valid(10, 35, 0, 30),
    { reasoningOutsideCompletion: true },
  ],
  ['reasoning as a float', { ...counts, completion_tokens_details: { reasoning_tokens: 0.5 } }, invalid],
];

for (const [name, usage, expected, quirks] of rows) {
  test(`row 85: reported usage, ${name}`, () => {
    assert.deepEqual(readUsage(usage, quirks ?? {}), expected);
  });
}
