import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellText, rowXml } from './sheet-xml.ts';
import { xlsxFile } from './xlsx-file.ts';
import { digits } from './cells.ts';

test('what XML cannot say is left out, what is longer than a cell is cut and marked', () => {
  assert.equal(cellText('a\u0000\u000b\ud800b\uffff\udc00😀'), 'ab😀');
  assert.equal(cellText('<b>&\r _x0041_ _x'), '&lt;b&gt;&amp;&#13; _x005F_x0041_ _x');
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
