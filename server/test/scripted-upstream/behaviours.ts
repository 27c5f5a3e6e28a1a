/** What an upstream can do to a call. Each function creates one behaviour; combine them with `inOrder` or write your own. */
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { Gate, Valve } from './gate.ts';
import { deltaEvent, event, streamHead, streamTail, wholeChat, chatEvents, type ChatOptions } from './chat-bodies.ts';
import type { Behaviour, RecordedRequest, ScriptedExchange } from './scripted-exchange.ts';

/** Bytes to send, or a point to stop until the test continues. */
export type Step = string | Buffer | Gate | Valve;

export interface AnswerOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

const json = { 'content-type': 'application/json' };
const sse = { 'content-type': 'text/event-stream; charset=utf-8' };

/** A valid response, whole or streamed as requested. */
export function chat(text = 'Hello there', options: ChatOptions = {}): Behaviour {
  return (exchange) =>
    exchange.request.stream
      ? chatStream(text.split(/(?<= )/), options)(exchange)
      : whole((request) => wholeChat(request, text, options))(exchange);
}

/** One whole response with the right length. */
export function whole(body: string | Buffer | ((request: RecordedRequest) => string), options: AnswerOptions = {}): Behaviour {
  return async (exchange) => {
    const bytes = Buffer.from(typeof body === 'function' ? body(exchange.request) : body);
    await exchange.write(
      Buffer.concat([
        head(options.status ?? 200, { ...json, 'content-length': String(bytes.length), ...options.headers }),
        bytes,
      ]),
    );
    exchange.done();
  };
}

/** A valid stream; gates and valves can be between the parts of the text. */
export function chatStream(pieces: readonly (string | Gate | Valve)[], options: ChatOptions = {}): Behaviour {
  return (exchange) => {
    const { request } = exchange;
    const steps = pieces.map((piece) => (typeof piece === 'string' ? deltaEvent(request, { content: piece }) : piece));
    return stream([streamHead(request, options), ...steps, streamTail(request, options)])(exchange);
  };
}

export interface StreamOptions extends AnswerOptions {
  /** `chunked` (one HTTP chunk per step), `close` (ended by closing) or `length`. */
  readonly framing?: 'chunked' | 'close' | 'length';
  /** Ending after the last step: as the framing requires, FIN too early, RST, or never. */
  readonly ending?: 'clean' | 'cut' | 'reset' | 'stall';
}

/** Sends steps as the body of a stream. */
export function stream(
  steps: readonly Step[] | ((request: RecordedRequest) => readonly Step[]),
  options: StreamOptions = {},
): Behaviour {
  const framing = options.framing ?? 'chunked';
  return async (exchange) => {
    const list = typeof steps === 'function' ? steps(exchange.request) : steps;
    await exchange.write(head(options.status ?? 200, { ...sse, ...framingHeaders(framing, list), ...options.headers }));
    for (const step of list) {
      if (exchange.gone) return;
      if (step instanceof Gate || step instanceof Valve) await step.pass();
      else await exchange.write(framing === 'chunked' ? httpChunk(step) : step);
    }
    await endStream(exchange, framing, options.ending ?? 'clean');
  };
}

/** Splits bytes at the given offsets. */
export function cutAt(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const edges = [0, ...positions.filter((at) => at > 0 && at < bytes.length).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((to, index) => bytes.subarray(edges[index], to));
}

/** A valid stream that breaks (RST) after the first `bytes` bytes of its body. */
export function chatStreamResetAfter(text: readonly string[], bytes: number, options: ChatOptions = {}): Behaviour {
  return stream((request) => [Buffer.from(chatEvents(request, text, options)).subarray(0, bytes)], { ending: 'reset' });
}

/** A valid stream without its terminal event. */
export function chatStreamWithoutDone(text: readonly string[], options: ChatOptions = {}): Behaviour {
  return stream((request) => [chatEvents(request, text, options).replace(event('[DONE]'), '')]);
}

/** Text, then an error event in the stream. */
export function chatStreamWithError(
  text: readonly string[],
  error: object = { message: 'engine overloaded', type: 'server_error', code: null },
): Behaviour {
  return stream((request) => [streamHead(request), ...text.map((content) => deltaEvent(request, { content })), event({ error })]);
}

/** One byte of a valid stream per step of the valve. */
export function trickle(text: readonly string[], valve: Valve): Behaviour {
  return stream((request) => [...Buffer.from(chatEvents(request, text))].flatMap((byte) => [valve, Buffer.of(byte)]));
}

/** An error response. `body` defaults to an error object in the usual format. */
export function refusal(status: number, body?: string | object, headers: Readonly<Record<string, string>> = {}): Behaviour {
  const content = body ?? { error: { message: `scripted ${String(status)}`, type: 'scripted', param: null, code: null } };
  return whole(typeof content === 'string' ? content : JSON.stringify(content), { status, headers });
}

/** Breaks the connection (RST) before any byte of the response. */
export function resetBeforeAnswer(): Behaviour {
  return (exchange) => {
    exchange.reset();
  };
}

/** Closes the connection (FIN) before any byte of the response. */
export function closeBeforeAnswer(): Behaviour {
  return (exchange) => {
    exchange.close();
  };
}

/** Never responds; with `afterHead` it sends headers, but no body. */
export function stall({ afterHead = false } = {}): Behaviour {
  return async (exchange) => {
    if (afterHead) await exchange.write(head(200, { ...sse, 'transfer-encoding': 'chunked' }));
  };
}

/** Waits at the gate before behaving. */
export function after(gate: Gate, behaviour: Behaviour): Behaviour {
  return async (exchange) => {
    await gate.pass();
    await behaviour(exchange);
  };
}

/** Sends exactly these bytes, then the ending. */
export function raw(bytes: string | Buffer, ending: 'keep' | 'close' | 'reset' = 'keep'): Behaviour {
  return async (exchange) => {
    await exchange.write(bytes);
    if (ending === 'keep') exchange.done();
    else if (ending === 'close') exchange.close();
    else exchange.reset();
  };
}

/** A whole response whose announced length is wrong by `difference`; if it is too long, the response ends with FIN. */
export function wrongLength(difference: number): Behaviour {
  return async (exchange) => {
    const bytes = Buffer.from(wholeChat(exchange.request, 'Hello'));
    await exchange.write(Buffer.concat([head(200, { ...json, 'content-length': String(bytes.length + difference) }), bytes]));
    if (difference > 0) exchange.close();
    else exchange.done();
  };
}

export function twoLengths(): Behaviour {
  return (exchange) => {
    const text = wholeChat(exchange.request, 'Hello');
    const length = Buffer.byteLength(text);
    return whole(text, { headers: { 'content-length': [String(length), String(length + 1)] } })(exchange);
  };
}

/** A compressed body of `bytes` zeros: kilobytes in transit, megabytes when expanded. */
export function gzipBomb(bytes: number, coding = 'gzip'): Behaviour {
  return whole(gzipSync(Buffer.alloc(bytes)), { headers: { 'content-encoding': coding } });
}

export function redirect(location: string): Behaviour {
  return whole('', { status: 307, headers: { location } });
}

/** A web page instead of an API response. */
export function html(status = 200): Behaviour {
  return whole('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } });
}

/** A valid response with headers that must never reach a client. */
export function vendorHeaders(): Behaviour {
  const headers = {
    'set-cookie': ['session=secret', 'second=secret'],
    'x-goog-api-key': 'upstream-secret',
    authorization: 'Bearer upstream-secret',
    server: 'vendor/1.0',
    via: '1.1 vendor',
    'x-request-id': 'req_of_the_vendor',
    'openai-organization': 'org-secret',
    'keep-alive': 'timeout=5',
  };
  return (exchange) => whole((request) => wholeChat(request, 'Hello'), { headers })(exchange);
}

/** A whole JSON response although a stream was requested. */
export function wholeToStream(text = 'Hello'): Behaviour {
  return whole((request) => wholeChat(request, text));
}

/** A stream although a whole response was requested. */
export function streamToWhole(text: readonly string[] = ['Hello']): Behaviour {
  return stream((request) => [chatEvents(request, text)]);
}

/** `count` informational responses before the behaviour. */
export function informational(count: number, status: number, behaviour: Behaviour): Behaviour {
  return async (exchange) => {
    for (let sent = 0; sent < count && !exchange.gone; sent += 1)
      await exchange.write(head(status, { link: '</style.css>; rel=preload' }));
    if (!exchange.gone) await behaviour(exchange);
  };
}

/** A valid response followed by bytes that belong to nothing: the connection is poisoned. */
export function withStrayBytes(stray = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstolen'): Behaviour {
  return async (exchange) => {
    await whole((request) => wholeChat(request, 'Hello'))(exchange);
    await exchange.write(stray);
  };
}

/** The headers of a response. A list of values becomes one line each. */
export function head(status: number, headers: AnswerOptions['headers'] & object): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((line) => `${name}: ${line}\r\n`),
  );
  return Buffer.from(`HTTP/1.1 ${String(status)} Scripted\r\n${lines.join('')}\r\n`);
}

/** Base address of a port where nothing listens, so connections are refused. */
export async function refusedBaseUrl(): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${String(port)}/v1`;
}

function framingHeaders(framing: NonNullable<StreamOptions['framing']>, steps: readonly Step[]): Record<string, string> {
  if (framing === 'chunked') return { 'transfer-encoding': 'chunked' };
  if (framing === 'close') return { connection: 'close' };
  const bytes = steps.reduce(
    (sum, step) => sum + (step instanceof Gate || step instanceof Valve ? 0 : Buffer.byteLength(step)),
    0,
  );
  return { 'content-length': String(bytes) };
}

async function endStream(
  exchange: ScriptedExchange,
  framing: string,
  ending: NonNullable<StreamOptions['ending']>,
): Promise<void> {
  if (ending === 'stall' || exchange.gone) return;
  if (ending === 'reset') exchange.reset();
  else if (ending === 'cut') exchange.close();
  else if (framing === 'close') {
    exchange.done();
    exchange.close();
  } else {
    if (framing === 'chunked') await exchange.write('0\r\n\r\n');
    exchange.done();
  }
}

function httpChunk(bytes: string | Buffer): Buffer {
  const content = Buffer.from(bytes);
  // An empty chunk would end the body.
  if (content.length === 0) return content;
  return Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')]);
}
