import { lookup } from 'node:dns';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isInstanceAddress } from '../platform/instance-address.ts';
import { checkedLookup } from './public-address.ts';

const [lineFeed, carriageReturn, zero, one, three] = [0x0a, 0x0d, 0x30, 0x31, 0x33];
const version = Buffer.from('HTTP/1.');
/** Position of the status code in the first line of a head. */
const statusAt = 'HTTP/1.1 '.length;
const behindStatus = statusAt + 3;

/**
 * Works around servers, and proxies in front of them, that send `100 Continue` to every client that sends a body. HTTP requires clients to
 * skip every 1xx response, but the HTTP client treats an unrequested 100 as a broken connection. Here it becomes a 103, which the client
 * skips.
 */
class HeadWatch {
  /** Position in the first line of the next head; `null` means that no bytes are examined until the next request. */
  #place: number | null = null;
  /** In an informational head, after its status: the number of consecutive line feeds. */
  #lineFeeds = 0;

  onRequest(): void {
    this.#place = 0;
  }

  /** Changes the bytes in place. */
  onBytes(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#place !== null; at += 1) this.#take(chunk, at, this.#place);
  }

  #take(chunk: Buffer, at: number, place: number): void {
    const byte = chunk[at];
    if (place === behindStatus) this.#skip(byte);
    else if (place > 0 || (byte !== lineFeed && byte !== carriageReturn)) this.#place = this.#next(chunk, at, place);
  }

  #next(chunk: Buffer, at: number, place: number): number | null {
    const byte = chunk[at];
    // All following bytes belong to the final response, or to something that the client rejects.
    if (place === statusAt ? byte !== one : place < version.length && byte !== version[place]) return null;
    if (place < statusAt + 1) return place + 1;
    this.#lineFeeds = 0;
    if (place === statusAt + 1) return byte === zero ? place + 1 : behindStatus;
    if (byte === zero) chunk[at] = three;
    return behindStatus;
  }

  /** Skips to the blank line, after which the next head begins. */
  #skip(byte: number | undefined): void {
    if (byte === lineFeed) this.#lineFeeds += 1;
    else if (byte !== carriageReturn) this.#lineFeeds = 0;
    if (this.#lineFeeds === 2) this.#place = 0;
  }
}

/** Hides an unrequested `100 Continue` from the HTTP client, which is the only reader and writer of the connection. */
function watched(socket: Socket): Socket {
  const watch = new HeadWatch();
  const readFrom = socket.read.bind(socket);
  const writeTo = socket.write.bind(socket);
  function read(bytes?: number): unknown {
    const chunk: unknown = readFrom(bytes);
    if (chunk instanceof Buffer) watch.onBytes(chunk);
    return chunk;
  }
  function write(chunk: string | Uint8Array, encoding?: BufferEncoding, done?: (error?: Error | null) => void): boolean {
    watch.onRequest();
    return writeTo(chunk, encoding, done);
  }
  return Object.assign(socket, { read, write });
}

/** The log shows the name of this error, because messages of errors can contain addresses. */
class LinkLocalAddress extends Error {
  override readonly name = 'LinkLocalAddress';
}

function refused(): LinkLocalAddress {
  return new LinkLocalAddress('the host is a link-local address or a metadata service');
}

const usualLookup = checkedLookup(lookup, (address) => !isInstanceAddress(address), refused);

/**
 * Creates the connector with which every HTTP client of the gateway opens connections. It never connects to link-local addresses and
 * metadata services of clouds, also not by a name that resolves to them.
 */
export function createConnector(options: buildConnector.BuildOptions = {}): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, lookup: usualLookup, ...options });
  return (target, callback) => {
    if (isInstanceAddress(target.hostname)) {
      callback(refused(), null);
      return;
    }
    connect(target, (...[error, socket]: Parameters<typeof callback>) => {
      if (error === null) callback(null, watched(socket));
      else callback(error, null);
    });
  };
}
