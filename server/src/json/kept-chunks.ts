const piecesPerPack = 256;
const smallPieceBytes = 1024;

/** Chunks of a body as they arrive. One that comes in pieces of a few bytes must not cost a hundred times its size in memory. */
export class KeptChunks {
  readonly #chunks: Buffer[] = [];
  /** Number of chunks that are no longer packed. */
  #packed = 0;

  /** Chunks are kept as they are, tiny ones packed together. */
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

  /** All of them in one. */
  whole(): Buffer {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
  }
}
