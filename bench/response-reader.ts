/** Cuts the bytes of one connection into HTTP/1.1 answers, at the least cost a load generator can have. */
export interface ResponseHandler {
  /** Payload bytes as they come; only called for an answer in chunked encoding. */
  onPayload(payload: Buffer): void;
  /** The answer is complete. `sample` holds the start of an unchunked body, to show why a call failed. */
  onEnd(status: number, sample: string): void;
}

type State = 'head' | 'length' | 'chunk-size' | 'chunk-data' | 'trailer';

export class ResponseReader {
  readonly #handler: ResponseHandler;
  #state: State = 'head';
  #kept: Buffer | undefined;
  #status = 0;
  #left = 0;
  #sample = '';

  constructor(handler: ResponseHandler) {
    this.#handler = handler;
  }

  read(data: Buffer): void {
    let rest = this.#kept === undefined ? data : Buffer.concat([this.#kept, data]);
    this.#kept = undefined;
    while (rest.length > 0) {
      const used = this.#step(rest);
      if (used === 0) {
        this.#kept = rest;
        return;
      }
      rest = rest.subarray(used);
    }
  }

  /** Bytes used; 0 means that more are needed. */
  #step(data: Buffer): number {
    switch (this.#state) {
      case 'head':
        return this.#head(data);
      case 'length':
        return this.#length(data);
      case 'chunk-size':
        return this.#chunkSize(data);
      case 'chunk-data':
        return this.#chunkData(data);
      case 'trailer':
        return this.#trailer(data);
    }
  }

  #head(data: Buffer): number {
    const end = data.indexOf('\r\n\r\n');
    if (end === -1) return 0;
    const text = data.toString('latin1', 0, end);
    this.#status = Number(text.slice(9, 12));
    this.#sample = '';
    const length = /\r\ncontent-length: *(\d+)/i.exec(text);
    if (length === null && /\r\ntransfer-encoding: *chunked/i.test(text)) {
      this.#state = 'chunk-size';
      return end + 4;
    }
    this.#left = Number(length?.[1] ?? 0);
    if (this.#left === 0) this.#finish();
    else this.#state = 'length';
    return end + 4;
  }

  #length(data: Buffer): number {
    const used = Math.min(this.#left, data.length);
    if (this.#status >= 400) this.#sample += data.toString('latin1', 0, Math.min(used, 300));
    this.#left -= used;
    if (this.#left === 0) this.#finish();
    return used;
  }

  #chunkSize(data: Buffer): number {
    const end = data.indexOf('\r\n');
    if (end === -1) return 0;
    this.#left = Number.parseInt(data.toString('latin1', 0, end), 16);
    this.#state = this.#left === 0 ? 'trailer' : 'chunk-data';
    return end + 2;
  }

  /** Passes whole or partial chunks on at once: the time of arrival is measured. */
  #chunkData(data: Buffer): number {
    if (this.#left > 0) {
      const used = Math.min(this.#left, data.length);
      this.#left -= used;
      this.#handler.onPayload(data.subarray(0, used));
      if (this.#left > 0 || data.length < used + 2) return used;
      this.#state = 'chunk-size';
      return used + 2;
    }
    if (data.length < 2) return 0;
    this.#state = 'chunk-size';
    return 2;
  }

  #trailer(data: Buffer): number {
    if (data.length < 2) return 0;
    this.#finish();
    return 2;
  }

  #finish(): void {
    this.#state = 'head';
    this.#handler.onEnd(this.#status, this.#sample);
  }
}
