import { connect, type Socket } from 'node:net';

/** How one slow connection ended. */
export interface SlowEnd {
  /** `null` if the connection ended without a response. */
  readonly status: number | null;
  readonly lifeMs: number;
}

/** A connection that sends the start of a request and then single bytes from time to time. When it ends, another one starts. */
export class SlowRequest {
  readonly ends: SlowEnd[] = [];
  readonly #port: number;
  readonly #start: Buffer;
  #socket: Socket | null = null;
  #stopped = false;

  constructor(port: number, start: Buffer) {
    this.#port = port;
    this.#start = start;
    this.#open();
  }

  /** Sends one more byte, unless the response has arrived. */
  trickle(): void {
    if (this.#socket?.writable === true) this.#socket.write('x');
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.destroy();
  }

  #open(): void {
    const socket = connect({ port: this.#port, host: '127.0.0.1' });
    const openedMs = performance.now();
    let status: number | null = null;
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      status ??= Number(bytes.toString('latin1', 9, 12));
      socket.end();
    });
    socket.on('close', () => {
      if (this.#stopped) return;
      this.ends.push({ status, lifeMs: performance.now() - openedMs });
      this.#open();
    });
    socket.write(this.#start);
  }
}
