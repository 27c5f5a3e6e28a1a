/**
 * A client on a raw socket, with full control over bytes sent, reading and disconnecting. Official SDKs show only half of what real
 * networks do.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { endsWithError } from '../stream-text.ts';
import { inTime } from '../wait-for.ts';

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

/** Parses the frames of a growing chunked body once each, so that the cost stays linear. */
class ChunkReader {
  #at: number;
  readonly #parts: [start: number, end: number][] = [];

  constructor(bodyStart: number) {
    this.#at = bodyStart;
  }

  /** The complete chunks. */
  soFar(bytes: Buffer): string {
    return Buffer.concat(this.#parts.map(([start, end]) => bytes.subarray(start, end))).toString();
  }

  /** The body, once its last chunk is in `bytes`. */
  read(bytes: Buffer): string | null {
    for (;;) {
      const lineEnd = bytes.indexOf('\r\n', this.#at);
      if (lineEnd === -1) return null;
      const size = Number.parseInt(bytes.toString('latin1', this.#at, lineEnd), 16);
      if (size === 0) return this.soFar(bytes);
      const start = lineEnd + 2;
      if (start + size + 2 > bytes.length) return null;
      this.#parts.push([start, start + size]);
      this.#at = start + size + 2;
    }
  }
}

export class RawClient {
  readonly socket: Socket;
  closed = false;
  #store = Buffer.alloc(65_536);
  #length = 0;
  #chunks: ChunkReader | null = null;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#keep(chunk);
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
    await inTime(once(socket, 'connect'), { what: 'a connection is accepted' });
    return new RawClient(socket);
  }

  /** All bytes received so far. */
  get received(): Buffer {
    return this.#store.subarray(0, this.#length);
  }

  /** Starts over for the next response on the same connection. */
  forget(): void {
    this.#length = 0;
    this.#chunks = null;
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** Waits until the received bytes satisfy the test; fails if the connection ends first. */
  async until(satisfied: (received: string) => boolean, what: string): Promise<string> {
    for (;;) {
      const text = this.received.toString();
      if (satisfied(text)) return text;
      if (this.closed) throw new Error(`the connection ended before ${what}; received:\n${text}`);
      await this.#more(what);
    }
  }

  /** The whole response to the one request; also one that ends with the connection, and a stream that an error event interrupts. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.#tryAnswer();
      if (answer !== null) return answer;
      if (this.closed) throw new Error(`the connection ended inside an answer:\n${this.received.toString()}`);
      await this.#more('a whole answer');
    }
  }

  /** Disconnects abruptly (RST), like a killed process or a dropped network. */
  leave(): void {
    this.socket.resetAndDestroy();
  }

  /** Stops reading, so that the kernel's buffers fill up. */
  stopReading(): void {
    this.socket.pause();
  }

  async ended(): Promise<void> {
    while (!this.closed) await this.#more('the end of the connection');
  }

  /** The next event of the connection. */
  #more(what: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiting.push(() => {
      resolve(undefined);
    });
    return inTime(promise, { what: () => `${what}; received:\n${this.received.toString()}` });
  }

  #tryAnswer(): RawAnswer | null {
    let head = readHead(this.received);
    while (head?.status === 100) head = readHead(this.received, head.bodyStart);
    if (head === null) return null;
    if (head.headers['transfer-encoding'] === 'chunked') {
      this.#chunks ??= new ChunkReader(head.bodyStart);
      const body = this.#chunkedBody(this.#chunks);
      return body === null ? null : { ...head, body };
    }
    const rest = this.received.subarray(head.bodyStart);
    const length = Number(head.headers['content-length'] ?? (this.closed ? rest.length : Number.NaN));
    return rest.length >= length ? { ...head, body: rest.toString('utf8', 0, length) } : null;
  }

  /** A whole body, or one interrupted by an error event and the end of the connection; nothing else is a response. */
  #chunkedBody(chunks: ChunkReader): string | null {
    const body = chunks.read(this.received);
    if (body === null && !this.closed) return null;
    const isWhole = body !== null;
    const text = body ?? chunks.soFar(this.received);
    if (isWhole && endsWithError(text)) throw new Error(`an error event is followed by the regular end of its body:\n${text}`);
    return isWhole || endsWithError(text) ? text : null;
  }

  #keep(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#store.length) {
      const larger = Buffer.alloc(length * 2);
      this.#store.copy(larger, 0, 0, this.#length);
      this.#store = larger;
    }
    chunk.copy(this.#store, this.#length);
    this.#length = length;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

/** Starts like a PNG, which is all that the sandbox checks. */
export const picture = Buffer.from('\x89PNG\r\n\x1a\na picture', 'latin1');

/** A file in a form. */
export interface FormFile {
  readonly fileName: string;
  readonly type?: string;
  readonly bytes: Buffer;
}

function isFile(value: unknown): value is FormFile {
  return typeof value === 'object' && value !== null && 'fileName' in value;
}

const boundary = 'test-form-5f1c';

function formPart(name: string, value: unknown): Buffer[] {
  if (Array.isArray(value)) return value.flatMap((item) => formPart(`${name}[]`, item));
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  if (isFile(value)) {
    const { fileName, type = 'image/png', bytes } = value;
    return [Buffer.from(`${disposition}; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`), bytes, Buffer.from('\r\n')];
  }
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, text]) => formPart(`${name}[${inner}]`, text));
  return [Buffer.from(`${disposition}\r\n\r\n${String(value)}\r\n`)];
}

/** A form as clients write it: lists as `name[]`, objects as `name[member]`. */
export function formBytes(fields: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => formPart(name, value)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` } as const;

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

/** Sends one POST on a separate connection and returns the response. */
export async function post(port: number, body: unknown, options: PostOptions): Promise<RawAnswer> {
  const client = await RawClient.open(port);
  client.send(postBytes(body, options));
  try {
    return await client.answer();
  } finally {
    client.socket.destroy();
  }
}
