import { Duplex } from 'node:stream';
import type { Clock } from '../../src/platform/clock.ts';

type Done = (error?: Error | null) => void;

function fault(code: string): Error {
  return Object.assign(new Error(`simulated ${code}`), { code });
}

/**
 * The gateway's end of a connection, with the behaviour of a TCP socket: whatever fits into the send buffer is accepted at once, the rest
 * waits until the client has read. The methods of the second half belong to the client's end.
 */
export class SimulatedSocket extends Duplex {
  readonly remoteAddress: string;
  /** Everything the send buffer accepted while the connection was intact, in order. */
  readonly accepted: Buffer[] = [];
  /** Whether the gateway has closed its side, or the whole connection. */
  isEnded = false;
  /** Whether it ended while bytes waited for room. */
  isCut = false;
  onAccepted: ((bytes: Buffer) => void) | null = null;
  onClosed: (() => void) | null = null;
  readonly #clock: Clock;
  readonly #sendBufferBytes: number;
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  #waiting: Done | null = null;
  #isReset = false;
  #idleMs = 0;
  #touchedMs = 0;
  #stopTimer: (() => void) | null = null;

  constructor(clock: Clock, remoteAddress: string, sendBufferBytes: number) {
    super({ allowHalfOpen: true });
    this.#clock = clock;
    this.remoteAddress = remoteAddress;
    this.#sendBufferBytes = sendBufferBytes;
  }

  override _read(): void {
    // The client pushes data itself.
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    if (this.#isReset) {
      done(fault('EPIPE'));
      return;
    }
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
    this.#touch();
    this.accepted.push(bytes);
    this.#unread.push(bytes);
    this.#unreadBytes += bytes.length;
    this.onAccepted?.(bytes);
    if (this.#unreadBytes <= this.#sendBufferBytes) done();
    else this.#waiting = done;
  }

  override _final(done: Done): void {
    this.isEnded = true;
    done();
    this.onClosed?.();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.isEnded = true;
    this.#stopTimer?.();
    const waiting = this.#waiting;
    this.#waiting = null;
    this.isCut = waiting !== null;
    waiting?.(error ?? fault('ECONNRESET'));
    done(error);
    this.onClosed?.();
  }

  setTimeout(ms: number, action?: () => void): this {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#idleMs = ms;
    this.#touch();
    if (action !== undefined) this.once('timeout', action);
    if (ms > 0) this.#watch(ms);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  resetAndDestroy(): this {
    return this.destroy();
  }

  /** Whether accepted bytes wait for room, so that not everything written was sent. */
  get isBlocked(): boolean {
    return this.#waiting !== null;
  }

  /** The client sends. */
  send(bytes: Buffer): void {
    if (this.destroyed || this.readableEnded) return;
    this.#touch();
    this.push(bytes);
  }

  /** The client announces that it sends nothing more. */
  sendEnd(): void {
    if (!this.destroyed) this.push(null);
  }

  /** The client reads up to this many arrived bytes. */
  receive(bytesMax: number): Buffer {
    const all = this.#unread.length === 1 && this.#unread[0] ? this.#unread[0] : Buffer.concat(this.#unread);
    const taken = all.subarray(0, bytesMax);
    this.#unread = taken.length === all.length ? [] : [all.subarray(taken.length)];
    this.#unreadBytes -= taken.length;
    if (this.#waiting !== null && this.#unreadBytes <= this.#sendBufferBytes) {
      const done = this.#waiting;
      this.#waiting = null;
      this.#touch();
      done();
    }
    return taken;
  }

  get unreadBytes(): number {
    return this.#unreadBytes;
  }

  /** From now on, the client's machine answers everything with RST. */
  reset(): void {
    if (this.destroyed) return;
    this.#isReset = true;
    this.destroy(fault('ECONNRESET'));
  }

  #touch(): void {
    this.#touchedMs = this.#clock.monotonicMs();
  }

  #watch(ms: number): void {
    this.#stopTimer = this.#clock.after(ms, () => {
      const silentMs = this.#clock.monotonicMs() - this.#touchedMs;
      if (this.destroyed) return;
      if (silentMs < this.#idleMs) this.#watch(this.#idleMs - silentMs);
      else this.emit('timeout');
    });
  }
}
