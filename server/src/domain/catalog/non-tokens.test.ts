import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelKinds } from '@tollgate/contract/enumerations';
import { quantitiesOf, type QuantityName } from '@tollgate/contract/quantities';
import { noUsage } from '@tollgate/contract/usage';
import { plausibleNonTokens, reservedNonTokens } from './non-tokens.ts';
import { isPossible } from './possible-usage.ts';
import { RateCard, type RateName } from './rate-card.ts';

const base = { input: 2n, cachedInput: 1n, output: 8n, perCall: 0n };
const priced = (...names: readonly RateName[]) => ({
  ...base,
  card: new RateCard(base, { rates: new Map(names.map((name) => [name, 5n])), variants: [] }),
});
const beside: readonly QuantityName[] = ['tool:web_search', 'tool:x', 'citation', 'input_audio_ms'];

test('quantities that upstreams add unasked are trusted for a chat model up to a bound, and for no other', () => {
  for (const name of beside)
    for (const kind of modelKinds) {
      const model = { kind, contextLength: null, outputLimit: null, maxTokensIncludesReasoning: false };
      const bounds = { model, choices: 1, outputTokensMax: null, inputTokensMax: 9, moreMax: null };
      const isBelieved = (amount: number): boolean => isPossible({ ...noUsage, more: quantitiesOf([[name, amount]]) }, bounds);
      const most = plausibleNonTokens(name, kind);
      assert.equal(most > 0, kind === 'chat', `${name} ${kind}`);
      assert.deepEqual([isBelieved(Math.max(most, 1)), isBelieved(most + 1)], [kind === 'chat', false], `${name} ${kind}`);
    }
  for (const name of ['image', 'song', 'search_unit', 'page', 'character'] as const)
    assert.equal(plausibleNonTokens(name, 'chat'), 0, name);
});

test('a key that must not pass its caps has it set aside where the price has a rate for it', () => {
  assert.equal(reservedNonTokens({ ...base, card: null }, 'chat'), null);
  assert.equal(reservedNonTokens(priced('cache_write', 'reasoning', 'output_audio'), 'chat'), null);
  assert.deepEqual(reservedNonTokens(priced('tool:web_search', 'citation', 'cache_write'), 'chat'), {
    citation: 131_072,
    'tool:web_search': 100,
  });
  assert.equal(reservedNonTokens(priced('image'), 'image'), null, 'an endpoint that is asked for pieces says so itself');
});
