import type { Socket } from 'node:net';
import { systemClock } from '../platform/clock.ts';

export interface LingerLimits {
  /** A client that sends nothing more for this long after its last answer is done. */
  readonly silenceMs: number;
  /** A client that sends a byte now and then is cut all the same. */
  readonly totalMs: number;
  /** A client that keeps sending is cut; twice the largest body that is usually accepted. */
  readonly discardedBytesMax: number;
}

const lingerLimits: LingerLimits = { silenceMs: 5_000, totalMs: 30_000, discardedBytesMax: 64 * 1024 * 1024 };

const closing = new WeakSet<Socket>();

/** Whether the connection has had its last answer: anything else sent on it is ignored. */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/** Ends our side and throws away what the client still sends, unread by the parser. */
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
  // The parser had stopped the connection below the stream, which does not know that it has to restart it.
  socket._read(0);
  socket.end();
}

/**
 * The current answer is the last one of its connection. Closing at once would reset the connection of a client that is still sending, and lose
 * the answer that explains the error; so the rest is read and discarded for a while.
 */
export function closeAfterAnswer(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  // The HTTP server calls this once the last answer is out.
  const destroySoon = (): void => {
    linger(socket, lingerLimits);
  };
  socket.destroySoon = destroySoon;
}

/** The same if the client has sent everything and only its side of the end is still to come: our side ends, the rest stays. */
export function endAfterAnswer(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  const destroySoon = (): void => {
    socket.end();
  };
  socket.destroySoon = destroySoon;
}

/** Ends our side behind the bytes already written, and takes what the client still sends for a while. */
export function closeNow(socket: Socket, limits = lingerLimits): void {
  closing.add(socket);
  linger(socket, limits);
}

/** The same for an answer written by hand, outside of a response. */
export function endWith(socket: Socket, answer: string, limits = lingerLimits): void {
  socket.write(answer);
  closeNow(socket, limits);
}
