import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { UpstreamFault } from './exchange.ts';

const chunkSize = 64 * 1024;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
  zstd: () => createZstdDecompress({ chunkSize }),
};

/** Genuine answers of this size never reach this ratio: text compresses to a twentieth, the frames of a stream to a sixtieth. */
const expansionBytesMin = 8 * 1024 * 1024;
const expansionMax = 200;

/** Whether this single coding can be decoded. */
export function isDecodable(coding: string): boolean {
  return Object.hasOwn(decoders, coding.toLowerCase());
}

/** Receives the decoded body, and controls how much of it is delivered. */
export interface DecodedSink {
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** No further events follow. */
  onFault(fault: UpstreamFault): void;
  /** Do not write more until `onRoom`. */
  onFull(): void;
  onRoom(): void;
}

/**
 * Decodes a body that arrives with an unrequested content encoding, chunk by chunk. The listener limits what is kept; this class limits the
 * expansion ratio.
 */
export class ContentDecoder {
  readonly #stream: Transform;
  readonly #sink: DecodedSink;
  #codedBytes = 0;
  #bytes = 0;
  #isOver = false;

  constructor(coding: string, sink: DecodedSink) {
    this.#sink = sink;
    const create = decoders[coding.toLowerCase()];
    if (create === undefined) throw new Error(`"${coding}" cannot be decoded`);
    this.#stream = create();
    this.#stream.on('data', (chunk: Buffer) => {
      this.#onData(chunk);
    });
    this.#stream.on('end', () => {
      this.#end();
    });
    this.#stream.on('error', () => {
      this.#fail('the body is not what its coding says');
    });
    this.#stream.on('drain', () => {
      if (!this.#isOver) sink.onRoom();
    });
  }

  write(chunk: Buffer): void {
    this.#codedBytes += chunk.length;
    if (!this.#isOver && !this.#stream.write(chunk)) this.#sink.onFull();
  }

  /** Called at the end of the encoded body. */
  end(): void {
    // Some servers announce a coding for an empty body.
    if (this.#codedBytes === 0) this.#end();
    else this.#stream.end();
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  /** No further events are emitted. */
  destroy(): void {
    this.#isOver = true;
    this.#stream.destroy();
  }

  #onData(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    if (this.#bytes > expansionBytesMin && this.#bytes > expansionMax * this.#codedBytes)
      this.#fail('the body expands beyond measure');
    else this.#sink.onData(chunk);
  }

  #end(): void {
    if (this.#isOver) return;
    this.destroy();
    this.#sink.onEnd();
  }

  #fail(cause: string): void {
    if (this.#isOver) return;
    this.destroy();
    this.#sink.onFault({ kind: 'protocol', cause });
  }
}
