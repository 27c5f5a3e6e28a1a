import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZip } from '../../test/subjects/account-life/read-zip.ts';
import { cellText, rowXml } from './sheet-xml.ts';
import { xlsxFile, type TableRows } from './xlsx-file.ts';
import { digits } from './cells.ts';

test('what XML cannot say is left out, what is longer than a cell is cut and marked', () => {
  assert.equal(cellText('a\u0000\u000b\ud800b\uffff\udc00😀'), 'ab😀');
  assert.equal(cellText('<b>&\r _x0041_ _x'), '&lt;b&gt;&amp;&#13; _x005F_x0041_ _x');
  assert.equal(cellText('_x0041_'), '_x005F_x0041_', 'also where all of it is plain');
  const cut = cellText('😀'.repeat(20_000));
  assert.ok(cut.length <= 32_767 && cut.endsWith('😀…'));
});

test('numbers stand as their digits, texts are texts', () => {
  const row = rowXml(['=1+1', digits('0.000000001'), digits(3), null]);
  assert.equal(row, '<row><c t="inlineStr"><is><t>=1+1</t></is></c><c s="2"><v>0.000000001</v></c><c><v>3</v></c><c/></row>');
});

test('a full sheet is followed by another one with the same head', async () => {
  async function* rows() {
    for (let at = 0; at < 3; at += 1) yield [[digits(at * 2)], [digits(at * 2 + 1)]];
  }
  const file = xlsxFile({ sheetName: 'Calls', heads: ['N'], widths: [9], rows: rows(), last: () => ['Total'], sheetRowsMax: 4 });
  const pieces: Buffer[] = [];
  for await (const piece of file) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('latin1');
  assert.equal(text.split('xl/worksheets/sheet').length - 1, 2 * 3, 'three sheets, each told at its place and at the end');
});

test('a cell is cut where it is longer than a worksheet holds, and not before', () => {
  for (const sign of ['a', '&']) {
    const whole = sign.repeat(32_767);
    const shown = sign === '&' ? '&amp;' : sign;
    assert.equal(cellText(whole), shown.repeat(32_767));
    assert.equal(cellText(`${whole}${sign}`), `${shown.repeat(32_766)}…`);
  }
});

test('heads and sums are bold, amounts as amounts, and space that counts is kept', () => {
  assert.equal(
    rowXml(['Sum', digits('1.5'), digits(2), null], true),
    '<row><c s="1" t="inlineStr"><is><t>Sum</t></is></c><c s="3"><v>1.5</v></c><c s="1"><v>2</v></c><c/></row>',
  );
  const kept = (text: string): boolean => rowXml([text]).includes('xml:space="preserve"');
  assert.deepEqual([' a', 'a ', 'a\nb', 'a\tb', 'a b', 'a'].map(kept), [true, true, true, true, false, false]);
});

test('a file whose rows cannot be read to their end breaks off, and is no whole one', async () => {
  async function* rows() {
    yield [[digits(1)]];
    await Promise.reject(new Error('the database is away'));
  }
  const file = xlsxFile({ sheetName: 'Calls', heads: ['N'], widths: [9], rows: rows(), last: () => ['Total'] });
  await assert.rejects(Array.fromAsync(file), /the database is away/);
});

test('a workbook has each row once, whatever sheets they come to stand on', async () => {
  for (const count of [0, 1, 2, 3, 4, 5, 9]) {
    async function* rows() {
      yield [];
      for (let at = 0; at < count; at += 1) yield await Promise.resolve([[digits(at)]]);
    }
    const table = { sheetName: 'Calls', heads: ['N'], widths: [9], rows: rows(), last: () => ['Total'], sheetRowsMax: 4 };
    const parts = readZip(Buffer.concat(await Array.fromAsync(xlsxFile(table))));
    const named = parts.get('xl/workbook.xml')?.toString('utf8') ?? '';
    const sheets = [...parts].filter(([name]) => name.startsWith('xl/worksheets/')).map(([, bytes]) => bytes.toString('utf8'));
    const bodies = sheets.map((sheet) =>
      [...sheet.matchAll(/<v>(\d+)<\/v>|>(N|Total)</g)].map(([, value, text]) => value ?? text),
    );
    const all = [...Array.from({ length: count }, (_, at) => String(at)), 'Total'];
    const expected = [];
    for (let at = 0; at < all.length; at += 3) expected.push(['N', ...all.slice(at, at + 3)]);
    assert.equal(named.split('<sheet ').length - 1, sheets.length);
    assert.deepEqual(bodies, expected, `${String(count)} rows`);
  }
});

test('several tables are one workbook, each on sheets of its name, in their order', async () => {
  const table = (sheetName: string, count: number): TableRows => {
    async function* rows() {
      yield await Promise.resolve(Array.from({ length: count }, (_, at) => [digits(`${String(at)}.5`)]));
    }
    return { sheetName, heads: [`of ${sheetName}`], widths: [9], rows: rows(), last: () => ['Total'], sheetRowsMax: 4 };
  };
  const parts = readZip(Buffer.concat(await Array.fromAsync(xlsxFile(table('A', 4), table('B', 0), table('C', 2)))));
  const workbook = parts.get('xl/workbook.xml')?.toString('utf8') ?? '';
  assert.deepEqual(
    [...workbook.matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name),
    ['A', 'A 2', 'B', 'C'],
  );
  const texts = [1, 2, 3, 4].map((at) => {
    const sheet = parts.get(`xl/worksheets/sheet${String(at)}.xml`)?.toString('utf8') ?? '';
    return [...sheet.matchAll(/<(?:v|t)>([^<]+)</g)].map(([, text]) => text);
  });
  assert.deepEqual(texts, [
    ['of A', '0.5', '1.5', '2.5'],
    ['of A', '3.5', 'Total'],
    ['of B', 'Total'],
    ['of C', '0.5', '1.5', 'Total'],
  ]);
});
