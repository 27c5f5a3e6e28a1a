/**
 * Goal: prices as published by vendors produce the charges that a person calculates by hand. Method: price sheets of November 2026 (figures
 * taken as CNY), entered as an operator enters them, and calls with charges calculated by hand.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceRequest } from '@tollgate/contract/catalogue/prices';
import { formatExact } from '@tollgate/contract/money';
import type { Quantities } from '@tollgate/contract/quantities';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import { cost } from '../../../domain/catalog/price.ts';
import { readPrice } from './prices.ts';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
const peak = { input: '9', cached_input: '0.3', output: '27' };
const peakIn = (from: string, to: string): object => ({ window: { utc_offset: '+08:00', days: weekdays, from, to } });

const sheets = {
  /** Cache writes cost more. From 272,000 tokens on, all rates are higher. */
  'gpt-5.6-terra': {
    input: '2',
    cached_input: '0.2',
    output: '12',
    rates: { cache_write: '2.5' },
    variants: [
      { when: { min_input_tokens: 272_000 }, rates: { input: '4', cached_input: '0.4', output: '18', cache_write: '5' } },
    ],
  },
  /** Has service tiers; long-lived cache writes cost double. */
  'gpt-6-sol': {
    input: '2',
    cached_input: '0.2',
    output: '10',
    rates: { cache_write: '2.5', cache_write_1h: '4' },
    variants: [
      { when: { service_tier: 'flex' }, rates: { input: '1', cached_input: '0.1', output: '5' } },
      { when: { service_tier: 'priority' }, rates: { input: '4', cached_input: '0.4', output: '20' } },
    ],
  },
  'claude-opus-5-5': { input: '4', cached_input: '0.2', output: '20', rates: { cache_write: '5', cache_write_1h: '8' } },
  /** Higher rates above 200,000 tokens. */
  'gemini-3.1-pro': {
    input: '2',
    cached_input: '0.2',
    output: '12',
    variants: [{ when: { min_input_tokens: 200_001 }, rates: { input: '4', cached_input: '0.4', output: '18' } }],
  },
  /** Double price during office hours in Beijing, except at weekends. */
  'deepseek-v4-pro': {
    input: '4.5',
    cached_input: '0.15',
    output: '13.5',
    variants: [
      { when: peakIn('09:00', '12:00'), rates: peak },
      { when: peakIn('14:00', '18:00'), rates: peak },
    ],
  },
  'gpt-audio': { input: '2.5', cached_input: '1.25', output: '10', rates: { input_audio: '40', output_audio: '80' } },
  /** Separate rates for thinking and for long inputs. */
  'qwen-plus': {
    input: '0.8',
    cached_input: '0.16',
    output: '2',
    variants: [
      { when: { reasoning: true }, rates: { output: '8' } },
      { when: { min_input_tokens: 128_001 }, rates: { input: '2.4', cached_input: '0.48', output: '20' } },
      { when: { min_input_tokens: 128_001, reasoning: true }, rates: { output: '24' } },
    ],
  },
  'sonar-pro': { input: '1', output: '1', per_call: '0.02', rates: { 'tool:web_search': '35' } },
  'images alike': { per_image: '0.2' },
  'music by the second': { per_second: '0.01' },
  'rankings by the search': { per_search_unit: '0.014' },
  'qwen-image': { per_call: '0', rates: { image: '0.2', 'image@1024x1024@high': '0.5' } },
  'by the nano': { input: '0.0015', output: '0' },
} as const;

interface Call {
  readonly cached?: number;
  readonly reasoning?: number;
  readonly more?: Quantities;
  readonly tier?: ServiceTier;
  readonly at?: string;
  readonly multiplier?: bigint;
}

type Row = readonly [sheet: keyof typeof sheets, input: number, output: number, call: Call, charge: string];

const chat = { cached: 50_000 };
const rows: readonly Row[] = [
  ['gpt-5.6-terra', 1_000, 500, {}, '0.008'],
  ['gpt-5.6-terra', 10_000, 1_000, { cached: 8_000 }, '0.0176'],
  ['gpt-5.6-terra', 10_000, 100, { cached: 6_000, more: { cache_write: 3_000 } }, '0.0119'],
  ['gpt-5.6-terra', 271_999, 1_000, {}, '0.555998'],
  ['gpt-5.6-terra', 272_000, 1_000, {}, '1.106'],
  ['gpt-5.6-terra', 300_000, 2_000, { cached: 200_000, more: { cache_write: 50_000 } }, '0.566'],
  ['gpt-6-sol', 10_000, 2_000, { tier: 'flex' }, '0.02'],
  ['gpt-6-sol', 10_000, 1_000, { cached: 5_000, tier: 'priority' }, '0.042'],
  ['gpt-6-sol', 10_000, 1_000, {}, '0.03'],
  ['gpt-6-sol', 10_000, 100, { more: { cache_write: 1_000, cache_write_1h: 4_000 } }, '0.0295'],
  ['claude-opus-5-5', 50_000, 1_000, { cached: 40_000, more: { cache_write: 8_000 } }, '0.076'],
  ['claude-opus-5-5', 50_000, 500, { more: { cache_write: 10_000, cache_write_1h: 30_000 } }, '0.34'],
  ['claude-opus-5-5', 3, 7, {}, '0.000152'],
  ['gemini-3.1-pro', 200_000, 100, {}, '0.4012'],
  ['gemini-3.1-pro', 200_001, 100, {}, '0.801804'],
  ['gemini-3.1-pro', 250_000, 4_000, { cached: 240_000 }, '0.208'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-23T08:59:59.999+08:00' }, '0.246'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-23T09:00:00+08:00' }, '0.492'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-23T11:59:59.999+08:00' }, '0.492'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-23T12:00:00+08:00' }, '0.246'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-23T06:00:00Z' }, '0.492'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-27T17:59:59+08:00' }, '0.492'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-28T10:00:00+08:00' }, '0.246'],
  ['deepseek-v4-pro', 100_000, 1_000, { ...chat, at: '2026-11-29T15:00:00+08:00' }, '0.246'],
  ['gpt-audio', 1_000, 400, { more: { input_audio: 800, output_audio: 300 } }, '0.0575'],
  ['gpt-audio', 1_000, 10, { cached: 500, more: { input_audio: 400 } }, '0.016975'],
  ['qwen-plus', 1_000, 100, {}, '0.001'],
  ['qwen-plus', 1_000, 600, { reasoning: 500 }, '0.0056'],
  ['qwen-plus', 200_000, 1_000, { reasoning: 900 }, '0.504'],
  ['sonar-pro', 500, 200, { more: { 'tool:web_search': 3 } }, '0.1257'],
  ['qwen-image', 0, 0, { more: { 'image@1024x1024@high': 2, 'image@512x512': 1 } }, '1.2'],
  ['images alike', 0, 0, { more: { 'image@1024x1024': 3 } }, '0.6'],
  ['music by the second', 0, 0, { more: { output_audio_ms: 30_500, song: 1 } }, '0.305'],
  ['rankings by the search', 900, 0, { more: { search_unit: 2 } }, '0.028'],
  // 1.35 nano for each of two lines: rounding each line would give 2.
  ['by the nano', 2, 0, { cached: 1, multiplier: 900_000n }, '0.000000003'],
];

for (const [sheet, inputTokens, outputTokens, call, charge] of rows) {
  const { cached = 0, reasoning = 0, more = null, tier = null, at = '2026-11-24T03:00:00+08:00', multiplier } = call;
  test(`${sheet}: ${String(inputTokens)} in, ${String(outputTokens)} out ${JSON.stringify({ ...call, multiplier: String(multiplier) })} is ${charge}`, () => {
    const price = readPrice('price', priceRequest.parse(sheets[sheet]), null);
    const usage = { inputTokens, cachedTokens: cached, outputTokens, reasoningTokens: reasoning, more };
    const circumstances = { requestTimeMs: Date.parse(at), serviceTier: tier };
    assert.equal(formatExact(cost(price, usage, multiplier, circumstances)), charge);
  });
}
