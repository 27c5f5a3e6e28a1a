// Goal: the check of words finds each of them where people read, and nothing in code. Method: a tiny tree on disk, one fault at a time.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { neverSaid, wordFaults } from './words.ts';

function faultsIn(context: TestContext, file: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-words-'));
  context.after(() => {
    rmSync(root, { recursive: true, force: true });
  });
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return wordFaults(root).map((fault) => `${String(fault.line)}: ${fault.found}`);
}

const samples = [
  ['whoever pays', 'whoever'],
  ['it begins anew', 'anew'],
  ['kept for ever', 'for ever'],
  ['loaded at first use', 'at first use'],
  ['the row stands in the log', 'stands in'],
  ['the file lies in a bucket', 'lies in'],
  ['the route goes by its key', 'goes by'],
  ['the operator is told', 'is told'],
  ["the models' interface", "the models' interface"],
  ['a port of its own', 'a port of its own'],
  ['the list was not read', 'was not read'],
  ['Mend it', 'Mend it'],
  ['没有读到密钥', '没有读到'],
  ['这个账户', '账户'],
] as const;

test('every word of the list has a sample, and is found in a document and in a text', (context) => {
  assert.equal(samples.length, neverSaid.length);
  for (const [at, [sentence, found]] of samples.entries()) {
    assert.match(sentence, neverSaid[at]?.never ?? /^$/);
    assert.deepEqual(faultsIn(context, 'docs/page.md', `# A page\n\n${sentence}.\n`), [`3: ${found}`]);
    const text = `export const texts = {\n  said: ${JSON.stringify(`Text: ${sentence}.`)},\n};\n`;
    assert.deepEqual(faultsIn(context, 'console/src/pages/calls/texts.ts', text), [`2: ${found}`]);
    assert.deepEqual(faultsIn(context, 'console/src/pages/calls/page.tsx', `export const page = <p>${sentence}</p>;\n`), [
      `1: ${found}`,
    ]);
  }
});

test('code is free: comments, names, blocks and spans of code', (context) => {
  assert.deepEqual(faultsIn(context, 'docs/page.md', '`whoever` is out.\n\n```\nwhoever\n```\n'), []);
  assert.deepEqual(faultsIn(context, 'contract/src/money.ts', '// whoever\nexport const anew = 1n;\n'), []);
});

test('the list in CONTRIBUTING.md is the one that is checked', () => {
  const page = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8');
  for (const [sentence, found] of samples)
    assert.ok(page.includes(`\`${found}\``), `CONTRIBUTING.md lacks ${found} (${sentence})`);
});
