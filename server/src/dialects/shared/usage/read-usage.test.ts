import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quantities } from '@tollgate/contract/quantities';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { ReportedUsage, UsageDoubt } from '../../dialect.ts';
import { readUsage } from './read-usage.ts';

function valid(inputTokens: number, outputTokens: number, cachedTokens = 0, reasoningTokens = 0): ReportedUsage {
  return { kind: 'valid', usage: { inputTokens, cachedTokens, outputTokens, reasoningTokens, more: null }, tier: null };
}
/** 100 input and 50 output tokens, with parts. */
function parts(more: Quantities | null, cachedTokens = 0, reasoningTokens = 0): ReportedUsage {
  return { kind: 'valid', usage: { inputTokens: 100, cachedTokens, outputTokens: 50, reasoningTokens, more }, tier: null };
}
function doubtful(doubt: UsageDoubt, read: ReportedUsage): ReportedUsage {
  return read.kind === 'valid' ? { ...read, doubt } : read;
}
const none: ReportedUsage = { kind: 'none' };
const invalid: ReportedUsage = { kind: 'invalid' };
const hundred = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
const sent = (details: object, rest: object = {}): object => ({ ...hundred, prompt_tokens_details: details, ...rest });
const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

const rows: readonly (readonly [name: string, usage: unknown, expected: ReportedUsage, quirks?: Quirks])[] = [
  ['plain', counts, valid(10, 5)],
  ['missing', undefined, none],
  ['null', null, none],
  ['empty', {}, none],
  ['all zero says nothing', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, none],
  ['no completion yet', { prompt_tokens: 10, completion_tokens: 0 }, doubtful('output', valid(10, 0))],
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
  ['a total that nothing explains: the sum decides, in doubt', { ...counts, total_tokens: 99 }, doubtful('total', valid(10, 5))],
  ['a total that is nonsense', { ...counts, total_tokens: 'x' }, valid(10, 5)],
  ['completion follows from the total', { prompt_tokens: 10, total_tokens: 15 }, valid(10, 5)],
  ['prompt follows from the total', { completion_tokens: 5, total_tokens: 15 }, valid(10, 5)],
  ['a total below the prompt', { prompt_tokens: 10, total_tokens: 9 }, doubtful('output', valid(10, 0))],
  ['prompt alone', { prompt_tokens: 10 }, doubtful('output', valid(10, 0))],
  ['completion alone', { completion_tokens: 5 }, doubtful('input', valid(0, 5))],
  ['cached', { ...counts, prompt_tokens_details: { cached_tokens: 10 } }, valid(10, 5, 10)],
  ['cached beyond the prompt stands beside it', { ...counts, prompt_tokens_details: { cached_tokens: 11 } }, valid(21, 5, 11)],
  ['cached as a string', { ...counts, prompt_tokens_details: { cached_tokens: '1' } }, invalid],
  ['cached as a cache hit', { ...counts, prompt_cache_hit_tokens: 3, prompt_cache_miss_tokens: 7 }, valid(10, 5, 3)],
  ['cached at the top', { ...counts, cached_tokens: 4 }, valid(10, 5, 4)],
  ['cached as a number of tokens', { ...counts, num_cached_tokens: 2 }, valid(10, 5, 2)],
  ['details that are null', { ...counts, prompt_tokens_details: null, completion_tokens_details: null }, valid(10, 5)],
  ['reasoning inside', { ...counts, completion_tokens_details: { reasoning_tokens: 3 } }, valid(10, 5, 0, 3)],
  [
    'reasoning beyond the completion, and nothing proves it: it is cut, in doubt',
    { ...counts, completion_tokens_details: { reasoning_tokens: 30 } },
    doubtful('reasoning', valid(10, 5, 0, 5)),
  ],
  [
    'reasoning beside',
    { ...counts, completion_tokens_details: { reasoning_tokens: 30 } },
    valid(10, 35, 0, 30),
    { reasoningOutsideCompletion: true },
  ],
  ['parts that are zero', sent({ audio_tokens: 0, cache_write_tokens: 0, image_tokens: null }), parts(null)],
  ['written to the cache', sent({ cached_tokens: 20, cache_write_tokens: 30 }), parts({ cache_write: 30 }, 20)],
  ['written, inside the details', sent({ cache_creation_input_tokens: 30 }), parts({ cache_write: 30 })],
  ['written, at the top', { ...hundred, cache_creation_input_tokens: 30 }, parts({ cache_write: 30 })],
  [
    'written for an hour, as a part of what was written',
    { ...hundred, cache_creation_input_tokens: 30, cache_creation: { ephemeral_1h_input_tokens: 10 } },
    parts({ cache_write: 20, cache_write_1h: 10 }),
  ],
  ['written for an hour alone', sent({ cache_creation: { ephemeral_1h_input_tokens: 9 } }), parts({ cache_write_1h: 9 })],
  ['more for an hour than at all', sent({ cache_write_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 9 } }), invalid],
  [
    'sound, pictures, film',
    sent({ audio_tokens: 1, image_tokens: 2, video_tokens: 3 }),
    parts({ input_audio: 1, input_image: 2, input_video: 3 }),
  ],
  ['sound that was cached is priced as cached', sent({ cached_tokens: 95, audio_tokens: 10 }), parts({ input_audio: 5 }, 95)],
  [
    'pictures that were written, before sound',
    sent({ cache_write_tokens: 90, audio_tokens: 9, image_tokens: 8 }),
    parts({ cache_write: 90, input_image: 8, input_audio: 2 }),
  ],
  ['sound that was all cached', sent({ cached_tokens: 100, audio_tokens: 10 }), parts(null, 100)],
  ['more sound than input: not repaired, and believed by nobody', sent({ audio_tokens: 101 }), parts({ input_audio: 101 })],
  [
    'sound answered',
    { ...hundred, completion_tokens_details: { audio_tokens: 40, reasoning_tokens: 5 } },
    parts({ output_audio: 40 }, 0, 5),
  ],
  ['pictures answered', { ...hundred, completion_tokens_details: { image_tokens: 40 } }, parts({ output_image: 40 })],
  ['a part that is no count', sent({ audio_tokens: '7' }), invalid],
  ['an answered part that is no count', { ...hundred, completion_tokens_details: { audio_tokens: 1.5 } }, invalid],
  ['a written part below zero', sent({ cache_write_tokens: -1 }), invalid],
  ['reasoning as a float', { ...counts, completion_tokens_details: { reasoning_tokens: 0.5 } }, invalid],
];

for (const [name, usage, expected, quirks] of rows) {
  test(`row 85: reported usage, ${name}`, () => {
    assert.deepEqual(readUsage(usage, quirks ?? {}), expected);
  });
}

test('the tier that an upstream says it served as is kept, its ordinary one as such', () => {
  const tiers = ['flex', 'priority', 'default', 'auto', 'standard', '', null, undefined, 7].map((tier) => {
    const read = readUsage(counts, {}, tier);
    return read.kind === 'valid' ? read.tier : read.kind;
  });
  assert.deepEqual(tiers, ['flex', 'priority', 'default', 'default', 'default', null, null, null, null]);
});
