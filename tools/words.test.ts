// Goal: every phrase that CONTRIBUTING.md forbids is found in texts and comments, but not in code. Method: a tiny tree on disk, with one
// text at a time.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { neverSaid, wordFaults } from './words.ts';

const words = neverSaid(readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8'));

function faultsIn(context: TestContext, file: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-words-'));
  context.after(() => {
    rmSync(root, { recursive: true, force: true });
  });
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return wordFaults(root, words).map((fault) => `${String(fault.line)}: ${fault.found}`);
}

test('every phrase of the lists is found in texts and on pages', (context) => {
  assert.ok(words.length > 30, 'the list is no longer seen');
  assert.ok(words.filter(({ inChinese }) => inChinese).length > 10, 'the list of Chinese is no longer seen');
  for (const { phrase, inChinese } of words) {
    const said = inChinese ? `所以 ${phrase} 。` : `So ${phrase}.`;
    const text = `export const texts = {\n  said: ${JSON.stringify(said)},\n};\n`;
    assert.ok(faultsIn(context, 'console/src/pages/calls/texts.ts', text).includes(`2: ${phrase}`), phrase);
    const page = `export const page = <p>${said}</p>;\n`;
    assert.ok(faultsIn(context, 'console/src/pages/calls/page.tsx', page).includes(`1: ${phrase}`), phrase);
  }
});

test('every phrase of the list is found in comments, also across lines', (context) => {
  for (const { phrase } of words.filter(({ inChinese }) => !inChinese)) {
    const wrapped = phrase.replace(' ', '\n * ');
    const commented = `const state = 1;\n/**\n * So ${wrapped}.\n */\nexport const money = state; // So ${phrase}.\n`;
    const faults = faultsIn(context, 'contract/src/money.ts', commented);
    assert.deepEqual(
      [faults.includes(`2: ${phrase}`), faults.includes(`${String(commented.split('\n').length - 1)}: ${phrase}`)],
      [true, true],
      phrase,
    );
    assert.ok(faultsIn(context, 'server/test/money.test.ts', `//   So\n// ${phrase}.\n`).includes(`1: ${phrase}`), phrase);
  }
});

test('names and codes are free, and a comment in a text of wire data is none', (context) => {
  const code = "export const anew = 1n;\nexport const state = 'telling';\nexport const at = /whoever/;\n";
  assert.deepEqual(faultsIn(context, 'contract/src/money.ts', code), []);
  const wire = "export const address = 'https://whoever.example/anew';\nexport const body = `/* ${address} whoever */`;\n";
  assert.deepEqual(faultsIn(context, 'server/test/money.test.ts', wire), []);
});

test('a sentence of more than 30 words or 60 Chinese characters, and English on a Chinese page, are found', (context) => {
  const words = (count: number): string => Array.from({ length: count }, () => 'Word').join(' ');
  const said = (zh: string): string[] =>
    faultsIn(context, 'console/src/pages/calls/texts.ts', `export const texts = { zh: { a: '${zh}' } };\n`);
  assert.deepEqual(said(`一 ${words(30)}. ${words(30)}.`), []);
  assert.equal(said(`一 ${words(31)}.`).length, 1);
  assert.equal(said('Could not load').length, 1);
  assert.deepEqual(said('没有 Could not load'), []);
  assert.equal(said(`一${'长'.repeat(60)}句。`).length, 1);
  assert.deepEqual(said(`${'短'.repeat(40)}。${'句'.repeat(40)}。`), []);
});

test('in Chinese, names in quotation marks are free, and punctuation and spacing are Chinese', (context) => {
  const faults = (text: string): number =>
    faultsIn(context, 'console/src/pages/calls/texts.ts', `export const texts = { zh: { a: ${text} } };\n`).length;
  for (const wrong of ["'打开供应商页'", "'注意:先停止'", "'没有,请重试'", "'共8个'", "'用JSON'", '`密钥(${name}:停用`'])
    assert.equal(faults(wrong), 1, wrong);
  for (const right of [
    "'打开“模型供应商”页'",
    "'用 `供应商` 字段'",
    "'注意：先停止'",
    '`共 ${n} 个`',
    "'{mail:和邮件}'",
    "'a,b'",
  ])
    assert.equal(faults(right), 0, right);
});
