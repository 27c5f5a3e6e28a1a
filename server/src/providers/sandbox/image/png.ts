import { crc32, deflateSync } from 'node:zlib';

/** An image of two colours with one bit per dot. */
export class Bitmap {
  readonly width: number;
  readonly height: number;
  /** Rows of whole bytes. Each is preceded by PNG's filter byte, which means no filter. */
  readonly rows: Buffer;
  readonly #rowBytes: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#rowBytes = 1 + Math.ceil(width / 8);
    this.rows = Buffer.alloc(this.#rowBytes * height);
  }

  /** Fills a square; anything outside the image is ignored. */
  fill(left: number, top: number, side: number): void {
    for (let y = Math.max(top, 0); y < Math.min(top + side, this.height); y += 1)
      for (let x = Math.max(left, 0); x < Math.min(left + side, this.width); x += 1) {
        const at = y * this.#rowBytes + 1 + (x >> 3);
        this.rows[at] = (this.rows[at] ?? 0) | (0x80 >> (x & 7));
      }
  }
}

export type Colour = readonly [red: number, green: number, blue: number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}

/** The image as a PNG file. */
export function encodePng(bitmap: Bitmap, [paper, ink]: readonly [Colour, Colour]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(bitmap.width, 0);
  header.writeUInt32BE(bitmap.height, 4);
  // One bit per dot, which is the index of its colour in the palette.
  header.set([1, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(bitmap.rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
