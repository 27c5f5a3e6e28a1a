import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import fc from 'fast-check';
import { count } from '../../../../test/proofs/counts.ts';
import { testSeed } from '../../../../test/proofs/seed.ts';
import type { ReportedUsage, UsageDoubt } from '../../dialect.ts';
import { readUsage } from './read-usage.ts';
import { ReportedSoFar } from './reported-so-far.ts';

const seeded = { seed: testSeed, numRuns: count('runs') * 10, verbose: fc.VerbosityLevel.Verbose };

interface Truth {
  readonly fresh: number;
  readonly cached: number;
  readonly written: number;
  readonly visible: number;
  readonly reasoning: number;
}

const few = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.integer({ min: 1, max: 40_000 }) });
const some = fc.integer({ min: 1, max: 40_000 });
const truth: fc.Arbitrary<Truth> = fc.record({ fresh: some, cached: few, written: few, visible: some, reasoning: few });

/** How an upstream counts cached and reasoning tokens. */
interface Convention {
  readonly cache: 'inside' | 'read inside' | 'beside';
  readonly thought: 'inside' | 'beside';
}

const conventions: readonly Convention[] = (['inside', 'beside'] as const).flatMap((thought) =>
  (['inside', 'read inside', 'beside'] as const).map((cache) => ({ cache, thought })),
);

/** Field names, each of which some upstream uses. */
type Names = 'details' | 'top' | 'hits' | 'responses';
const names = fc.constantFrom<Names>('details', 'top', 'hits', 'responses');

interface Counts {
  readonly prompt: number;
  readonly completion: number;
}

function rendered({ cached, written, reasoning }: Truth, { prompt, completion }: Counts, spelled: Names): object {
  const parts = { cached_tokens: cached, cache_write_tokens: written };
  const thought = { reasoning_tokens: reasoning };
  switch (spelled) {
    case 'details':
      return {
        prompt_tokens: prompt,
        completion_tokens: completion,
        prompt_tokens_details: parts,
        completion_tokens_details: thought,
      };
    case 'top':
      return {
        prompt_tokens: prompt,
        completion_tokens: completion,
        ...thought,
        cache_read_input_tokens: cached,
        cache_creation_input_tokens: written,
      };
    case 'hits':
      return {
        prompt_tokens: prompt,
        completion_tokens: completion,
        completion_tokens_details: thought,
        prompt_cache_hit_tokens: cached,
        prompt_tokens_details: { cache_creation_input_tokens: written },
      };
    case 'responses':
      return {
        input_tokens: prompt,
        output_tokens: completion,
        input_tokens_details: parts,
        output_tokens_details: thought,
      };
  }
}

function countsIn({ fresh, cached, written, visible, reasoning }: Truth, { cache, thought }: Convention): Counts {
  const of = { inside: fresh + cached + written, 'read inside': fresh + cached, beside: fresh };
  return { prompt: of[cache], completion: thought === 'inside' ? visible + reasoning : visible };
}

type Sums = readonly [input: number, output: number];

/** All interpretations of a report, in the documented order of precedence. */
function meanings({ cached, written, reasoning }: Truth, { prompt, completion }: Counts): readonly Sums[] {
  const inputs = [
    ...(cached + written <= prompt ? [prompt] : []),
    ...(cached <= prompt ? [prompt + written] : []),
    prompt + cached + written,
  ];
  const outputs = [...(reasoning <= completion ? [completion] : []), completion + reasoning];
  return outputs.flatMap((output) => inputs.map((input) => [input, output] as const));
}

function sumsOf(read: ReportedUsage): Sums {
  assert.ok(read.kind === 'valid');
  return [read.usage.inputTokens, read.usage.outputTokens];
}

test('what was really used comes back from every convention whose total is its sum, and of two that fit the cheaper counts', () => {
  const seen = { exact: 0, other: 0 };
  fc.assert(
    fc.property(truth, fc.constantFrom(...conventions), names, (used, convention, spelled) => {
      const counts = countsIn(used, convention);
      const [input, output] = [used.fresh + used.cached + used.written, used.visible + used.reasoning];
      const read = readUsage({ ...rendered(used, counts, spelled), total_tokens: input + output }, {});
      const fitting = meanings(used, counts).filter(([sent, answered]) => sent + answered === input + output);
      assert.deepEqual(sumsOf(read), fitting[0]);
      assert.ok(read.kind === 'valid' && read.doubt === undefined);
      const isExact = read.usage.inputTokens === input && read.usage.outputTokens === output;
      seen[isExact ? 'exact' : 'other'] += 1;
      if (!isExact) return;
      assert.equal(read.usage.cachedTokens, used.cached);
      assert.equal(read.usage.reasoningTokens, used.reasoning);
      assert.equal(read.usage.more?.cache_write ?? 0, used.written);
    }),
    seeded,
  );
  assert.ok(seen.exact > 50 * Math.max(1, seen.other), JSON.stringify(seen));
});

test('a quirk says which convention it is where no total does', () => {
  fc.assert(
    fc.property(truth, names, (used, spelled) => {
      const [input, output] = [used.fresh + used.cached + used.written, used.visible + used.reasoning];
      const beside = rendered(used, { prompt: used.fresh, completion: used.visible }, spelled);
      const quirks = { cachedOutsidePrompt: true, reasoningOutsideCompletion: true };
      assert.deepEqual(sumsOf(readUsage(beside, quirks)), [input, output]);
      const silent = { prompt_tokens: input, completion_tokens: used.visible, total_tokens: input + output };
      assert.deepEqual(sumsOf(readUsage(silent, { reasoningInTotalOnly: true })), [input, output]);
    }),
    seeded,
  );
});

const any = fc.record({
  used: truth,
  counts: fc.record({ prompt: some, completion: some }),
  total: fc.option(fc.oneof(some, fc.integer({ min: 1, max: 200_000 })), { nil: undefined }),
  isSum: fc.boolean(),
});

test('nothing costs more than what its own figures prove, whatever they are', () => {
  fc.assert(
    fc.property(any, fc.constantFrom<Names>('details', 'top', 'hits'), ({ used, counts, total, isSum }, spelled) => {
      const stated = isSum ? counts.prompt + counts.completion : total;
      const read = readUsage({ ...rendered(used, counts, spelled), total_tokens: stated }, {});
      assert.ok(read.kind === 'valid');
      const [input, output] = sumsOf(read);
      const isProven = input + output === stated;
      const isThoughtBeside = used.reasoning > counts.completion && stated === undefined;
      const most = isThoughtBeside ? counts.completion + used.reasoning : counts.completion;
      if (!isProven) assert.ok(output <= most, 'output beside the completion only where the figures say so');
      if (isThoughtBeside) assert.deepEqual([output, read.doubt], [most, 'reasoning']);
      const isBeside = used.cached + used.written > counts.prompt;
      if (!isProven && !isBeside) assert.equal(input, counts.prompt, 'input beside the prompt only where the figures say so');
      if (read.doubt === 'total') assert.ok(!isProven);
      assert.ok(read.usage.cachedTokens <= input && read.usage.reasoningTokens <= output);
      // Never free: no reported half is left out.
      assert.ok(input >= counts.prompt && output >= counts.completion);
    }),
    seeded,
  );
});

const frames = fc.constantFrom('prompt first', 'completion first', 'growing', 'zero first', 'zero last', 'once');

test('a stream reports what a whole answer does, however its report is split, repeated or followed by zeros', () => {
  const zero = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  fc.assert(
    fc.property(truth, frames, fc.constantFrom(0, undefined, null), (used, order, absent) => {
      const prompt = used.fresh + used.cached;
      const completion = used.visible + used.reasoning;
      const sent = { prompt_tokens: prompt, prompt_tokens_details: { cached_tokens: used.cached } };
      const answered = { completion_tokens: completion, completion_tokens_details: { reasoning_tokens: used.reasoning } };
      const halves = [
        { ...sent, completion_tokens: absent, total_tokens: prompt },
        { ...answered, prompt_tokens: absent, total_tokens: completion },
      ];
      const whole = { ...sent, ...answered, total_tokens: prompt + completion };
      const grown = [1, 2, 3].map((at) => ({ ...sent, completion_tokens: Math.ceil((used.visible * at) / 3) }));
      const reports: Readonly<Record<typeof order, readonly object[]>> = {
        'prompt first': halves,
        'completion first': halves.toReversed(),
        growing: [...grown, whole],
        'zero first': [zero, whole],
        'zero last': [whole, zero],
        once: [whole],
      };
      const reported = new ReportedSoFar({});
      for (const report of reports[order]) reported.take(report, undefined);
      assert.deepEqual(reported.usage, readUsage(whole, {}));
      const shown = reported.shown as Readonly<Record<string, unknown>>;
      assert.deepEqual(
        [shown.prompt_tokens, shown.completion_tokens, shown.total_tokens],
        [prompt, completion, prompt + completion],
      );
    }),
    seeded,
  );
});

test('clients read the usual words, whatever the upstream spoke', () => {
  const reported = new ReportedSoFar({});
  reported.take({ input_tokens: 25, output_tokens: 1, cache_read_input_tokens: 900 }, undefined);
  reported.take({ output_tokens: 15 }, undefined);
  assert.deepEqual(reported.shown, {
    prompt_tokens: 925,
    completion_tokens: 15,
    total_tokens: 940,
    prompt_tokens_details: { cached_tokens: 900 },
    completion_tokens_details: { reasoning_tokens: 0 },
  });
});

const cached = (tokens: number, written = 0): object => ({
  prompt_tokens_details: { cached_tokens: tokens, cache_write_tokens: written },
});
const thought = (tokens: number): object => ({ completion_tokens_details: { reasoning_tokens: tokens } });

/** Parts as large as their wholes, and missing halves next to their parts. */
const edges: readonly (readonly [string, object, readonly [number, number, UsageDoubt | undefined], Quirks?])[] = [
  [
    'all cached, and a total of nothing',
    { prompt_tokens: 100, completion_tokens: 10, total_tokens: 500, ...cached(100) },
    [100, 10, 'total'],
  ],
  [
    'all cached or written, and such a total',
    { prompt_tokens: 100, completion_tokens: 10, total_tokens: 999, ...cached(50, 50) },
    [100, 10, 'total'],
  ],
  [
    'all thought, the cache beside',
    { prompt_tokens: 9, completion_tokens: 10, total_tokens: 119, ...cached(100), ...thought(10) },
    [109, 10, undefined],
  ],
  [
    'all thought, and a total of nothing',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 99, ...thought(5) },
    [10, 5, 'total'],
  ],
  [
    'all thought, the cache beside, no total',
    { prompt_tokens: 9, completion_tokens: 10, ...cached(100), ...thought(10) },
    [109, 10, undefined],
  ],
  [
    'nothing hidden in the total',
    { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, ...thought(8) },
    [10, 5, 'reasoning'],
    { reasoningInTotalOnly: true },
  ],
  [
    'less thought than said, beside by a quirk',
    { prompt_tokens: 10, completion_tokens: 5, ...thought(3) },
    [10, 8, undefined],
    { reasoningOutsideCompletion: true },
  ],
  ['zero input beside what is cached', { prompt_tokens: 0, completion_tokens: 61, ...cached(900) }, [900, 61, undefined]],
  ['no input beside what is cached', { completion_tokens: 61, ...cached(900) }, [0, 61, 'input']],
  ['an input of one by the total', { prompt_tokens: 0, completion_tokens: 60, total_tokens: 61 }, [1, 60, undefined]],
  [
    'zero output, and a total that proves the cache',
    { prompt_tokens: 100, completion_tokens: 0, total_tokens: 150, ...cached(50) },
    [150, 0, 'output'],
  ],
  ['no output, and a total that may be it', { prompt_tokens: 100, total_tokens: 150, ...cached(50) }, [100, 50, undefined]],
];

for (const [name, report, [input, output, doubt], quirks] of edges) {
  test(`at the edge: ${name}`, () => {
    const read = readUsage(report, quirks ?? {});
    assert.ok(read.kind === 'valid');
    assert.deepEqual([read.usage.inputTokens, read.usage.outputTokens, read.doubt], [input, output, doubt]);
  });
}

test('a half alone is shown with the other as nothing, and two halves that no call can have used count as the first', () => {
  const shownOf = (report: object): unknown => {
    const reported = new ReportedSoFar({});
    assert.ok(reported.take(report, undefined));
    const { prompt_tokens, completion_tokens, total_tokens } = reported.shown as Readonly<Record<string, unknown>>;
    return [prompt_tokens, completion_tokens, total_tokens];
  };
  assert.deepEqual(shownOf({ prompt_tokens: 10 }), [10, 0, 10]);
  assert.deepEqual(shownOf({ completion_tokens: 5 }), [0, 5, 5]);
  const reported = new ReportedSoFar({});
  assert.ok(reported.take({ prompt_tokens: 2 ** 31 - 2, completion_tokens: 0 }, undefined));
  const before = reported.usage;
  assert.equal(reported.take({ completion_tokens: 10 }, undefined), false);
  assert.equal(reported.usage, before);
  const two = new ReportedSoFar({});
  assert.deepEqual([two.take({ prompt_tokens: 25 }, undefined), two.take({ completion_tokens: 15 }, undefined)], [true, true]);
});
