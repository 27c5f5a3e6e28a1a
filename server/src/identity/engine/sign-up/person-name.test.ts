import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkName, plainName } from './person-name.ts';

const isTaken = (name: unknown): boolean => {
  try {
    checkName(name);
    return true;
  } catch (error) {
    assert.equal((error as { body: { code: string } }).body.code, 'INVALID_NAME');
    return false;
  }
};

test('a name has 1 to 64 characters on one line, all of them seen, and advertises nothing', () => {
  for (const name of ['A', 'a'.repeat(64), '王小明', '👩‍💻']) assert.equal(isTaken(name), true, name);
  for (const name of ['', ' ', 'a'.repeat(65), 'a\nb', 'a\u202eb', 'http://x', 'go to WWW.x', null, 7, {}])
    assert.equal(isTaken(name), false, JSON.stringify(name));
});

test('of a name that a provider gives, as much is taken as keeps the rule, cut between letters', () => {
  const cases: readonly (readonly [given: unknown, taken: string | null])[] = [
    ...[undefined, 7, '', ' \n\t ', 'www.example.org', 'http://x'].map((given) => [given, null] as const),
    ['  Ann \n Lee\u202e ', 'Ann Lee'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), 'a'.repeat(32)],
    [`${'a'.repeat(31)} ${'b'.repeat(40)}`, 'a'.repeat(31)],
    ['😀'.repeat(32), '😀'.repeat(32)],
    ['😀'.repeat(33), '😀'.repeat(32)],
    [`${'a'.repeat(31)}${'😀'.repeat(20)}`, `${'a'.repeat(31)}😀`],
  ];
  for (const [given, taken] of cases) {
    assert.equal(plainName(given), taken, JSON.stringify(given));
    if (taken !== null) assert.ok(isTaken(taken));
  }
});
