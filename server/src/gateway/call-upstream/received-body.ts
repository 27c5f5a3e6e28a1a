import { KeptChunks } from '../../json/kept-chunks.ts';

/**
 * Buffers in which bodies that arrived in chunks are examined as one. They are reused: allocating megabytes for each body would cause a
 * full collection every few dozen answers, which costs more than all of them.
 */
const benches: Buffer[] = [];
const benchesMax = 2;
/** Smaller bodies are joined in a new buffer. */
const benchBytesMin = 64 * 1024;
const benchBytesMax = 4 * 1024 * 1024;
const benchBytesStep = 1024 * 1024;

function takeBench(bytes: number): Buffer {
  const kept = benches.pop();
  if (kept !== undefined && kept.length >= bytes) return kept;
  return Buffer.allocUnsafeSlow(Math.ceil(bytes / benchBytesStep) * benchBytesStep);
}

/** The body of an answer that is sent once it has fully arrived. */
export class ReceivedBody {
  readonly #chunks = new KeptChunks();
  #bytes = 0;
  #bench: Buffer | null = null;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The body as one buffer, on loan until {@link giveBack}. */
  whole(): Buffer {
    const isLent = this.#chunks.pieces.length > 1 && this.#bytes > benchBytesMin && this.#bytes <= benchBytesMax;
    if (!isLent) return this.#chunks.whole();
    this.#bench ??= takeBench(this.#bytes);
    let at = 0;
    for (const chunk of this.#chunks.pieces) at += chunk.copy(this.#bench, at);
    return this.#bench.subarray(0, at);
  }

  /** The result without the borrowed buffer: unchanged parts refer to the chunks as received. */
  unborrowed(parts: Buffer[]): Buffer[] {
    const lent = this.#bench?.buffer;
    if (lent === undefined) return parts;
    return parts.flatMap((part) =>
      part.buffer === lent ? this.#received(part.byteOffset, part.byteOffset + part.length) : part,
    );
  }

  /** Returns the borrowed buffer for reuse. */
  giveBack(): void {
    if (this.#bench !== null && benches.length < benchesMax) benches.push(this.#bench);
    this.#bench = null;
  }

  #received(from: number, to: number): Buffer[] {
    const pieces: Buffer[] = [];
    let at = 0;
    for (const chunk of this.#chunks.pieces) {
      const [start, end] = [Math.max(from - at, 0), Math.min(to - at, chunk.length)];
      if (start < end) pieces.push(chunk.subarray(start, end));
      at += chunk.length;
    }
    return pieces;
  }
}
