/**
 * A real server on 127.0.0.1 that answers model calls exactly as a test instructs it, including network faults.
 *
 * const upstream = await startScriptedUpstream(); upstream.next(chatStream(['Hel', gate, 'lo']));       // the next unclaimed request,
 * first in first out upstream.script('slow', stall());                      // every request with metadata.script or model = "slow"
 * upstream.otherwise(refusal(503));                      // everything else (default: a valid chat response) … route base_url:
 * upstream.baseUrl … const request = await upstream.nextRequest();          // body, headers, order; the next unread one await
 * request.cancelled;                               // the gateway closed the connection before the response ended await upstream.close();
 *
 * A behaviour is a function of one exchange. `behaviours.ts` has one for every fault of the catalogue, `chat-bodies.ts` the bytes of valid
 * responses, and `scripted-exchange.ts` the types to write your own. Nothing here waits for time: `Gate` and `Valve` stop the upstream
 * until the test continues.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { inTime } from '../wait-for.ts';
import { chat } from './behaviours.ts';
import { RequestReader, type WireRequest } from './request-reader.ts';
import {
  createExchange,
  createRecord,
  type Behaviour,
  type RecordedRequest,
  type ScriptedExchange,
} from './scripted-exchange.ts';

export interface ScriptedUpstream {
  /** `http://127.0.0.1:<port>/v1`, or the same at another listening address. */
  readonly baseUrl: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Connections accepted so far, and those open now. */
  readonly connections: number;
  readonly connectionsOpen: number;
  /** Number of requests being answered now. */
  readonly open: number;
  next(...behaviours: Behaviour[]): void;
  script(name: string, behaviour: Behaviour): void;
  otherwise(behaviour: Behaviour): void;
  /** Waits for the next request that was not returned yet, in order of arrival. */
  nextRequest(): Promise<RecordedRequest>;
  /** Closes idle connections unexpectedly, so that the client's next request may use a stale one. */
  dropIdleConnections(): void;
  close(): Promise<void>;
}

export async function startScriptedUpstream(host = '127.0.0.1'): Promise<ScriptedUpstream> {
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
    // A reset by the client is an ordinary event here; `close` reports the rest.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://${host}:${String(port)}/v1`,
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
    async nextRequest() {
      const request = requests[handedOut];
      if (request !== undefined) {
        handedOut += 1;
        return request;
      }
      const { promise, resolve } = Promise.withResolvers<RecordedRequest>();
      waiting.push(resolve);
      try {
        return await inTime(promise, { what: 'a request reaches the upstream' });
      } catch (error) {
        // The next test's request must not go to a failed test.
        if (waiting.includes(resolve)) waiting.splice(waiting.indexOf(resolve), 1);
        throw error;
      }
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
    // An error in a script must fail the test and not look like an upstream fault.
    queueMicrotask(() => {
      throw error;
    });
  }
}
