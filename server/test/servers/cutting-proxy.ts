import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** When a connection breaks: before the server receives a commit, while it works on it, or after it and before it can respond. */
export type Cut = 'before commit' | 'during commit' | 'after commit';

/** A network before a PostgreSQL server that breaks connections at a commit. */
export class CuttingProxy {
  /** What happens to the next commits, in order; `null` lets one pass. */
  readonly script: (Cut | null)[] = [];
  cuts = 0;
  /** Connections so far. */
  opened = 0;
  readonly #target: number;
  readonly #server = createServer((client) => {
    this.#carry(client);
  });
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Socket>();
  readonly #pairs = new Map<Socket, Socket>();

  private constructor(target: number) {
    this.#target = target;
  }

  static async start(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.#server.once('listening', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection for the client without the server noticing. */
  loseServer(): void {
    for (const socket of this.#clients) {
      socket
        .removeAllListeners('close')
        .removeAllListeners('error')
        .on('error', () => undefined);
      socket.resetAndDestroy();
    }
    this.#clients.clear();
  }

  /** The server loses every connection without the clients noticing, as if another server had its address now. */
  vanish(): void {
    for (const [client, server] of this.#pairs) {
      client.removeAllListeners('data').removeAllListeners('close').resume();
      server.removeAllListeners('close').destroy();
    }
    this.#pairs.clear();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #carry(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    let isCut = false;
    this.opened += 1;
    this.#clients.add(client);
    this.#pairs.set(client, server);
    const breakOff = (): void => {
      client.resetAndDestroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', breakOff).on('close', () => {
        this.#sockets.delete(socket);
        this.#pairs.delete(client);
        breakOff();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const cut = chunk.includes('commit\0') ? (this.script.shift() ?? null) : null;
      if (cut !== null) this.cuts += 1;
      if (cut === 'before commit') breakOff();
      else server.write(chunk, cut === 'during commit' ? breakOff : undefined);
      isCut ||= cut === 'after commit';
    });
    server.on('data', (chunk: Buffer) => {
      if (isCut) breakOff();
      else client.write(chunk);
    });
  }
}
