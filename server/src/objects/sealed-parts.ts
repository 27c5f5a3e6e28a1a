import type { SealedPart } from '../domain/content/objects.ts';
import { frameOverheadBytes, type FrameBox } from '../platform/frame-box.ts';

/** A frame is opened as a whole, which is the cost of reading a range beyond its own bytes. */
export const frameBytes = 64 * 1024;
export const sealedFrameBytes = frameBytes + frameOverheadBytes;
/** A part is written as a whole, which is the memory that storing a file takes. */
export const framesPerPart = 64;
export const partBytes = framesPerPart * frameBytes;
export const sealedPartBytes = framesPerPart * sealedFrameBytes;

/**
 * Splits the input into frames, each valid until the next is requested. The last frame is marked, so a full one is held back until it is
 * known whether it is the last.
 */
async function* framesOf(chunks: AsyncIterable<Buffer>) {
  const held = Buffer.allocUnsafeSlow(frameBytes);
  let filled = 0;
  let index = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      if (filled === frameBytes) {
        yield { frame: held, place: { index, isLast: false } };
        index += 1;
        filled = 0;
      }
      const copied = chunk.copy(held, filled, at);
      at += copied;
      filled += copied;
    }
  }
  if (filled > 0) yield { frame: held.subarray(0, filled), place: { index, isLast: true } };
}

interface SealedFrame extends SealedPart {
  readonly endsPart: boolean;
}

/** A file in frames that are sealed one by one, so that any range of bytes can be read. */
export async function* sealedFrames(box: FrameBox, chunks: AsyncIterable<Buffer>): AsyncGenerator<SealedFrame> {
  for await (const { frame, place } of framesOf(chunks)) {
    const endsPart = place.isLast || (place.index + 1) % framesPerPart === 0;
    yield { pieces: box.seal(frame, place), plainBytes: frame.length, endsPart };
  }
}

/** The same, joined to parts. */
export async function* sealedParts(box: FrameBox, chunks: AsyncIterable<Buffer>): AsyncGenerator<SealedPart> {
  let pieces: Buffer[] = [];
  let plainBytes = 0;
  for await (const frame of sealedFrames(box, chunks)) {
    pieces.push(...frame.pieces);
    plainBytes += frame.plainBytes;
    if (!frame.endsPart) continue;
    yield { pieces, plainBytes };
    pieces = [];
    plainBytes = 0;
  }
}
