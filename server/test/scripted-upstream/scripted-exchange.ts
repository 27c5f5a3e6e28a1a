import type { Socket } from 'node:net';
import { inTime } from '../wait-for.ts';
import type { WireRequest } from './request-reader.ts';

/** What an upstream does with one request. */
export type Behaviour = (exchange: ScriptedExchange) => void | Promise<void>;

/** One request and its running response. */
export interface ScriptedExchange {
  readonly request: RecordedRequest;
  /** Writes raw bytes of the response; resolves when the kernel or the buffer has accepted them, or the client is gone. */
  write(bytes: string | Buffer): Promise<void>;
  /** Completes the response; the connection stays open for the next request. */
  done(): void;
  /** Ends the connection in order (FIN). */
  close(): void;
  /** Breaks the connection (RST). */
  reset(): void;
  /** Bytes of the response given to the kernel so far. */
  readonly bytesTaken: number;
  readonly gone: boolean;
}

export interface RecordedRequest extends WireRequest {
  /** Order of arrival, from 1. */
  readonly order: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly model: string;
  readonly stream: boolean;
  /** Number of its connection, from 1: equal numbers mean a reused one. */
  readonly connection: number;
  readonly state: 'open' | 'answered' | 'cancelled' | 'broken';
  /** Resolves when the client closed the connection before the response was complete. */
  readonly cancelled: Promise<void>;
  /** Resolves when the exchange is over in any way. */
  readonly over: Promise<RecordedRequest['state']>;
}

type Mutable = { -readonly [K in keyof RecordedRequest]: RecordedRequest[K] };

/** A record of a request, and the function that records its ending; only the first ending counts. */
export function createRecord(wire: WireRequest, order: number, connection: number) {
  const body = readBody(wire.bytes);
  const cancelled = Promise.withResolvers<undefined>();
  const over = Promise.withResolvers<RecordedRequest['state']>();
  const request = {
    ...wire,
    order,
    connection,
    body,
    model: typeof body.model === 'string' ? body.model : '',
    stream: body.stream === true,
    state: 'open',
  } as Mutable;
  // Not part of a copy of the request: each access starts a wait, which fails if nothing happens within a minute.
  Object.defineProperties(request, {
    cancelled: { get: () => inTime(cancelled.promise, { what: 'the gateway drops the connection to its upstream' }) },
    over: { get: () => inTime(over.promise, { what: 'an exchange with the upstream is over' }) },
  });
  function settle(state: RecordedRequest['state']): void {
    if (request.state !== 'open') return;
    request.state = state;
    over.resolve(state);
    if (state === 'cancelled') cancelled.resolve(undefined);
  }
  return { request: request as RecordedRequest, settle };
}

/** The upstream's side of one request. */
export function createExchange(
  request: RecordedRequest,
  socket: Socket,
  settle: (state: RecordedRequest['state']) => void,
): ScriptedExchange {
  const takenBefore = socket.bytesWritten;
  // The first to close decides: our own close and reset resolve before the event arrives.
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
