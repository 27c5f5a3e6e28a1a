/** Goal: every code in a test is explained in docs/promises.md, and every entry there is used. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inputRows, invariants, layers } from '../proofs/codes.ts';
import { faultRows } from '../proofs/fault-rows.ts';

const root = join(import.meta.dirname, '../../..');
/** Files that define codes, or use them only as examples. */
const notUses = ['proofs/codes.ts', 'proofs/fault-rows.ts', 'proofs/figures.ts', 'docs/codes.test.ts', 'docs/promises-page.ts'];
const sources = globSync('{server/{src,test},contract/src,tools}/**/*.ts', { cwd: root }).filter(
  (file) => !notUses.includes(file.replace('server/test/', '')),
);

/** The numbers in `48`, `48-51`, `21 to 29`, `59, 61`, and in sequences of these. */
function numbersOf(list: string): readonly number[] {
  return [...list.matchAll(/(\d+)(?:(?:-| to )(\d+))?/g)].flatMap(([, first, last = first]) => {
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function codesOf(text: string): readonly string[] {
  const rows = [...text.matchAll(/\b[Rr]ows? (\d{1,2}\b(?:(?:-|, | and | to )\d{1,2}\b)*)/g)];
  return [
    ...[...text.matchAll(/\b[FIL]\d{1,2}\b/g)].map(([code]) => code),
    ...rows.flatMap(([, list = '']) => numbersOf(list).map((row) => `row ${String(row)}`)),
  ];
}

const uses = new Map<string, string>();
for (const file of sources) for (const code of codesOf(readFileSync(join(root, file), 'utf8'))) uses.set(code, file);

const explained = new Set([
  ...[invariants, layers, faultRows].flatMap((codes) => Object.keys(codes)),
  ...Object.keys(inputRows).map((row) => `row ${row}`),
]);

test('every code that tests and proofs name is explained in docs/promises.md', () => {
  const unknown = [...uses].filter(([code]) => !explained.has(code)).map(([code, file]) => `${code} in ${file}`);
  assert.deepEqual(unknown, [], 'explain it in server/test/proofs/codes.ts, then npm run docs');
});

test('every code that docs/promises.md explains is in use', () => {
  assert.deepEqual(
    [...explained].filter((code) => !uses.has(code)),
    [],
    'take it out of server/test/proofs/codes.ts',
  );
});

test('lists and spans of rows are seen as what they are', () => {
  const rows = (...numbers: number[]): readonly string[] => numbers.map((row) => `row ${String(row)}`);
  assert.deepEqual(codesOf('Rows 8 to 10 and 18 to 19 of it'), rows(8, 9, 10, 18, 19));
  assert.deepEqual(codesOf('rows 48-50: F7'), ['F7', ...rows(48, 49, 50)]);
  assert.deepEqual(codesOf('rows 59, 61: a table of 10 rows'), rows(59, 61));
});
