import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { consoleSections } from '@tollgate/contract/site/pages';
import { ApiError, type ErrorCode } from '@tollgate/contract/errors';
import { closeAfterAnswer, endWith, isClosing } from './closing.ts';
import { nextRequest } from './delivery.ts';
import { headFault, tooManyHeaders } from './head-fault.ts';
import { answerName, requestIdHeader } from './request-id.ts';
import { writeDue } from './write-together.ts';

// An import would load everything that the module offers, including a second HTTP client.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

export interface HttpServerLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly connectionsMax: number;
  readonly headerBytesMax: number;
}

export interface HttpServerOptions {
  readonly limits: HttpServerLimits;
  /** Creates IDs for responses to requests that no listener sees. */
  readonly freshId: () => string;
  /**
   * Called for each connection. Returns a function to call when the connection ends, or `null` to refuse it. If absent, all are accepted.
   */
  readonly enter?: (address: string | undefined) => (() => void) | null;
}

/** Handles a request; `expectsContinue` means that the client waits for `100 Continue` before it sends the body. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => void;

/** Paths of the control plane, including pages of the console; everything else belongs to the gateway. */
const controlPath = new RegExp(
  `^/(?:$|\\?|api/|api$|openapi\\.json|healthz|readyz|metrics|assets/|favicon\\.|announcements\\.rss|status\\.rss|(?:console|${consoleSections.join('|')})(?:[/?]|$))`,
);

const parserFaults: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

/** A raw response, for faults that occur before there is a request object. */
function rawAnswer(error: ApiError, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(error.toBody());
  const all = {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${String(error.status)} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

const connectionFaults = new WeakMap<Socket, ErrorCode>();

/** The framing fault or time-out that ended a connection while one of its requests was being read; `null` if there was none. */
export function connectionFault(socket: Socket): ErrorCode | null {
  return connectionFaults.get(socket) ?? null;
}

function answerParserFault(error: NodeJS.ErrnoException, socket: Socket, freshId: () => string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = parserFaults[error.code ?? ''] ?? 'malformed_request';
  connectionFaults.set(socket, code);
  // A finished response may not have been written yet, and would be lost with the connection.
  writeDue();
  const answering = (socket as { _httpMessage?: ServerResponse | null })._httpMessage;
  // Responses keep the order of their requests: while an earlier one is pending or being sent, no other can be inserted.
  if (answering && (answering.headersSent || answering.req.complete)) {
    socket.destroy();
    return;
  }
  endWith(socket, rawAnswer(new ApiError(code), { [requestIdHeader]: answerName(answering) ?? freshId() }));
}

/** A last response to a request that no listener sees. */
function answerLast(response: ServerResponse, error: ApiError, id: string): void {
  const body = Buffer.from(JSON.stringify(error.toBody()));
  closeAfterAnswer(response.req.socket);
  response.writeHead(error.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
    [requestIdHeader]: id,
  });
  response.end(body);
}

/** The gateway refuses invalid heads itself, because it logs them. The control plane's framework does not know about them. */
function soundOnly(control: RequestListener, freshId: () => string): RequestListener {
  return (request, response, expectsContinue) => {
    const fault = headFault(request);
    if (tooManyHeaders(request)) answerLast(response, new ApiError('headers_too_large'), freshId());
    else if (fault === null) control(request, response, expectsContinue);
    else {
      const message = `The HTTP request is malformed: ${fault}.`;
      answerLast(response, new ApiError('malformed_request', { message }), freshId());
    }
  };
}

/**
 * The one listening server. The gateway's requests reach it directly, without a framework in between; the control plane's go to their
 * framework. Framing, header and time limits apply to both.
 */
export function createHttpServer(gateway: RequestListener, control: RequestListener, options: HttpServerOptions): Server {
  const { limits, freshId, enter } = options;
  const soundControl = soundOnly(control, freshId);
  const dispatch = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    // Another request may follow in the same packet as the request that ended the connection.
    if (isClosing(request.socket)) return;
    request.socket.emit(nextRequest);
    (controlPath.test(request.url ?? '') ? soundControl : gateway)(request, response, expectsContinue);
  };
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headerBytesMax,
    insecureHTTPParser: false,
    // `headFault` checks this and responds with an error of the catalogue.
    requireHostHeader: false,
    noDelay: true,
    // Bytes that may wait in memory for one client before its upstream has to wait as well.
    highWaterMark: 16 * 1024,
  });
  server.maxConnections = limits.connectionsMax;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    dispatch(request, response, false);
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    dispatch(request, response, true);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    answerLast(response, new ApiError('expectation_failed'), freshId());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerParserFault(error, socket, freshId);
  });
  server.on('connection', (socket: Socket) => {
    // Each pipelined request watches its connection; ten listeners are not a leak.
    socket.setMaxListeners(0);
    // When a client asks for a tunnel, the server stops listening for errors, and an unhandled error ends the process.
    socket.on('error', () => socket.destroy());
    if (enter === undefined) return;
    const leave = enter(socket.remoteAddress);
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    endWith(socket, rawAnswer(new ApiError('method_not_allowed'), { allow: 'GET, POST, OPTIONS', [requestIdHeader]: freshId() }));
  });
  return server;
}
