/**
 * A real server on 127.0.0.1 that answers model calls exactly as a test tells it to, faults of the wire included.
 *
 *     const upstream = await startScriptedUpstream();
 *     upstream.next(chatStream(['Hel', gate, 'lo']));       // the next unclaimed request, first in first out
 *     upstream.script('slow', stall());                      // every request with metadata.script or model = "slow"
 *     upstream.otherwise(refusal(503));                      // everything else (default: a good chat answer)
 *     … route base_url: upstream.baseUrl …
 *     const request = await upstream.nextRequest();          // body, headers, order; next unread one
 *     await request.cancelled;                               // the gateway dropped the connection before the answer's end
 *     await upstream.close();
 *
 * A behaviour is a function of one exchange; `behaviours.ts` has one for every fault of the catalogue, `chat-bodies.ts`
 * the bytes of good answers. Nothing here waits for time: `Gate` and `Valve` stop the upstream until the test goes on.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { chat } from './behaviours.ts';
import { RequestReader, type WireRequest } from './request-reader.ts';

export type Behaviour = (exchange: ScriptedExchange) => void | Promise<void>;

/** One request and its answer under way. */
export interface ScriptedExchange {
  readonly request: RecordedRequest;
  /** Writes raw bytes of the answer; settles when the kernel or the buffer took them, or the client is gone. */
  write(bytes: string | Buffer): Promise<void>;
  /** The answer is complete; the connection stays open for the next request. */
  done(): void;
  /** Ends the connection in an orderly way (FIN). */
  close(): void;
  /** Breaks the connection (RST). */
  reset(): void;
  /** Bytes of the answer handed to the kernel so far. */
  readonly bytesTaken: number;
  readonly gone: boolean;
}

export interface RecordedRequest extends WireRequest {
  /** Order of arrival, from 1. */
  readonly order: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly stream: boolean;
  /** Which connection brought it, from 1: equal numbers mean a reused one. */
  readonly connection: number;
  readonly state: 'open' | 'answered' | 'cancelled' | 'broken';
  /** Settles when the client dropped the connection before the answer was complete. */
  readonly cancelled: Promise<void>;
  /** Settles when the exchange is over, either way. */
  readonly over: Promise<RecordedRequest['state']>;
}

export interface ScriptedUpstream {
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Connections accepted so far, and those open now. */
  readonly connections: number;
  readonly connectionsOpen: number;
  /** Requests being answered now. */
  readonly open: number;
  next(...behaviours: Behaviour[]): void;
  script(name: string, behaviour: Behaviour): void;
  otherwise(behaviour: Behaviour): void;
  /** The next request in order of arrival that was not handed out yet; waits for it. */
  nextRequest(): Promise<RecordedRequest>;
  /** Closes idle connections under the client's feet, so that its next request may meet a stale one. */
  dropIdleConnections(): void;
  close(): Promise<void>;
}

type Mutable = { -readonly [K in keyof RecordedRequest]: RecordedRequest[K] };

export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const queue: Behaviour[] = [];
  const scripts = new Map<string, Behaviour>();
  const requests: RecordedRequest[] = [];
  const waiting: ((request: RecordedRequest) => void)[] = [];
  const sockets = new Map<Socket, { busy: boolean }>();
  let fallback: Behaviour = chat();
  let connections = 0;
  let handedOut = 0;

  function choose(request: RecordedRequest): Behaviour {
    const metadata = request.body.metadata as Readonly<Record<string, unknown>> | null | undefined;
    const name = metadata?.script;
    return (typeof name === 'string' ? scripts.get(name) : undefined) ?? scripts.get(request.model) ?? queue.shift() ?? fallback;
  }

  function record(wire: WireRequest, socket: Socket, connection: number): void {
    const { request, settle } = createRecord(wire, requests.length + 1, connection);
    requests.push(request);
    if (waiting.length > 0) handedOut += 1;
    waiting.shift()?.(request);
    const state = sockets.get(socket);
    if (state !== undefined) state.busy = true;
    const exchange = createExchange(request, socket, (ending) => {
      if (state !== undefined) state.busy = false;
      settle(ending);
    });
    void answer(choose(request), exchange);
  }

  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    const connection = connections;
    sockets.set(socket, { busy: false });
    const reader = new RequestReader();
    socket.on('data', (chunk) => {
      for (const wire of reader.push(Buffer.from(chunk))) record(wire, socket, connection);
    });
    // A reset by the client is an ordinary event here; `close` tells the rest.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    requests,
    get connections() {
      return connections;
    },
    get connectionsOpen() {
      return sockets.size;
    },
    get open() {
      return requests.filter((request) => request.state === 'open').length;
    },
    next: (...behaviours) => void queue.push(...behaviours),
    script: (name, behaviour) => void scripts.set(name, behaviour),
    otherwise(behaviour) {
      fallback = behaviour;
    },
    nextRequest() {
      const request = requests[handedOut];
      if (request === undefined) return new Promise((resolve) => waiting.push(resolve));
      handedOut += 1;
      return Promise.resolve(request);
    },
    dropIdleConnections() {
      for (const [socket, state] of sockets) if (!state.busy) socket.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
      await closed;
    },
  };
}

async function answer(behaviour: Behaviour, exchange: ScriptedExchange): Promise<void> {
  try {
    await behaviour(exchange);
  } catch (error) {
    // A mistake in a script must fail the test and not look like an upstream's fault.
    queueMicrotask(() => {
      throw error;
    });
  }
}

function createRecord(wire: WireRequest, order: number, connection: number) {
  const body = readBody(wire.bytes);
  const cancelled = Promise.withResolvers<undefined>();
  const over = Promise.withResolvers<RecordedRequest['state']>();
  const request: Mutable = {
    ...wire,
    order,
    connection,
    body,
    model: typeof body.model === 'string' ? body.model : '',
    stream: body.stream === true,
    state: 'open',
    cancelled: cancelled.promise,
    over: over.promise,
  };
  function settle(state: RecordedRequest['state']): void {
    if (request.state !== 'open') return;
    request.state = state;
    over.resolve(state);
    if (state === 'cancelled') cancelled.resolve(undefined);
  }
  return { request: request as RecordedRequest, settle };
}

function createExchange(
  request: RecordedRequest,
  socket: Socket,
  settle: (state: RecordedRequest['state']) => void,
): ScriptedExchange {
  const takenBefore = socket.bytesWritten;
  // Whoever closes first decides: our own close and reset settle before the event comes.
  const onClose = () => {
    settle('cancelled');
  };
  socket.once('close', onClose);
  return {
    request,
    async write(bytes) {
      if (socket.destroyed || socket.writableEnded) return;
      await new Promise<void>((resolve) => {
        const finish = () => {
          socket.off('close', finish);
          resolve();
        };
        socket.once('close', finish);
        socket.write(bytes, finish);
      });
    },
    done() {
      socket.off('close', onClose);
      settle(socket.destroyed ? 'cancelled' : 'answered');
    },
    close() {
      settle(socket.destroyed ? 'cancelled' : 'broken');
      socket.end();
    },
    reset() {
      settle(socket.destroyed ? 'cancelled' : 'broken');
      socket.resetAndDestroy();
    },
    get bytesTaken() {
      return socket.bytesWritten - socket.writableLength - takenBefore;
    },
    get gone() {
      return socket.destroyed;
    },
  };
}

function readBody(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
