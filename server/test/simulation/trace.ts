import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Node writes this header by the machine's own clock. */
const dateHeader = /\r\nDate: [^\r]*/;

/** All events of a world, in order; two runs of one seed must have exactly the same trace. */
export class Trace {
  readonly #hash = createHash('sha256');
  readonly #file: string | null;
  lines = 0;

  /** @param file also receives the lines, for replaying a seed. */
  constructor(file: string | null) {
    this.#file = file;
  }

  add(atMs: number, kind: string, detail: string): void {
    const line = `${atMs.toFixed(3)} ${kind} ${detail}\n`;
    this.lines += 1;
    this.#hash.update(line);
    if (this.#file !== null) appendFileSync(this.#file, line);
  }

  bytes(atMs: number, kind: string, bytes: Buffer): void {
    this.add(atMs, kind, `${String(bytes.length)} ${crc32(bytes.toString('latin1').replace(dateHeader, '')).toString(16)}`);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
