const piecesPerPack = 256;
const smallPieceBytes = 1024;

/** Chunks of a body as they arrive. A body that arrives in chunks of a few bytes must not use a hundred times its size in memory. */
export class KeptChunks {
  readonly #chunks: Buffer[] = [];
  /** Number of chunks that are already merged. */
  #packed = 0;

  /** Chunks are kept unchanged, except that tiny ones are merged. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    if (this.#chunks.length - this.#packed < piecesPerPack) return;
    const pieces = this.#chunks.slice(this.#packed);
    if (pieces.reduce((sum, piece) => sum + piece.length, 0) < piecesPerPack * smallPieceBytes) {
      this.#chunks.length = this.#packed;
      this.#chunks.push(Buffer.concat(pieces));
    }
    this.#packed = this.#chunks.length;
  }

  get pieces(): readonly Buffer[] {
    return this.#chunks;
  }

  /** All chunks in one buffer. */
  whole(): Buffer {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
  }
}
