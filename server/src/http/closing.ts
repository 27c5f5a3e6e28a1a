import type { Socket } from 'node:net';
import { systemClock } from '../platform/clock.ts';

export interface LingerLimits {
  /** A client that sends nothing for this long after its last response is considered done. */
  readonly silenceMs: number;
  /** A client that only sends an occasional byte is still disconnected after this time. */
  readonly totalMs: number;
  /** A client that sends more than this is disconnected; twice the largest body that is usually accepted. */
  readonly discardedBytesMax: number;
}

const lingerLimits: LingerLimits = { silenceMs: 5_000, totalMs: 30_000, discardedBytesMax: 64 * 1024 * 1024 };

const closing = new WeakSet<Socket>();

/** Whether the connection has had its last response: anything else sent on it is ignored. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/** Ends our side and discards what the client still sends, without parsing it. */
function linger(socket: Socket, limits: LingerLimits): void {
  let discardedBytes = 0;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > limits.discardedBytesMax) socket.destroy();
  });
  socket.setTimeout(limits.silenceMs, () => socket.destroy());
  socket.once(
    'close',
    systemClock.after(limits.totalMs, () => socket.destroy()),
  );
  socket.resume();
  // The parser had stopped the connection below the stream, which does not know that it has to restart reading.
  socket._read(0);
  socket.end();
}

/**
 * Makes the current response the last one of its connection. Closing immediately would reset the connection of a client that is still
 * sending, and lose the response that explains the error. The rest is therefore read and discarded for a while.
 */
export function closeAfterAnswer(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  // The HTTP server calls this once the last response is sent.
  const destroySoon = (): void => {
    linger(socket, lingerLimits);
  };
  socket.destroySoon = destroySoon;
}

/** The same for a client that has sent everything and only has to end its side: our side ends, the rest stays open. */
export function endAfterAnswer(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  const destroySoon = (): void => {
    socket.end();
  };
  socket.destroySoon = destroySoon;
}

/** Ends our side after the bytes already written, and discards what the client still sends for a while. */
export function closeNow(socket: Socket, limits = lingerLimits): void {
  closing.add(socket);
  linger(socket, limits);
}

/** The same for a raw response, without a response object. */
export function endWith(socket: Socket, answer: string, limits = lingerLimits): void {
  socket.write(answer);
  closeNow(socket, limits);
}
