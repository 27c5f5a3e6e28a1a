import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenCountLimit, type Usage } from '@tollgate/contract/usage';
import fc from 'fast-check';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import type { Price } from './model.ts';
import { isPossible, possibleUsage, type UsageBounds } from './possible-usage.ts';
import { cost } from './price.ts';

const seeded = { seed: testSeed, numRuns: count('runs') * 10, verbose: fc.VerbosityLevel.Verbose };

const limit = fc.option(fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 100_000_000 })));
const bounds: fc.Arbitrary<UsageBounds> = fc.record({
  model: fc.record({
    kind: fc.constant('chat'),
    contextLength: limit,
    outputLimit: limit,
    maxTokensIncludesReasoning: fc.boolean(),
  }),
  choices: fc.integer({ min: 1, max: 128 }),
  outputTokensMax: limit,
  inputTokensMax: fc.nat({ max: 40_000_000 }),
  moreMax: fc.constant(null),
});
const tokens = fc.oneof(fc.nat({ max: 10_000 }), fc.nat({ max: 20_000_000 }), fc.nat({ max: tokenCountLimit - 1 }));
const rate = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((micro) => micro * 1000n);
const price: fc.Arbitrary<Price> = fc.record({
  input: rate,
  cachedInput: rate,
  output: rate,
  perCall: rate,
  card: fc.constant(null),
});

function used(inputTokens: number, outputTokens: number): Usage {
  return { inputTokens, cachedTokens: 0, outputTokens, reasoningTokens: 0, more: null };
}

test('whatever is reported of whatever model, what is believed costs no more than the price of what is possible', () => {
  let believed = 0;
  fc.assert(
    fc.property(bounds, price, tokens, tokens, (known, rates, input, output) => {
      const most = possibleUsage(known);
      const { choices, model, outputTokensMax } = known;
      // The same limits, computed as the documents state them.
      const context = model.contextLength === null ? 16_777_216 : model.contextLength * 1.05 + 1024;
      const ofRecord = (model.outputLimit ?? model.contextLength ?? 1_048_576) * 1.05 + 1024;
      assert.ok(most.inputTokens <= context && most.outputTokens <= choices * ofRecord);
      if (outputTokensMax !== null && model.maxTokensIncludesReasoning)
        assert.ok(most.outputTokens <= outputTokensMax + 64 * choices);
      if (!isPossible(used(input, output), known)) return;
      believed += 1;
      assert.ok(cost(rates, used(input, output)) <= cost(rates, used(most.inputTokens, most.outputTokens)));
    }),
    seeded,
  );
  assert.ok(believed > 100, `${String(believed)} were believed`);
});

const described = { kind: 'chat', contextLength: 128_000, outputLimit: 4096, maxTokensIncludesReasoning: false } as const;
const reading = { kind: 'embedding', contextLength: 8_192, outputLimit: null, maxTokensIncludesReasoning: false } as const;
const plain: UsageBounds = { model: described, choices: 1, outputTokensMax: null, inputTokensMax: 2_000, moreMax: null };

test('what an honest provider reports is believed', () => {
  const honest: readonly (readonly [string, Usage, Partial<UsageBounds>])[] = [
    ['all of the output limit and the marks around it', used(100, 4096 + 200), {}],
    ['the output of several choices', used(100, 4096 * 8), { choices: 8 }],
    ['reasoning beyond a max_tokens that does not bound it', used(100, 4000), { outputTokensMax: 10 }],
    ['hidden instructions, tools and search results', used(100_000, 10), {}],
    ['all of the context and a little more', used(130_000, 10), { inputTokensMax: 400_000 }],
    [
      'the end mark behind max_tokens',
      used(1, 12),
      { outputTokensMax: 10, model: { ...described, maxTokensIncludesReasoning: true } },
    ],
    ['a thousand embeddings that fill the context each', used(2_000_000, 0), { inputTokensMax: 8_000_000, model: reading }],
    ['marks around an embedding', used(900, 0), { inputTokensMax: 50, model: reading }],
    [
      'much, of a model that nobody has described',
      used(10_000_000, 1_000_000),
      { model: { ...described, contextLength: null, outputLimit: null } },
    ],
  ];
  for (const [name, usage, changes] of honest) assert.ok(isPossible(usage, { ...plain, ...changes }), name);
});

test('what cannot be is not believed', () => {
  const lies: readonly (readonly [string, Usage, Partial<UsageBounds>])[] = [
    ['two thousand million tokens of 4096', used(100, 2_000_000_000), {}],
    ['output just above the limit', used(100, 4096 * 1.05 + 1026), {}],
    ['the output of two choices where one was asked for', used(100, 4096 * 2 + 2000), {}],
    ['input above the context', used(140_000, 10), { inputTokensMax: 400_000 }],
    ['input far above the bytes sent', used(134_000, 10), {}],
    [
      'output beyond a max_tokens that bounds all of it',
      used(1, 100),
      { outputTokensMax: 10, model: { ...described, maxTokensIncludesReasoning: true } },
    ],
    ['output of an embedding', used(10, 1), { model: reading }],
    ['input of an embedding beyond the bytes sent', used(4_000, 0), { model: reading }],
    ['input of an undescribed model for embeddings', used(4_000, 0), { model: { ...reading, contextLength: null } }],
    [
      'too much of a model that nobody has described',
      used(1, 2_000_000),
      { model: { ...described, contextLength: null, outputLimit: null } },
    ],
  ];
  for (const [name, usage, changes] of lies) assert.ok(!isPossible(usage, { ...plain, ...changes }), name);
});
