import type { CallsWitness } from './calls-witness.ts';
import type { Chance } from './chance.ts';
import { ClientCall, type ClientConnection } from './simulated-client.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { SimulatedSocket } from './simulated-socket.ts';
import type { Tenants } from './tenants.ts';
import type { Trace } from './trace.ts';
import type { WorldClock } from './world-clock.ts';

export interface ClientsOptions {
  readonly clock: WorldClock;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly tenants: Tenants;
  readonly calls: CallsWitness;
}

/** All clients, over reused connections. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #running = new Set<ClientCall>();
  readonly #sockets = new Set<SimulatedSocket>();
  #idle: ClientConnection[] = [];
  /** The process of the connections. */
  #process: SimulatedProcess | null = null;

  constructor(options: ClientsOptions) {
    this.#options = options;
  }

  call(tag: string, process: SimulatedProcess): void {
    this.#process = process;
    const { clock, chance, trace, tenants, calls } = this.#options;
    const key = chance.happens(0.02) ? null : chance.pick(tenants.keys);
    const isStrict = key !== null && tenants.stateOf(key.id)?.strict === true;
    const call: ClientCall = new ClientCall({
      tag,
      key,
      isStrict,
      clock,
      chance: chance.fork(),
      trace,
      onOver: (connection) => {
        this.#running.delete(call);
        if (connection !== null && this.#process === process) this.#idle.push(connection);
      },
    });
    this.#running.add(call);
    calls.sent(call);
    call.start(this.#connection(process));
  }

  #connection(process: SimulatedProcess): ClientConnection {
    const { chance } = this.#options;
    this.#idle = this.#idle.filter(({ socket }) => !socket.isEnded && !socket.destroyed);
    const reused = chance.happens(0.6) ? this.#idle.pop() : undefined;
    if (reused !== undefined) return reused;
    const socket = new SimulatedSocket(
      process.clock,
      `203.0.113.${String(chance.whole(1, 20))}`,
      chance.pick([1_000, 8_000, 64_000]),
    );
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    process.server.emit('connection', socket);
    return { socket, read: Buffer.alloc(0) };
  }

  /** The process is gone with all its connections. Node keeps the parser of a connection that is never closed permanently. */
  loseConnections(): void {
    this.#process = null;
    for (const call of this.#running) call.lose();
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    this.#idle = [];
  }
}
