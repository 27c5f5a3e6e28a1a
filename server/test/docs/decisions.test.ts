import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allDecisions, decisionsFolder, readDecision } from './decisions.ts';
import { isThere, namedPaths } from './named-paths.ts';

const decisions = allDecisions();

test('every decision has its own number and title, a known status and a subject', () => {
  assert.ok(decisions.length > 90, 'the decisions are no longer seen');
  const others = readdirSync(decisionsFolder).filter((file) => !decisions.some((decision) => decision.file === file));
  assert.deepEqual(others, ['README.md']);
  assert.equal(new Set(decisions.map(({ number }) => number)).size, decisions.length, 'two decisions have the same number');
  assert.equal(new Set(decisions.map(({ title }) => title)).size, decisions.length, 'two decisions have the same title');
});

test('a status names later decisions that exist', () => {
  for (const { file, number, laterDecisions } of decisions) {
    for (const later of laterDecisions) {
      const named = decisions.find((decision) => decision.file === later.file);
      assert.equal(named?.number, later.number, `${file} names ${later.file} as decision ${String(later.number)}`);
      assert.ok(later.number > number, `${file} is changed by an earlier decision`);
    }
  }
});

test('every link of a decision leads somewhere', () => {
  for (const { file, text } of decisions) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(decisionsFolder, target)), `${file} → ${target}`);
  }
});

test('every file that a decision names exists, unless the decision is superseded', () => {
  let named = 0;
  for (const { file, status, text } of decisions) {
    if (status.startsWith('superseded')) continue;
    // Ignores folders, because a decision can name one that it removed.
    const paths = namedPaths(text).filter((path) => !path.endsWith('/'));
    named += paths.length;
    assert.deepEqual(
      paths.filter((path) => !isThere(path, 'docs/decisions')),
      [],
      file,
    );
  }
  assert.ok(named > 300, 'the files are no longer seen');
});

test('every decision that another one names by number exists', () => {
  const numbers = new Set(decisions.map(({ number }) => number));
  for (const { file, text } of decisions) {
    for (const [, named = ''] of text.matchAll(/\bdecisions? (\d+)\b/g))
      assert.ok(numbers.has(Number(named)), `${file} names decision ${named}`);
  }
});

test('the index has exactly one row for each decision', () => {
  const index = readFileSync(join(decisionsFolder, 'README.md'), 'utf8');
  const rows = [...index.matchAll(/^\| *\[\d+\]\(([^)]+)\)/gm)].map(([, file = '']) => file);
  assert.deepEqual(
    rows.toSorted(),
    decisions.map(({ file }) => file),
  );
});

test('a record without a title, status or subject is refused with what to write', () => {
  const good = '# 7. Do this\n\n**Status:** accepted. **Subject:** ledger.\n\nWhy.\n';
  assert.equal(readDecision('0007-this.md', good).title, 'Do this');
  const broken = [
    good.replace('# 7. ', '# '),
    good.replace('accepted', 'proposed'),
    good.replace('accepted', 'superseded by 9'),
    good.replace('ledger', 'ledgers'),
    good.replace(/\*\*Status.*\n\n/, ''),
  ];
  for (const text of broken) assert.throws(() => readDecision('0007-this.md', text), /must begin with/, text);
  assert.throws(() => readDecision('0008-this.md', good), /must begin with/);
});
