import type { Cell } from './cells.ts';

/** Maximum number of characters in a worksheet cell. */
const cellMax = 32_767;

// Characters that XML 1.0 cannot express, and unpaired surrogates.
const unsayable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const special = /[&<>\r]|_x[0-9A-Fa-f]{4}_/;
/** Nearly every text consists only of these characters. */
const plain = /^[\w .:/+()-]*$/;
const written: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Text of a cell: characters that XML cannot express are left out, and longer text is truncated and marked. */
function shownText(text: string): string {
  const sayable = text.replace(unsayable, '');
  return sayable.length > cellMax ? `${sayable.slice(0, cellMax - 1).replace(/[\ud800-\udbff]$/, '')}…` : sayable;
}

/** The text of a cell, as XML. Programs read `_x0041_` as an escape, so a literal one is escaped itself. */
export function cellText(text: string): string {
  if (text.length <= cellMax && plain.test(text) && !text.includes('_x')) return text;
  const cut = shownText(text);
  if (!special.test(cut)) return cut;
  return cut.replace(/[&<>\r]|_x(?=[0-9A-Fa-f]{4}_)/g, (found) => written[found] ?? '_x005F_x');
}

function textCell(text: string, style: string): string {
  const space = /^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : '';
  return `<c${style} t="inlineStr"><is><t${space}>${cellText(text)}</t></is></c>`;
}

/** Styles of the workbook by their position in `styles.xml`. */
const styles = { bold: 1, amount: 2, boldAmount: 3 } as const;

/** @param isBold for headings and sums. */
export function rowXml(cells: readonly Cell[], isBold = false): string {
  let row = '<row>';
  for (const cell of cells) {
    if (cell === null) row += '<c/>';
    else if (typeof cell === 'string') row += textCell(cell, isBold ? ` s="${String(styles.bold)}"` : '');
    else {
      const isAmount = cell.digits.includes('.');
      const style = isBold ? (isAmount ? styles.boldAmount : styles.bold) : isAmount ? styles.amount : 0;
      row += style === 0 ? `<c><v>${cell.digits}</v></c>` : `<c s="${String(style)}"><v>${cell.digits}</v></c>`;
    }
  }
  return `${row}</row>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Everything before the first row; the headings stay visible while scrolling. */
export function sheetStart(widths: readonly number[]): string {
  const cols = widths
    .map((width, at) => `<col min="${String(at + 1)}" max="${String(at + 1)}" width="${String(width)}" customWidth="1"/>`)
    .join('');
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols}</cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';

/** The parts of a workbook around its sheets. */
export function workbookParts(sheetNames: readonly string[]): readonly (readonly [path: string, xml: string])[] {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const numbers = sheetNames.map((_, at) => String(at + 1));
  const stylesId = String(sheetNames.length + 1);
  const sheets = sheetNames.map((name, at) => `<sheet name="${name}" sheetId="${String(at + 1)}" r:id="rId${String(at + 1)}"/>`);
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${numbers.map((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${numbers.map((at) => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`).join('')}<Relationship Id="rId${stylesId}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0000#####"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ];
}
