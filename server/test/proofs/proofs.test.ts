/** Goal: the page of proofs cannot promise anything that no test proves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultRows, faultsNotProven } from './fault-rows.ts';
import { judge } from './judge.ts';
import type { Proof } from './proof.ts';
import { proofs } from './promises.ts';
import { readWritten, runsOf, writtenReport, type ProofResult } from './report.ts';
import type { TestLine } from './reporter.ts';

const root = join(import.meta.dirname, '../../..');

test('every promise names tests that exist', () => {
  for (const { name, file, tests } of proofs) {
    const source = readFileSync(join(root, file), 'utf8').replaceAll("\\'", "'");
    if (tests === 'all') continue;
    for (const title of tests) assert.ok(source.includes(title), `${name}: ${file} has no test whose name begins with: ${title}`);
  }
});

test('every promise has a unique name', () => {
  assert.equal(new Set(proofs.map(({ name }) => name)).size, proofs.length);
});

test('every fault has a proof, or a reason why it has none', () => {
  for (const row of Object.keys(faultRows)) {
    const isProven = proofs.some(({ rows }) => rows.includes(row));
    assert.notEqual(
      isProven,
      row in faultsNotProven,
      isProven ? `${row} is proven: take its reason away` : `${row} has no proof`,
    );
  }
});

const line = (name: string, state: TestLine['state'], more: Partial<TestLine> = {}): TestLine => ({
  name,
  state,
  nesting: 0,
  isSuite: false,
  reason: '',
  seconds: 0,
  diagnostics: [],
  ...more,
});
const proof: Proof = { name: 'p', promise: '', for: 'users', file: '', tests: ['a stop'], rows: ['F3'] };
const run = (...lines: TestLine[]) => ({ lines, seconds: 0, fault: null });

test('a proof has passed only if all of its tests ran and passed', () => {
  const passed = line('a stop of 5 streams', 'passed', { diagnostics: ['proof-figures {"row":"F3","figures":{"cut":0}}'] });
  assert.deepEqual(judge(proof, run(passed, line('another', 'failed'))), {
    state: 'passed',
    reasons: [],
    tests: 1,
    figures: [{ row: 'F3', figures: { cut: 0 } }],
  });
  assert.equal(judge(proof, run(passed, line('a stop again', 'failed'))).state, 'failed');
  const skipped = line('a stop again', 'skipped', { diagnostics: ['proof-not-run {"row":"F3","reason":"no tool"}'] });
  assert.deepEqual(judge(proof, run(passed, skipped)).state, 'not run');
  assert.deepEqual(judge(proof, run(passed, skipped)).reasons, ['F3: no tool']);
  assert.equal(judge(proof, run(line('another', 'passed'))).state, 'failed', 'no test of that name ran');
  assert.equal(judge(proof, { ...run(passed), fault: 'too long' }).state, 'failed');
});

test('a suite counts with all of its tests', () => {
  const inner = line('inside', 'skipped', { nesting: 1, reason: 'no tool' });
  const suite = line('a stop', 'passed', { isSuite: true });
  assert.equal(judge(proof, run(inner, suite)).state, 'not run');
  assert.equal(judge(proof, run(line('inside', 'failed', { nesting: 1 }), { ...suite, state: 'failed' })).state, 'failed');
  assert.equal(judge(proof, run(line('outside', 'failed'), suite)).state, 'failed', 'an empty suite proves nothing');
});

const result: ProofResult = {
  ...{ state: 'passed', reasons: [], tests: 3, figures: [], seconds: 1.5, date: '2026-11-28T02:53:28Z', load: 0.5 },
  ...{ commit: 'abc', node: '26.10.0', machine: '2 × CPU', seed: 1, counts: 'full' },
};

test('the report keeps every record, one line for each, and reads it back as it was', () => {
  const figures = Array.from({ length: 30 }, (_, at) => ({ row: 'L5', figures: { Bug: `"no ${String(at)}"`, Tried: at } }));
  const report = {
    plain: result,
    failed: { ...result, state: 'failed' as const, reasons: ['a: "b"'], figures: figures.slice(0, 2) },
    many: { ...result, figures },
    'other seed': { ...result, seed: 2 },
    'other commit': { ...result, commit: 'def' },
  };
  const text = writtenReport(report);
  assert.deepEqual(readWritten(text), report);
  assert.deepEqual([...runsOf(report).keys()], ['abc', 'abc-2', 'def']);
  assert.equal(text.split('\n').filter((each) => each.startsWith('"plain": {')).length, 1);
  const brackets = 4;
  assert.equal(text.trimEnd().split('\n').length, brackets + 3 + 4 + (1 + 30 + 1), 'three runs, four lines, one of 30 figures');
  assert.throws(() => readWritten(text.replace('"run":"def"', '"run":"ghi"')), /names a run that is not there/);
});

test('the report in the repository is in the form that the recorder writes', () => {
  const text = readFileSync(join(root, 'docs/proofs.json'), 'utf8');
  assert.equal(writtenReport(readWritten(text)), text);
});
