import { cell, hasDot, hasGlyph } from './font.ts';
import { Bitmap } from './png.ts';

const dotSidesMax = 8;
/** As for a question to the sandbox: more text would delay other calls. */
const shownCharactersMax = 2_000;
/**
 * The text in drawable characters: letters without accents, and the code point of other characters that the font lacks. Two texts therefore
 * never look the same.
 */
function drawable(text: string): string {
  let drawn = '';
  for (const character of text.slice(0, shownCharactersMax).toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    const plain = hasGlyph(code) ? code : (character.normalize('NFKD').codePointAt(0) ?? 0);
    if (hasGlyph(plain)) drawn += String.fromCodePoint(plain);
    else drawn += /\s/.test(character) ? ' ' : `<${code.toString(16).toUpperCase()}>`;
    if (drawn.length >= shownCharactersMax) break;
  }
  return drawn;
}

/** Breaks a text into lines, between words if possible. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && line.length + 1 + rest.length <= columns) {
      line += ` ${rest}`;
      continue;
    }
    if (line !== '') lines.push(line);
    for (; rest.length > columns; rest = rest.slice(columns)) lines.push(rest.slice(0, columns));
    line = rest;
  }
  return [...lines, line];
}

interface Layout {
  readonly lines: readonly string[];
  /** Side of the square that is drawn for one dot of a character. */
  readonly dotSide: number;
}

/** As large as fits. A text that is too long even in the smallest size ends in dots. */
function layOut(text: string, width: number, height: number): Layout {
  for (let dotSide = dotSidesMax; ; dotSide -= 1) {
    const columns = Math.max(Math.floor(width / (cell.width * dotSide)) - 2, 1);
    const rows = Math.max(Math.floor(height / (cell.height * dotSide)) - 2, 1);
    const lines = wrapped(text, columns);
    if (lines.length <= rows && (dotSide === 1 || lines.every((line) => line.length <= columns))) return { lines, dotSide };
    if (dotSide === 1) return { lines: [...lines.slice(0, rows - 1), '...'.slice(0, columns)], dotSide };
  }
}

/** An image of a text, with a few words below it. */
export function drawText(text: string, below: string, [width, height]: readonly [width: number, height: number]): Bitmap {
  const bitmap = new Bitmap(width, height);
  const { lines, dotSide } = layOut(drawable(text), width, height - cell.height * 2);
  drawLines(bitmap, lines, [cell.width * dotSide, cell.height * dotSide, dotSide]);
  drawLines(bitmap, [below], [cell.width, height - cell.height * 2, 1]);
  return bitmap;
}

function drawLines(bitmap: Bitmap, lines: readonly string[], [left, top, dotSide]: readonly [number, number, number]): void {
  for (const [line, characters] of lines.entries())
    for (let position = 0; position < characters.length; position += 1)
      for (let column = 0; column < cell.width; column += 1)
        for (let row = 0; row < cell.height; row += 1) {
          if (!hasDot(characters.charCodeAt(position), column, row)) continue;
          const x = left + (position * cell.width + column) * dotSide;
          bitmap.fill(x, top + (line * cell.height + row) * dotSide, dotSide);
        }
}
