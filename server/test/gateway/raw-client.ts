/**
 * A client on a bare socket: sends what a test wants byte by byte, reads when the test wants, leaves when the test wants.
 * Official SDKs never do half of what real networks do.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyStart: number;
}

function readHead(bytes: Buffer, from = 0): Head | null {
  const end = bytes.indexOf('\r\n\r\n', from);
  if (end === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, bodyStart: end + 4 };
}

/** Joins HTTP chunks; `complete` once the last one was seen. */
function dechunk(bytes: Buffer): { readonly body: string; readonly complete: boolean; readonly end: number } {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return { body: Buffer.concat(parts).toString(), complete: false, end: at };
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (size === 0) return { body: Buffer.concat(parts).toString(), complete: true, end: lineEnd + 4 };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return { body: Buffer.concat(parts).toString(), complete: false, end: bytes.length };
  }
}

export class RawClient {
  readonly socket: Socket;
  /** Everything received so far. */
  received: Buffer = Buffer.alloc(0);
  closed = false;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed = true;
      this.#wake();
    });
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** Waits until what was received satisfies the test; fails when the connection ends before. */
  async until(satisfied: (received: string) => boolean, what: string): Promise<string> {
    for (;;) {
      const text = this.received.toString();
      if (satisfied(text)) return text;
      if (this.closed) throw new Error(`the connection ended before ${what}; received:\n${text}`);
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  /** The whole answer to the one request sent; also one that ends with the connection. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#tryAnswer();
      if (answer !== null) return answer;
      if (this.closed) throw new Error(`the connection ended inside an answer:\n${this.received.toString()}`);
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  /** Leaves abruptly (RST), as a killed process or a dropped network does. */
  leave(): void {
    this.socket.resetAndDestroy();
  }

  /** Stops reading; the kernel's buffers fill up. */
  stopReading(): void {
    this.socket.pause();
  }

  async ended(): Promise<void> {
    while (!this.closed) await new Promise<void>((wake) => this.#waiting.push(wake));
  }

  #tryAnswer(): RawAnswer | null {
    let head = readHead(this.received);
    while (head !== null && head.status === 100) head = readHead(this.received, head.bodyStart);
    if (head === null) return null;
    const rest = this.received.subarray(head.bodyStart);
    if (head.headers['transfer-encoding'] === 'chunked') {
      const { body, complete } = dechunk(rest);
      return complete ? { ...head, body } : null;
    }
    const length = Number(head.headers['content-length'] ?? (this.closed ? rest.length : Number.NaN));
    return rest.length >= length ? { ...head, body: rest.toString('utf8', 0, length) } : null;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

export interface PostOptions {
  readonly path?: string;
  readonly key: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a POST with a JSON body. */
export function postBytes(body: unknown, { path = '/v1/chat/completions', key, headers = {} }: PostOptions): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const all = {
    host: 'gateway.test',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    'content-type': 'application/json',
    'content-length': String(bytes.length),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
}

/** Sends one POST on a connection of its own and answers what came back. */
export async function post(port: number, body: unknown, options: PostOptions): Promise<RawAnswer> {
  const client = await RawClient.open(port);
  client.send(postBytes(body, options));
  try {
    return await client.answer();
  } finally {
    client.socket.destroy();
  }
}
