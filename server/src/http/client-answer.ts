import type { ServerResponse } from 'node:http';
import type { ApiError } from '@tollgate/contract/errors';
import type { Deadline, Deadlines } from '../platform/deadlines.ts';
import { closeAfterAnswer, closeNow } from './closing.ts';
import { Delivery } from './delivery.ts';
import { nameAnswer, requestIdHeader } from './request-id.ts';
import { writeTogether } from './write-together.ts';

export type HeaderList = readonly (readonly [string, string])[];

const jsonType = 'application/json; charset=utf-8';
const streamType = 'text/event-stream; charset=utf-8';

const lastChunk = Buffer.from('0\r\n\r\n');
const lineEnd = Buffer.from('\r\n');
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** From this size on, a copy costs more than sending three parts. */
const copiedBytesMax = 16 * 1024;

/** One HTTP/1.1 chunk (RFC 9112, 7.1). */
function chunkOf(bytes: Buffer): Buffer {
  const length = bytes.length.toString(16);
  const chunk = Buffer.allocUnsafe(length.length + bytes.length + 4);
  // A few stores cost less than a call that writes the bytes.
  let at = 0;
  for (; at < length.length; at += 1) chunk[at] = length.charCodeAt(at);
  chunk[at] = carriageReturn;
  chunk[at + 1] = lineFeed;
  chunk.set(bytes, at + 2);
  chunk[chunk.length - 2] = carriageReturn;
  chunk[chunk.length - 1] = lineFeed;
  return chunk;
}

/** An error response: its body in the client's protocol, and what differs from the error's entry in the catalogue. */
export interface ErrorResponse {
  readonly body: object;
  readonly status?: number;
  /** `null`: no `retry-after`. */
  readonly retryAfterSeconds?: number | null;
  readonly shouldRetry?: false;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Headers of an error: when and whether to retry, and how to authenticate. */
function adviceHeaders(error: ApiError, response: ErrorResponse): [string, string][] {
  const headers = Object.entries(response.headers ?? {});
  const { retryAfterSeconds = error.retryAfterSeconds ?? null } = response;
  if (retryAfterSeconds !== null) headers.push(['retry-after', String(Math.ceil(retryAfterSeconds))]);
  if (!error.shouldRetry || response.shouldRetry === false) headers.push(['x-should-retry', 'false']);
  // RFC 9110, 15.5.2: a 401 names an accepted authentication scheme.
  if (error.status === 401) headers.push(['www-authenticate', 'Bearer']);
  return headers;
}

/** A client that does not accept one such piece in time has stopped reading. */
const pieceBytes = 256 * 1024;
/** Up to this size, head and body are sent as one string in one write, which costs less than two buffers. */
const onePieceBytes = 16 * 1024;

/** Parts that are sent in one write. */
function inPieces(parts: readonly Buffer[]): Buffer[][] {
  const pieces: Buffer[][] = [];
  let room = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length;) {
      if (room === 0) {
        pieces.push([]);
        room = pieceBytes;
      }
      const taken = part.subarray(at, at + room);
      pieces.at(-1)?.push(taken);
      at += taken.length;
      room -= taken.length;
    }
  }
  return pieces;
}

export interface ClientAnswerOptions {
  /** Sent as `x-request-id`. */
  readonly id: string;
  /** Additional headers of any response. */
  readonly headers: HeaderList;
  readonly deadlines: Deadlines;
  /** A client that accepts nothing for this long is disconnected. */
  readonly slowClientMs: number;
}

/** The response to one request: whole or streamed, sent exactly once, with the headers of every response. */
export class ClientAnswer {
  /** The status sent, or `null` while nothing was sent. */
  status: number | null = null;
  streaming = false;
  /** The client was disconnected because it read nothing for the allowed time. */
  hasStoppedReading = false;
  readonly #response: ServerResponse;
  readonly #delivery: Delivery;
  readonly #headers: string[] = [];
  readonly #options: ClientAnswerOptions;
  /** The stream uses HTTP chunks that this class frames. */
  #framed = false;
  #stall: Deadline | null = null;
  #openedMs = 0;
  #blockedMs = 0;
  #blockedSinceMs: number | null = null;

  constructor(response: ServerResponse, options: ClientAnswerOptions) {
    this.#response = response;
    this.#delivery = new Delivery(response, options.deadlines, () => {
      this.#unguard();
    });
    nameAnswer(response, options.id);
    this.#headers.push(requestIdHeader, options.id);
    this.addHeaders(options.headers);
    this.#options = options;
  }

  get left(): boolean {
    return this.#delivery.left;
  }

  /** See {@link Delivery.shown}. */
  get shown(): Promise<boolean> | null {
    return this.#delivery.shown;
  }

  /** Whether bytes are waiting because the client does not accept them. */
  get stalled(): boolean {
    return this.#stall !== null && this.#response.writableNeedDrain;
  }

  /** Whether the client delays its answer: bytes are waiting now, or were for most of the time since the first one. */
  get isReadSlowly(): boolean {
    const openMs = this.#options.deadlines.roughNowMs - this.#openedMs;
    return this.#blockedSinceMs !== null || 2 * this.#blockedMs > openMs;
  }

  onLeft(action: (() => void) | null): void {
    this.#delivery.onLeft(action);
  }

  /** Adds headers to the response; has no effect once the head is sent. */
  addHeaders(headers: HeaderList): void {
    for (const [name, value] of headers) this.#headers.push(name, value);
  }

  /** Asks a client that waits for `100 Continue` to send its body. */
  continue(): void {
    this.#response.writeContinue();
  }

  /** Sends a whole JSON response. Resolves to whether it was delivered. */
  sendWhole(status: number, body: Buffer, closeAfter = false): Promise<boolean> {
    if (closeAfter) {
      this.#headers.push('connection', 'close');
      closeAfterAnswer(this.#response.req.socket);
    }
    this.#head(status, ['content-type', jsonType, 'content-length', String(body.length)]);
    if (body.length <= onePieceBytes) {
      this.#guard();
      // Every byte becomes one latin-1 character, so the bytes on the wire equal the body.
      const text = body.toString('latin1');
      writeTogether(() => {
        this.#response.end(text, 'latin1');
      });
      return this.#delivery.delivered;
    }
    return this.finish(body);
  }

  /** Sends a whole JSON response that consists of parts. Resolves to whether all of it was delivered. */
  sendParts(status: number, parts: readonly Buffer[]): Promise<boolean> {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return this.sendWhole(status, only);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    this.#head(status, ['content-type', jsonType, 'content-length', String(length)]);
    this.#sendPieces(inPieces(parts), 0);
    return this.#delivery.delivered;
  }

  /** Sends an error of the catalogue as a whole response, in the format of the client's protocol. */
  sendError(error: ApiError, response: ErrorResponse, closeAfter: boolean): Promise<boolean> {
    this.addHeaders(adviceHeaders(error, response));
    return this.sendWhole(response.status ?? error.status, Buffer.from(JSON.stringify(response.body)), closeAfter);
  }

  /** Sends a status without a body (CORS preflight, HEAD). */
  sendEmpty(status: number, length = 0): void {
    this.#head(status, ['content-length', String(length)]);
    this.#response.end();
  }

  /**
   * Sends a file while it arrives, no faster than the client reads. Resolves to whether it was delivered. If `chunks` fails, or yields
   * fewer than `length` bytes, the connection is broken: only that shows the client that the file is incomplete.
   */
  async sendFile(status: number, length: number, chunks: AsyncIterable<Buffer>): Promise<boolean> {
    const gone = new Promise<void>((resolve) => {
      this.onLeft(resolve);
    });
    this.#head(status, ['content-length', String(length)]);
    let sent = 0;
    try {
      for await (const chunk of chunks) {
        sent += chunk.length;
        if (!this.left && !this.write(chunk)) await Promise.race([gone, this.#drained()]);
        if (this.left) return false;
      }
    } finally {
      if (sent < length) this.breakOff();
    }
    return this.finish(null);
  }

  /** Ends a response that cannot be completed. */
  breakOff(): void {
    this.#response.destroy();
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.onDrain(resolve);
    });
  }

  /** Opens an event stream with 200; has no effect if it is already open. */
  openStream(): void {
    if (this.streaming) return;
    this.streaming = true;
    const headers = ['content-type', streamType, 'cache-control', 'no-cache', 'x-accel-buffering', 'no'];
    this.#framed = this.#response.req.httpVersionMinor === 1;
    if (this.#framed) headers.push('transfer-encoding', 'chunked');
    this.#head(200, headers);
    // The server would send length, bytes and line ends of a chunk as four writes; framing it here takes one.
    this.#response.chunkedEncoding = false;
  }

  /** Returns `false` if the client reads more slowly than data is written; then wait for `onDrain`. */
  write(bytes: Buffer): boolean {
    if (bytes.length === 0) return true;
    this.#delivery.writing(bytes.length);
    if (this.#writeFramed(bytes)) return true;
    this.#block();
    return false;
  }

  #writeFramed(bytes: Buffer): boolean {
    const response = this.#response;
    if (!this.#framed) return response.write(bytes);
    if (bytes.length <= copiedBytesMax) return response.write(chunkOf(bytes));
    response.cork();
    response.write(`${bytes.length.toString(16)}\r\n`, 'latin1');
    response.write(bytes);
    const taken = response.write(lineEnd);
    response.uncork();
    return taken;
  }

  onDrain(action: () => void): void {
    this.#response.once('drain', action);
  }

  /** Ends a stream with its last bytes, in one write unless they are large. Resolves to whether all of it was delivered. */
  finish(bytes: Buffer | null): Promise<boolean> {
    if (bytes !== null && bytes.length > pieceBytes) {
      this.#sendPieces(inPieces([bytes]), 0);
      return this.#delivery.delivered;
    }
    this.#guard();
    this.#delivery.writing(bytes?.length ?? 0);
    this.#delivery.ending();
    // An empty chunk would already mean the end of the body.
    const isEmpty = bytes === null || bytes.length === 0;
    if (this.#framed && !isEmpty && bytes.length > copiedBytesMax) {
      this.#response.cork();
      this.#writeFramed(bytes);
      this.#response.end(lastChunk);
    } else if (this.#framed) this.#response.end(isEmpty ? lastChunk : Buffer.concat([chunkOf(bytes), lastChunk]));
    else if (isEmpty) this.#response.end();
    else this.#response.end(bytes);
    return this.#delivery.delivered;
  }

  /**
   * Ends an incomplete stream: sends its last bytes, then closes the connection without the last chunk. Clients that do not understand the
   * event in these bytes see a broken body (RFC 9112, 8). With HTTP/1.0, every stream ends by closing. Resolves once the bytes are sent or
   * can no longer arrive.
   * @param isRead the client reads the event; the stream ends with its last chunk.
   */
  async breakOffAfter(bytes: Buffer, isRead = false): Promise<void> {
    if (!this.#framed || isRead) {
      await this.finish(bytes);
      return;
    }
    this.#guard();
    await new Promise<void>((resolve) => {
      this.onLeft(resolve);
      // Closed only after the write: a reset would discard bytes that are still waiting.
      this.#response.write(chunkOf(bytes), () => {
        this.#unguard();
        closeNow(this.#response.req.socket);
        resolve();
      });
    });
  }

  /** Large bodies are sent in pieces, so that a client that stopped reading is noticed and other clients do not have to wait. */
  #sendPieces(pieces: readonly (readonly Buffer[])[], at: number): void {
    const piece = pieces[at] ?? [];
    this.#response.cork();
    if (at >= pieces.length - 1) {
      for (const part of piece.slice(0, -1)) this.write(part);
      void this.finish(piece.at(-1) ?? null);
      return;
    }
    // The result of the last write covers all of them.
    const taken = piece.map((part) => this.write(part)).at(-1);
    this.#response.uncork();
    if (taken !== false) this.#sendPieces(pieces, at + 1);
    else {
      this.onDrain(() => {
        this.#sendPieces(pieces, at + 1);
      });
    }
  }

  /** From now on, bytes are waiting for the client. */
  #block(): void {
    if (this.#blockedSinceMs !== null) return;
    this.#blockedSinceMs = this.#options.deadlines.roughNowMs;
    this.#guard();
    this.#response.once('drain', () => {
      this.#blockedMs += this.#options.deadlines.roughNowMs - (this.#blockedSinceMs ?? 0);
      this.#blockedSinceMs = null;
      this.#delivery.drained();
      this.#unguard();
    });
  }

  /** For a client that has left, nothing is watched and so nothing kept in memory. */
  #guard(): void {
    if (!this.left) this.#stall ??= this.#watchClient();
  }

  #watchClient(): Deadline {
    return this.#options.deadlines.watch(this.#options.slowClientMs, () => {
      // After an earlier response on the same connection, nothing can be sent yet, regardless of how fast the client reads.
      if (this.#response.socket === null && !this.left) this.#stall = this.#watchClient();
      // Resets the connection, because after an orderly end the kernel would keep unread data for minutes.
      else {
        this.hasStoppedReading = true;
        this.#response.socket?.resetAndDestroy();
      }
    });
  }

  #unguard(): void {
    if (this.#stall === null) return;
    this.#options.deadlines.forget(this.#stall);
    this.#stall = null;
  }

  #head(status: number, headers: readonly string[]): void {
    this.status = status;
    this.#openedMs = this.#options.deadlines.roughNowMs;
    this.#headers.push(...headers);
    this.#response.writeHead(status, this.#headers);
  }
}
