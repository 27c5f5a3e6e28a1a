import { crc32 } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks that are part of the image; texts, places and dates do not belong on a page. */
const allowed: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'cHRM', 'pHYs', 'IDAT', 'IEND']);
const bytesMax = 64 * 1024;
const [sideMin, sideMax] = [32, 512];

interface Chunk {
  readonly type: string;
  /** Start of the next chunk. */
  readonly end: number;
  readonly data: Buffer;
  readonly isWhole: boolean;
}

function* chunksOf(png: Buffer): Generator<Chunk> {
  let at = signature.length;
  while (at + 12 <= png.length) {
    const length = png.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > png.length) return;
    const named = png.subarray(at + 4, end - 4);
    yield {
      end,
      type: named.subarray(0, 4).toString('latin1'),
      data: named.subarray(4),
      isWhole: crc32(named) === png.readUInt32BE(end - 4),
    };
    at = end;
  }
}

/** The fault of a small square picture, as the end of a sentence; `null` if it is valid. */
export function pngFault(png: Buffer): string | null {
  if (png.length > bytesMax) return 'must be at most 64 kB';
  if (!png.subarray(0, signature.length).equals(signature)) return 'must be a PNG';
  const chunks = [...chunksOf(png)];
  const head = chunks[0];
  const last = chunks.find(({ type }) => type === 'IEND');
  if (head?.type !== 'IHDR' || head.data.length !== 13 || last === undefined) return 'is not a complete PNG';
  if (chunks.some(({ isWhole }) => !isWhole)) return 'is not a complete PNG';
  if (last.end !== png.length || last.data.length > 0)
    return 'has data after the end of the image: save the image again without it';
  const foreign = chunks.find(({ type }) => !allowed.has(type));
  if (foreign !== undefined) return 'contains more than the image (text, location or animation): save the image again without it';
  return isRightSize(head.data.readUInt32BE(0), head.data.readUInt32BE(4)) ? null : 'must be square, of 32 to 512 pixels';
}

function isRightSize(width: number, height: number): boolean {
  return width === height && width >= sideMin && width <= sideMax;
}
