import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorCode } from '@tollgate/contract/errors';

export interface HttpServerLimits {
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly connectionsMax: number;
  readonly headerBytesMax: number;
}

/** Takes a request; `expectsContinue` means the client holds its body back until told to send it. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => void;

/** Paths of the control plane: everything else belongs to the gateway. */
const controlPath =
  /^\/(?:$|\?|api\/|api$|docs(?:[/?]|$)|openapi\.json|healthz|readyz|metrics|console(?:[/?]|$)|assets\/|favicon\.)/;

const parserFaults: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

/** An answer written by hand, for faults that appear before there is a request object. */
function rawAnswer(error: ApiError, status = error.status, extra = ''): string {
  const body = JSON.stringify(error.toBody());
  return (
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `${extra}content-length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`
  );
}

const connectionFaults = new WeakMap<Socket, ErrorCode>();

/** Which fault of framing or time ended a connection while one of its requests was being read; `null` for none. */
export function connectionFault(socket: Socket): ErrorCode | null {
  return connectionFaults.get(socket) ?? null;
}

function answerParserFault(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // A response already on its way must not get a second status line in its middle.
  if (socket.bytesWritten > 0 && (socket as { _httpMessage?: unknown })._httpMessage) {
    socket.destroy();
    return;
  }
  const code = parserFaults[error.code ?? ''] ?? 'malformed_request';
  connectionFaults.set(socket, code);
  socket.end(rawAnswer(new ApiError(code)));
}

/**
 * The one listening server. The gateway's requests go straight to it, without a framework in between; the control
 * plane's go to theirs. Framing, header and time limits hold for both.
 */
export function createHttpServer(gateway: RequestListener, control: RequestListener, limits: HttpServerLimits): Server {
  const dispatch = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    (controlPath.test(request.url ?? '') ? control : gateway)(request, response, expectsContinue);
  };
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headerBytesMax,
    insecureHTTPParser: false,
    requireHostHeader: true,
    noDelay: true,
  });
  server.maxConnections = limits.connectionsMax;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    dispatch(request, response, false);
  });
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    dispatch(request, response, true);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = new ApiError('expectation_failed');
    response.writeHead(error.status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify(error.toBody()));
  });
  server.on('clientError', answerParserFault);
  // Pipelined requests each watch their connection; ten are not a leak.
  server.on('connection', (socket: Socket) => socket.setMaxListeners(0));
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.end(rawAnswer(new ApiError('method_not_allowed'), 405, 'allow: GET, POST, OPTIONS\r\n'));
  });
  return server;
}
