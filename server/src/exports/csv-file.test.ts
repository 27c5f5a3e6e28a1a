import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallsExport } from '../subjects/calls/exports/export-ports.ts';
import type { Cell } from './cells.ts';
import { csvFile } from './csv-file.ts';

interface Written {
  readonly last?: readonly Cell[];
  readonly encoding?: CallsExport['encoding'];
}

async function written(
  rows: readonly (readonly Cell[])[],
  { last, encoding = 'utf-8' }: Written = {},
): Promise<readonly Buffer[]> {
  async function* batches() {
    for (const row of rows) yield await Promise.resolve([row]);
  }
  const table = { sheetName: 'Calls', heads: ['Text'], widths: [10], rows: batches(), last: () => last ?? null };
  return Array.fromAsync(csvFile(table, encoding));
}

const textOf = (pieces: readonly Buffer[]): string => Buffer.concat(pieces).toString('utf8');

async function cell(value: Cell): Promise<string> {
  const [, row = ''] = /^\ufeffText\r\n(.*)\r\n$/s.exec(textOf(await written([[value]]))) ?? [];
  return row;
}

test('no text is taken for a formula: neither half-width nor full-width signs begin a cell, nor what programs of tables skip', async () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'])
    assert.equal(await cell(`${sign}1+1`), `"'${sign}1+1"`, JSON.stringify(sign));
  assert.equal(await cell('\0=1+1'), `"'=1+1"`, 'a character that is left out hides none');
  assert.equal(await cell('=A1&"x"'), `"'=A1&""x"""`);
  for (const plain of ['1=1', 'a@b', '中文－', "'=1"])
    assert.equal(await cell(plain), plain, 'a sign inside a text is no formula');
});

test('a number stays a number, also one below zero, and nothing is an empty cell', async () => {
  assert.equal(await cell({ digits: '-0.000000001' }), '-0.000000001');
  assert.equal(await cell(null), '');
});

test('commas, quotes and ends of lines stay inside of their cell', async () => {
  assert.equal(await cell('a,b'), '"a,b"');
  assert.equal(await cell('say "a"'), '"say ""a"""');
  assert.equal(await cell('one\ntwo'), '"one\ntwo"');
  assert.equal(await cell('one\rtwo'), '"one\rtwo"');
});

test('the row of sums comes last and only where there is one; a mark before the text says UTF-8, and GB 18030 has none', async () => {
  assert.equal(textOf(await written([['a']], { last: ['sum'] })), '\ufeffText\r\na\r\nsum\r\n');
  assert.equal(textOf(await written([['a']])), '\ufeffText\r\na\r\n');
  const old = Buffer.concat(await written([['元']], { encoding: 'gb18030' }));
  assert.equal(new TextDecoder('gb18030').decode(old), 'Text\r\n元\r\n');
});

test('a long table is written in pieces while its rows come, none of them empty, and each row once', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => [`${String(at)} ${'x'.repeat(1000)}`]);
  const pieces = await written(rows);
  assert.ok(pieces.length > 3, `${String(pieces.length)} pieces`);
  assert.ok(pieces.every(({ length }) => length > 0 && length < 70_000));
  assert.deepEqual(textOf(pieces), `\ufeffText\r\n${rows.map((row) => `${row.join(',')}\r\n`).join('')}`);
});
