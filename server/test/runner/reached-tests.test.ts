// Goal: `npm run test:changed` omits no test that ran changed code, and selects unrecorded tests by their imports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from './changes.ts';
import { textHash, type CoverageRecord } from './coverage-record.ts';
import { reachedTests } from './reached-tests.ts';
import { withinBudget } from './within-budget.ts';

const path = 'server/src/domain/catalog/price.ts';
const beside = 'server/src/domain/catalog/price.test.ts';
const near = 'server/test/scenarios/money.test.ts';
const far = 'server/test/scenarios/caps.test.ts';
const elsewhere = 'server/test/scenarios/races.test.ts';
const tests = [elsewhere, far, near, beside];
const modules = [path, ...tests];

const before = 'const table = 1; function outer() { function inner() { a } b } function other() { c }';
const place = (text: string): readonly [number, number] => [before.indexOf(text), before.indexOf(text) + text.length];
const inner = place('function inner() { a }');
const outer = place('function outer() { function inner() { a } b }');
const other = place('function other() { c }');

function record(file: string, ran: readonly (readonly [number, number])[], own: Partial<CoverageRecord> = {}): CoverageRecord {
  return { file, cpuSeconds: 10, modules: { [path]: { hash: textHash(before), ran: ran.flat() } }, reads: [], ...own };
}

function changed(...texts: readonly string[]): Change {
  return { path, before, ranges: texts.map(place) };
}

const records = [
  record(elsewhere, []),
  record(far, [other]),
  record(near, [outer, other]),
  record(beside, [outer, inner, other], { cpuSeconds: 1 }),
];

const filesFor = (changes: readonly Change[], known = records): readonly string[] =>
  reachedTests(changes, { tests, records: known, modules }).map(({ file }) => file);

void test('a change of a function reaches the tests that ran it, and not those that ran what is around it', () => {
  assert.deepEqual(filesFor([changed(' a ')]), [beside]);
  assert.deepEqual(filesFor([changed(' b ')]), [beside, near]);
  assert.deepEqual(filesFor([changed(' c ')]), [beside, near, far]);
  assert.deepEqual(filesFor([changed(' a ', ' c ')]), [beside, near, far]);
});

void test('code outside of functions reaches all tests that ran any, and so does a module recorded with another text', () => {
  assert.deepEqual(filesFor([changed('table = 1')]), [beside, near, far]);
  assert.deepEqual(filesFor([{ ...changed(' a '), before: `${before} ` }]), [beside, near, far]);
});

void test('a changed test reaches itself, and a file that is read those that read it', () => {
  assert.deepEqual(filesFor([{ path: elsewhere, before: '', ranges: [[0, 0]] }]), [elsewhere]);
  const reading = [...records.slice(1), record(elsewhere, [], { reads: ['docs/configuration.md'] })];
  assert.deepEqual(filesFor([{ path: 'docs/configuration.md', before: '', ranges: [[0, 0]] }], reading), [elsewhere]);
});

void test('a test that nobody has watched is reached by what it imports', () => {
  const [scenario] = ['server/test/scenarios/scenario.ts'];
  assert.ok(filesFor([{ path: scenario, before: '', ranges: [[0, 0]] }], []).includes(near));
  assert.deepEqual(filesFor([{ path: beside.replace('.test', ''), before: '', ranges: [[0, 0]] }], []), [beside]);
});

void test('the nearest are run at any cost, the others as far as a fifth of the whole goes', () => {
  const reached = [
    { file: beside, distance: 1, weight: 0 },
    { file: near, distance: 2, weight: 2 },
    { file: far, distance: 2, weight: 1 },
  ];
  const costs = (one: number) => new Map([elsewhere, far, near].map((file) => [file, one])).set(beside, 30);
  assert.deepEqual(withinBudget(reached, tests, costs(100)).files, [beside]);
  assert.deepEqual(withinBudget(reached, tests, costs(1)).files, [beside]);
  const cheap = withinBudget(
    reached,
    tests,
    new Map([
      [elsewhere, 1500],
      [far, 150],
      [near, 100],
      [beside, 1],
    ]),
  );
  assert.deepEqual(cheap.files, [beside, near, far]);
  assert.equal(cheap.cpuSeconds, 251);
});
