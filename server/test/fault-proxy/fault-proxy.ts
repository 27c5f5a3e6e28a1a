/**
 * A network between two programs on this machine that fails as instructed (with the faults of Shopify's toxiproxy), over real TCP:
 *
 * const proxy = await startFaultProxy(upstream.port, { seed: 7 }); … base_url: proxy.url + '/v1' … proxy.down({ limitData: { bytes: 300,
 * ending: 'reset' } });   // responses of the target proxy.up({ slicer: { bytesMax: 3 } });                         // requests to it
 * proxy.off(); proxy.on();                                       // stops listening; listens again
 *
 * Packet sizes and jitter come from the seed, time from the given clock, so a run can be repeated.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { inTime } from '../wait-for.ts';
import { FaultPipe } from './fault-pipe.ts';
import { seededRandom, testSeed } from '../proofs/seed.ts';
import type { Faults } from './faults.ts';

export interface FaultProxyOptions {
  readonly seed?: number;
  readonly clock?: Clock;
}

export interface FaultProxy {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Connections accepted so far, and open now. */
  readonly connections: number;
  readonly connectionsOpen: number;
  /** Bytes of responses forwarded by all connections. */
  readonly bytesDown: number;
  /** Faults on the way to the target, and on the way back. They affect open connections as well. */
  up(faults: Faults): void;
  down(faults: Faults): void;
  /** Breaks all open connections (RST). */
  resetPeers(): void;
  /** Refuses new connections and breaks open ones. */
  off(): Promise<void>;
  on(): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultProxy(targetPort: number, options: FaultProxyOptions = {}): Promise<FaultProxy> {
  const { seed = testSeed, clock = systemClock } = options;
  const random = seededRandom(seed);
  const clients = new Set<Socket>();
  const targets = new Set<Socket>();
  const answers: FaultPipe[] = [];
  let toTarget: Faults = {};
  let toClient: Faults = {};
  let connections = 0;
  let port = 0;

  function watch(socket: Socket, open: Set<Socket>, other: Socket, reset: () => void): void {
    socket.on('error', reset);
    socket.on('close', (hadError) => {
      open.delete(socket);
      // One side is gone, so nothing more can be forwarded; its earlier data still is.
      if (hadError) reset();
      else other.destroySoon();
    });
  }

  function accept(client: Socket): void {
    connections += 1;
    const target = connect({ port: targetPort, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    clients.add(client);
    targets.add(target);
    const reset = (): void => {
      client.resetAndDestroy();
      target.resetAndDestroy();
    };
    watch(client, clients, target, reset);
    watch(target, targets, client, reset);
    new FaultPipe(client, target, { faults: () => toTarget, clock, random, reset });
    answers.push(new FaultPipe(target, client, { faults: () => toClient, clock, random, reset }));
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, accept);

  async function listen(): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  function resetPeers(): void {
    for (const socket of [...clients, ...targets]) socket.resetAndDestroy();
  }

  async function off(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    resetPeers();
    await inTime(closed, { what: 'the network is closed' });
  }

  await listen();
  return {
    port,
    url: `http://127.0.0.1:${String(port)}`,
    get connections() {
      return connections;
    },
    get connectionsOpen() {
      return clients.size;
    },
    get bytesDown() {
      return answers.reduce((sum, { passed }) => sum + passed, 0);
    },
    up(faults) {
      toTarget = faults;
    },
    down(faults) {
      toClient = faults;
    },
    resetPeers,
    off,
    on: listen,
    close: off,
  };
}
