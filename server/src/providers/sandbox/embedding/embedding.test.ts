import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SandboxStep } from '../sandbox-exchange.ts';
import { SandboxRefusal } from '../sandbox-knobs.ts';
import { embedText } from './embed-text.ts';
import { embedding } from './embedding.ts';

function ran<Result>(steps: Generator<SandboxStep, Result>): { readonly result: Result; readonly turns: number } {
  for (let turns = 0; ; turns += 1) {
    const next = steps.next();
    if (next.done === true) return { result: next.value, turns };
  }
}

function vectorOf(text: string, dimensions = 256): readonly number[] {
  return ran(embedText(text, dimensions)).result;
}

function cosine(one: string, other: string): number {
  const vector = vectorOf(other);
  return vectorOf(one).reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
}

const close: readonly (readonly [one: string, near: string, far: string])[] = [
  ['how to reset my password', 'I want to reset my password', 'the weather in Shanghai tomorrow'],
  ['如何重置密码', '怎样重置我的密码', '明天上海的天气'],
  ['Der Zug fährt ab', 'der Zug fährt', 'Brot und Butter'],
  ['パスワードを忘れた', 'パスワードを忘れました', '天気はどうですか'],
];

test('texts with common words are closer than others, in any script; case and width of letters do not matter', () => {
  for (const [one, near, far] of close) assert.ok(cosine(one, near) > cosine(one, far) + 0.3, one);
  assert.ok(cosine('ＡＢＣ straße', 'abc STRASSE') > 0.1 && cosine('HELLO World', 'hello, world!') > 0.999);
});

test('every text has a vector of length 1, always the same, at every number of dimensions', () => {
  for (const text of ['a', '!', '😀', 'a b', ' ', '中文', 'x'.repeat(1000), 'a a a a'])
    for (const dimensions of [1, 2, 256, 1_024]) {
      const vector = vectorOf(text, dimensions);
      assert.equal(vector.length, dimensions);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-3, `${text} at ${String(dimensions)}`);
      assert.deepEqual(vectorOf(text, dimensions), vector);
    }
});

test('megabytes of text, and many texts, are embedded in separate turns of the event loop', () => {
  const frame = { id: 'a', created: 0 };
  const long = ran(embedding.answer({ input: 'word 字 '.repeat(100_000) }, frame));
  assert.ok(long.turns >= 20, String(long.turns));
  const many = ran(embedding.answer({ input: Array<string>(2_048).fill('a') }, frame));
  assert.ok(many.turns >= 15, String(many.turns));
});

test('more numbers than the sandbox writes are refused by the name of the field', () => {
  const frame = { id: 'a', created: 0 };
  for (const body of [
    { input: Array<string>(2_048).fill('a'), dimensions: 257 },
    { input: 'a', dimensions: 1_025 },
    { input: 'a', dimensions: '7' },
  ])
    assert.throws(
      () => ran(embedding.answer(body, frame)),
      (thrown) => thrown instanceof SandboxRefusal && thrown.param === 'dimensions',
    );
});
