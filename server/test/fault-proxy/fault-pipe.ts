import type { Socket } from 'node:net';
import type { Clock } from '../../src/platform/clock.ts';
import type { Faults } from './faults.ts';

/** Maximum queue; beyond it the sender must wait, as in a network. */
const queuedBytesMax = 64 * 1024;

export interface PipeOptions {
  readonly faults: () => Faults;
  readonly clock: Clock;
  readonly random: () => number;
  /** Breaks both connections (RST). */
  readonly reset: () => void;
}

/** Forwards the bytes of one direction from socket to socket, with the current faults. */
export class FaultPipe {
  /** Bytes forwarded so far. */
  passed = 0;
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #options: PipeOptions;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #ended = false;
  #busy = false;
  #blocked = false;

  constructor(from: Socket, to: Socket, options: PipeOptions) {
    this.#from = from;
    this.#to = to;
    this.#options = options;
    from.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    from.on('end', () => {
      this.#ended = true;
      this.#next();
    });
    to.on('drain', () => {
      this.#blocked = false;
      this.#next();
    });
  }

  #take(chunk: Buffer): void {
    const { timeout, slicer } = this.#options.faults();
    if (timeout === true) return;
    for (let at = 0; at < chunk.length;) {
      const length = slicer === undefined ? chunk.length : 1 + Math.floor(this.#options.random() * slicer.bytesMax);
      this.#queue.push(chunk.subarray(at, at + length));
      at += length;
    }
    this.#queuedBytes += chunk.length;
    if (this.#queuedBytes > queuedBytesMax) this.#from.pause();
    this.#next();
  }

  /** Forwards packets one after the other, each when it is due. */
  #next(): void {
    while (!this.#busy && !this.#blocked && !this.#to.destroyed) {
      const piece = this.#queue[0];
      if (piece === undefined) break;
      const waitMs = this.#waitMs(piece.length);
      if (waitMs > 0) {
        this.#later(waitMs, piece);
        return;
      }
      this.#pass(piece);
    }
    if (this.#ended && this.#queue.length === 0 && !this.#busy) this.#end();
  }

  #waitMs(bytes: number): number {
    const { latency, bandwidth } = this.#options.faults();
    const jitterMs = (latency?.jitterMs ?? 0) * (2 * this.#options.random() - 1);
    const pacedMs = bandwidth === undefined ? 0 : (bytes * 1000) / bandwidth.bytesPerSecond;
    return (latency === undefined ? 0 : latency.ms + jitterMs) + pacedMs;
  }

  #later(waitMs: number, piece: Buffer): void {
    this.#busy = true;
    this.#options.clock.after(waitMs, () => {
      this.#busy = false;
      if (!this.#to.destroyed) this.#pass(piece);
      this.#next();
    });
  }

  #pass(piece: Buffer): void {
    this.#queue.shift();
    this.#queuedBytes -= piece.length;
    const { limitData } = this.#options.faults();
    const allowed = limitData === undefined ? piece.length : Math.max(0, limitData.bytes - this.passed);
    const taken = piece.subarray(0, allowed);
    this.passed += taken.length;
    if (limitData !== undefined && this.passed >= limitData.bytes) this.#cut(taken, limitData.ending);
    else {
      if (!this.#to.write(taken)) this.#blocked = true;
      if (this.#queuedBytes <= queuedBytesMax) this.#from.resume();
    }
  }

  #cut(last: Buffer, ending: 'fin' | 'reset'): void {
    this.#queue = [];
    this.#queuedBytes = 0;
    if (ending === 'fin') this.#to.end(last);
    else if (last.length === 0) this.#options.reset();
    // Forwarded data must be sent first, or the reset would discard it.
    else this.#to.write(last, this.#options.reset);
  }

  #end(): void {
    this.#ended = false;
    const { slowClose, timeout } = this.#options.faults();
    if (timeout === true) return;
    if (slowClose === undefined) this.#to.end();
    else this.#options.clock.after(slowClose.ms, () => this.#to.end());
  }
}
