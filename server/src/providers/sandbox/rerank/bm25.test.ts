import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bm25 } from './bm25.ts';

interface Ran {
  readonly scores: readonly number[];
  readonly turns: number;
}

function run(query: string, documents: readonly string[]): Ran {
  const working = bm25(query, documents);
  for (let turns = 0; ; turns += 1) {
    const { done, value } = working.next();
    if (done === true) return { scores: value, turns };
  }
}

/** From best to worst. */
function order(query: string, documents: readonly string[]): readonly number[] {
  const { scores } = run(query, documents);
  return scores.map((_, index) => index).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
}

test('documents that share rare words with the query come first, in English and in Chinese', () => {
  const documents = ['Bread is baked in an oven.', 'Penguins live in Antarctica.', 'Seals and penguins live where it is cold.'];
  assert.deepEqual(order('Where do penguins live in Antarctica?', documents), [1, 2, 0]);
  assert.deepEqual(
    order('企鹅住在哪里', ['烤面包', '企鹅住在南极', '鹅和企业']),
    [1, 2, 0],
    'pairs of characters tell words apart',
  );
});

test('scores lie between 0 and 1, are 0 without a shared word, and are the same whenever they are asked for', () => {
  const documents = ['penguins', 'penguins penguins', 'bread', '', '!?'];
  const { scores } = run('Penguins!', documents);
  assert.deepEqual(scores.slice(2), [0, 0, 0]);
  assert.ok(scores.slice(0, 2).every((score) => score > 0 && score < 1));
  assert.deepEqual(run('Penguins!', documents).scores, scores);
  assert.deepEqual(run('?!', documents).scores, [0, 0, 0, 0, 0]);
});

test('a large request is worked out in many turns', () => {
  assert.ok(run('word', ['word '.repeat(400_000), ...Array<string>(100).fill('word '.repeat(1_000))]).turns > 30);
});
