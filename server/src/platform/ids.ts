import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Crockford's alphabet: no letters that can be mistaken for digits. */
const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes drawn in blocks, because one system call per ID would cost more than the ID. */
class RandomPool {
  readonly #block = Buffer.allocUnsafe(4096);
  readonly #fill: (block: Uint8Array) => void;
  #used = 4096;

  constructor(fill: (block: Uint8Array) => void) {
    this.#fill = fill;
  }

  take(length: number): Buffer {
    if (this.#used + length > this.#block.length) {
      this.#fill(this.#block);
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += length;
    return this.#block.subarray(from, this.#used);
  }
}

/** Creates every identifier of the product. */
export interface Ids {
  /** A UUIDv7 (RFC 9562), which sorts by time. Later ones from the same process are always greater. */
  uuid(): string;
  /** A short random name such as `acc_3Fq…`: the prefix, `_`, and 16 base62 characters (95 bits). */
  named(prefix: string): string;
  /** Cryptographically random base62 text for secrets. */
  secret(length: number): string;
  /** The same in 32 characters that people can type: digits and capitals without I, L, O and U. */
  typed(length: number): string;
}

/** @param fill the source of random bytes. A simulation passes its own, so that a seed reproduces its IDs. */
export function createIds(clock: Clock, fill: (block: Uint8Array) => void = randomFillSync): Ids {
  const pool = new RandomPool(fill);
  let lastMs = 0;
  let counter = 0;

  /** A 12-bit counter within a millisecond. An overflow borrows the next millisecond, so the order is always kept. */
  function tick(): void {
    const nowMs = clock.nowMs();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = pool.take(2).readUInt16BE() & 0x3ff;
      return;
    }
    counter += 1;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
  }

  function secret(length: number): string {
    let text = '';
    while (text.length < length) {
      const byte = pool.take(1)[0] ?? 255;
      // 248 is the largest multiple of 62 in a byte: values above it would favour the first letters.
      if (byte < 248) text += base62[byte % 62] ?? '';
    }
    return text;
  }

  return {
    uuid() {
      tick();
      const random = pool.take(8);
      random.writeUInt8((random.readUInt8() & 0x3f) | 0x80);
      const time = lastMs.toString(16).padStart(12, '0');
      const tail = random.toString('hex');
      return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 | counter).toString(16)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
    },
    named: (prefix) => `${prefix}_${secret(16)}`,
    secret,
    typed: (length) => [...pool.take(length)].map((byte) => base32[byte & 31]).join(''),
  };
}
