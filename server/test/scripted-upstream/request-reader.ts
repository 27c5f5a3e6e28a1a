/** A request as it was sent. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; repeated ones are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Names as sent, in order. */
  readonly headerNames: readonly string[];
  readonly bytes: Buffer;
}

/** Splits the bytes of a connection into requests framed by `content-length`, which is all that the gateway sends. */
export class RequestReader {
  #pending: Buffer = Buffer.alloc(0);
  #head: Omit<WireRequest, 'bytes'> | null = null;

  /** The requests that are now complete. */
  push(chunk: Buffer): WireRequest[] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const complete: WireRequest[] = [];
    for (let request = this.#take(); request !== null; request = this.#take()) complete.push(request);
    return complete;
  }

  #take(): WireRequest | null {
    if (this.#head === null) {
      const end = this.#pending.indexOf('\r\n\r\n');
      if (end < 0) return null;
      this.#head = readHead(this.#pending.subarray(0, end).toString('latin1'));
      this.#pending = this.#pending.subarray(end + 4);
    }
    const length = Number(this.#head.headers['content-length'] ?? 0);
    if (this.#pending.length < length) return null;
    const request = { ...this.#head, bytes: this.#pending.subarray(0, length) };
    this.#head = null;
    this.#pending = this.#pending.subarray(length);
    return request;
  }
}

function readHead(text: string): Omit<WireRequest, 'bytes'> {
  const [first = '', ...lines] = text.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  const headerNames: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headerNames.push(name);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { method, path, headers, headerNames };
}
