/** Goal: every page is readable at first sight: standard words and short sentences. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { allMutants } from '../mutants/all-mutants.ts';
import { proofs } from '../proofs/promises.ts';
import { forbiddenPhrases, wordingFaults } from './wording.ts';

const root = join(import.meta.dirname, '../../..');
const forbidden = forbiddenPhrases();
const patterns = [
  '{README,ARCHITECTURE,CONTRIBUTING}.md',
  'CHANGELOG.md',
  'docs/{,kinds/,decisions/,zh/,zh/kinds/}*.md',
  'bench/*.md',
  'server/{src,test}/**/README.md',
  'console/README.md',
];

/** Excluded, because it contains names of tests and figures of runs. Its promises and bugs are checked below. */
const proofsPage = 'docs/proofs.md';

const pages = globSync(patterns, { cwd: root })
  .filter((name) => name !== proofsPage)
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

test('no page uses a word that CONTRIBUTING.md forbids, or a sentence that is too long', () => {
  assert.ok(pages.length > 140, 'the pages are no longer seen');
  assert.ok(forbidden.everywhere.length > 20 && forbidden.inChinese.length > 10, 'the words are no longer seen');
  for (const { name, text } of pages) assert.deepEqual(wordingFaults(text, forbidden), [], name);
});

test('no promise and no bug put in on purpose uses a forbidden word or a sentence that is too long', () => {
  const bugs = allMutants.map(({ name, rival, reinserted }) => ({ name, text: `${name}. ${rival}\n\n${reinserted}` }));
  const texts = [...proofs.map(({ name, promise: text }) => ({ name, text })), ...bugs];
  assert.ok(texts.length > 200, 'the promises are no longer seen');
  for (const { name, text } of texts) assert.deepEqual(wordingFaults(text, forbidden), [], name);
});

test('forbidden words and long sentences are found in prose, lists and tables, but not in code', () => {
  const long = `${'word '.repeat(30)}end.`;
  const faults = (text: string) => wordingFaults(text, { everywhere: ['anew', 'is told'], inChinese: [] }).length;
  for (const wrong of [
    'It begins\nanew.',
    '- Everybody\n  is told.',
    '| a | made Anew |\n| --- | --- |',
    long,
    `- ${long}`,
    `| a | ${long} |`,
  ])
    assert.equal(faults(`# Page\n\nFine.\n\n${wrong}\n\nFine.\n`), 1, wrong);
  const phrases = { everywhere: ['anew'], inChinese: ['账户', 'tokens'] };
  const chinese = (text: string) => wordingFaults(text, phrases).length;
  assert.equal(chinese('# Page\n\nIt costs 3 tokens: see 账户, the menu.\n'), 0);
  for (const wrong of [
    '打开账户页。',
    `一个${'长'.repeat(60)}句。`,
    '从头开始 anew。',
    '输入 3 tokens。',
    '注意:先停止。',
    '共8个。',
  ])
    assert.equal(chinese(`# 页\n\n${wrong}\n`), 1, wrong);
  for (const right of ['打开账号页。', '打开“账户”菜单。', `${'短'.repeat(40)}。${'句'.repeat(40)}。`])
    assert.equal(chinese(`# 页\n\n${right}\n`), 0, right);
  for (const right of [
    'Renewed.',
    'Call `anew`.',
    '```\nanew\n```',
    `${'word '.repeat(15)}end. ${'Word '.repeat(15)}end.`,
    `- ${'word '.repeat(20)}\n- ${'word '.repeat(20)}`,
  ])
    assert.equal(faults(`# Page\n\nFine.\n\n${right}\n\nFine.\n`), 0, right);
});

test('the index of the documentation has a row for every page', () => {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  const linked = new Set([...index.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => join('docs', target)));
  const expected = globSync(['docs/{,kinds/}*.md', 'docs/decisions/README.md', '*.md'], { cwd: root }).filter(
    (name) => name !== 'docs/README.md',
  );
  assert.deepEqual(
    expected.filter((name) => !linked.has(name)),
    [],
  );
});

test('the README has at most 150 lines', () => {
  assert.ok(readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n').length <= 150);
});
