/** Goal: the sandbox's image is a real PNG of the requested size that shows the prompt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { SandboxRefusal } from '../sandbox-knobs.ts';
import { cell, hasDot, hasGlyph } from './font.ts';
import { image } from './image.ts';

interface Answer {
  readonly data: readonly { readonly b64_json: string }[];
  readonly size: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
}

function draw(body: object): Answer {
  const drawing = image.answer({ ...body }, { id: 'a1b2c3d4e5f60718293a4b5c', created: 1 });
  for (;;) {
    const next = drawing.next();
    if (next.done === true) return JSON.parse(Buffer.concat([...next.value.chunks]).toString()) as Answer;
  }
}

interface Picture {
  readonly width: number;
  readonly height: number;
  isInk(x: number, y: number): boolean;
}

/** Reads the file as the standard defines it, including checksums. */
function decode(file: Buffer): Picture {
  assert.deepEqual(file.subarray(0, 8), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(file.subarray(at + 4, at + 8 + length)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const rowBytes = 1 + Math.ceil(width / 8);
  assert.equal(rows.length, rowBytes * height);
  return { width, height, isInk: (x, y) => (((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1 };
}

const codes = Array.from({ length: 0x7f - 0x20 }, (_, index) => index + 0x20);

/** The character whose dots are set. */
function characterAt(picture: Picture, left: number, top: number, side: number): string {
  const found = codes.find((code) => {
    for (let column = 0; column < cell.width; column += 1)
      for (let row = 0; row < cell.height; row += 1)
        if (hasDot(code, column, row) !== picture.isInk(left + column * side, top + row * side)) return false;
    return true;
  });
  return found === undefined ? '?' : String.fromCodePoint(found);
}

/** The text, recognized with the known size of the letters. */
function read(picture: Picture, side: number): string {
  const lines: string[] = [];
  const [cellWidth, cellHeight] = [cell.width * side, cell.height * side];
  for (let top = cellHeight; top + cellHeight <= picture.height - cell.height * 2; top += cellHeight) {
    let line = '';
    for (let left = cellWidth; left + cellWidth <= picture.width; left += cellWidth)
      line += characterAt(picture, left, top, side);
    lines.push(line.trimEnd());
  }
  return lines.filter((line) => line !== '').join(' ');
}

function pictureOf(body: object): Picture {
  return decode(Buffer.from(draw(body).data[0]?.b64_json ?? '', 'base64'));
}

test('the image shows the prompt, in letters as large as they fit', () => {
  assert.equal(read(pictureOf({ prompt: 'A red fox in the snow' }), 8), 'A red fox in the snow');
  assert.equal(read(pictureOf({ prompt: 'Café 汉字', size: '1024x256' }), 8), 'Cafe <6C49><5B57>');
  const all = String.fromCodePoint(...codes.slice(1));
  assert.equal(read(pictureOf({ prompt: all, size: '1024x1024' }), 8).replaceAll(' ', ''), all);
  const long = Array.from({ length: 60 }, (_, index) => `word${String(index)}`).join(' ');
  assert.equal(read(pictureOf({ prompt: long }), 2), long);
});

test('each character has a separate picture', () => {
  assert.ok(codes.every(hasGlyph) && !hasGlyph(0x7f) && !hasGlyph(0x1f));
  const drawn = codes.map((code) =>
    Array.from({ length: cell.width * cell.height }, (_, dot) =>
      hasDot(code, dot % cell.width, Math.floor(dot / cell.width)),
    ).join(),
  );
  assert.equal(new Set(drawn).size, codes.length);
});

test('the image has the size asked for, and the same request gets the same image', () => {
  for (const [size, width, height] of [
    [undefined, 512, 512],
    ['auto', 512, 512],
    ['64x64', 64, 64],
    ['1024x1024', 1_024, 1_024],
    ['333x77', 333, 77],
  ] as const) {
    const picture = pictureOf({ prompt: 'x', size });
    assert.deepEqual([picture.width, picture.height], [width, height]);
  }
  const body = { prompt: 'a fox', n: 3, size: '128x128' };
  assert.deepEqual(draw(body), draw(body));
  assert.equal(new Set(draw(body).data.map(({ b64_json }) => b64_json)).size, 3);
  assert.deepEqual(draw(body).usage, { ...draw(body).usage, input_tokens: 2, output_tokens: 3 * 256 });
});

test('the longest prompt in the smallest image is drawn as far as there is room', () => {
  for (const prompt of ['x'.repeat(32_000), 'x '.repeat(16_000), '画'.repeat(32_000), '\ud800'.repeat(100), '\u0000\n\t'])
    for (const size of ['64x64', '1024x64', '64x1024']) assert.ok(pictureOf({ prompt, size }).width >= 64);
});

test('what the sandbox cannot draw is refused by field, as an upstream does', () => {
  for (const [field, value] of [
    ['prompt', ''],
    ['n', 11],
    ['size', '2048x2048'],
    ['size', '32x32'],
    ['metadata', { sandbox_status: '7' }],
  ] as const)
    assert.throws(
      () => draw({ prompt: 'x', [field]: value }),
      (error) => error instanceof SandboxRefusal && error.param.startsWith(field),
    );
});
