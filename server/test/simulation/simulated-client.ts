import type { Chance } from './chance.ts';
import { clientProtocols, type ClientProtocolName } from './client-protocols.ts';
import { readAnswer, type AnswerSeen } from './read-answer.ts';
import type { SimulatedSocket } from './simulated-socket.ts';
import type { KnownKey } from './tenants.ts';
import type { Trace } from './trace.ts';
import type { WorldClock } from './world-clock.ts';

/** A connection from its client's view. */
export interface ClientConnection {
  readonly socket: SimulatedSocket;
  /** Bytes of the response to the running call. */
  read: Buffer;
}

type Reading = 'eager' | 'slow' | 'never';

export interface ClientCallOptions {
  readonly tag: string;
  readonly key: KnownKey | null;
  readonly isStrict: boolean;
  readonly clock: WorldClock;
  readonly chance: Chance;
  readonly trace: Trace;
  /** Called with the connection if it can carry another call, or with `null`. */
  readonly onOver: (connection: ClientConnection | null) => void;
}

const models = ['test/alpha', 'test/beta', 'test/gamma'];
const protocols: Readonly<Record<ClientProtocolName, number>> = { chat: 60, messages: 20, responses: 20 };
/** Beyond what is requested as a whole. */
const longTokens = 9_000;

/** One client and one request: sends, reads and disconnects at random, and records what it received. */
export class ClientCall {
  readonly tag: string;
  readonly isStrict: boolean;
  readonly isModelCall: boolean;
  readonly isGenuine: boolean;
  readonly protocol: ClientProtocolName;
  isOver = false;
  readonly #options: ClientCallOptions;
  readonly #reading: Reading;
  readonly #request: Buffer;
  #connection: ClientConnection | null = null;
  #readsDue = false;
  #final: AnswerSeen | null | undefined;

  constructor(options: ClientCallOptions) {
    const { chance, key } = options;
    this.#options = options;
    this.tag = options.tag;
    this.isStrict = options.isStrict;
    this.isGenuine = key !== null;
    this.#reading = chance.weighted({ eager: 85, slow: 11, never: 4 });
    const target = chance.weighted({ call: 92, bad: 4, models: 3, unknown: 1 });
    this.isModelCall = target === 'call';
    this.protocol = chance.weighted(protocols);
    this.#request = this.#requestFor(target);
  }

  /** Sends on a connection, which then carries no other call until this one is over. */
  start(connection: ClientConnection): void {
    const { clock, chance, trace } = this.#options;
    const { socket } = connection;
    this.#connection = connection;
    socket.onAccepted = (bytes) => {
      trace.bytes(clock.monotonicMs(), `answer ${this.tag}`, bytes);
      this.#readLater();
    };
    socket.onClosed = () => {
      this.#readLater();
      if (socket.destroyed)
        clock.after(0, () => {
          this.#end(null);
        });
    };
    this.#send(chance.happens(0.85) ? 1 : chance.whole(2, 4));
    const leaves = chance.weighted({ stays: 88, resets: 9, 'half closes': 3 });
    if (leaves === 'resets') {
      clock.after(chance.skewed(0, 6_000), () => {
        this.#leave();
      });
    }
    if (leaves === 'half closes') {
      clock.after(chance.skewed(1, 500), () => {
        if (!this.isOver) socket.sendEnd();
      });
    }
  }

  /** The response as accepted by the connection, complete or not. */
  answerAccepted(): AnswerSeen | null {
    if (this.#final !== undefined) return this.#final;
    const connection = this.#connection;
    if (connection === null) return null;
    const { socket } = connection;
    const accepted = Buffer.concat(socket.accepted);
    const seen = readAnswer(accepted);
    if (seen === null) return null;
    // The last part of a full send buffer was not accepted yet.
    const isHeldBack = (socket.isBlocked || socket.isCut) && seen.endByte === accepted.length;
    return { ...seen, isComplete: seen.isComplete && !isHeldBack };
  }

  /** The gateway's machine is gone. */
  lose(): void {
    this.#end(null);
  }

  #requestFor(target: 'call' | 'bad' | 'models' | 'unknown'): Buffer {
    const { chance, key, tag } = this.#options;
    const value = key?.value ?? `sk-${'0'.repeat(38)}`;
    const common = `Host: gateway.test\r\nAuthorization: Bearer ${value}\r\nX-Simulation-Tag: ${tag}\r\n`;
    if (target === 'models') return Buffer.from(`GET /v1/models HTTP/1.1\r\n${common}\r\n`);
    const protocol = clientProtocols[this.protocol];
    const path = target === 'unknown' ? '/v1/nonsense' : protocol.path;
    const limit = chance.weighted({ none: 45, short: 45, long: 10 });
    const short = chance.whole(1, 500);
    const question = {
      model: target === 'bad' ? 'test/none' : chance.pick(models),
      text: `${tag} ${'x'.repeat(chance.skewed(0, 4_000))}`,
      stream: chance.happens(0.6),
      includeUsage: chance.happens(0.3),
      outputTokensMax: { none: null, short, long: longTokens }[limit],
    };
    const body = JSON.stringify(protocol.body(question));
    const head = `POST ${path} HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n`;
    return Buffer.from(head + body);
  }

  #send(parts: number): void {
    const { clock, chance } = this.#options;
    const edges = Array.from({ length: parts - 1 }, () => chance.whole(1, this.#request.length - 1)).sort(
      (left, right) => left - right,
    );
    let from = 0;
    let atMs = 0;
    for (const to of [...edges, this.#request.length]) {
      const bytes = this.#request.subarray(from, to);
      from = to;
      if (atMs === 0) this.#connection?.socket.send(bytes);
      else {
        clock.after(atMs, () => {
          if (!this.isOver) this.#connection?.socket.send(bytes);
        });
      }
      atMs += chance.skewed(1, 1_500);
    }
  }

  #readLater(): void {
    if (this.#readsDue || this.isOver || this.#reading === 'never') return;
    this.#readsDue = true;
    const { clock, chance } = this.#options;
    const isSlow = this.#reading === 'slow';
    clock.after(isSlow ? chance.skewed(10, 3_000) : chance.whole(1, 10), () => {
      this.#readsDue = false;
      this.#read(isSlow ? chance.whole(50, 2_000) : Infinity);
    });
  }

  #read(bytesMax: number): void {
    const connection = this.#connection;
    if (this.isOver || connection === null) return;
    const { socket } = connection;
    const bytes = socket.receive(Math.min(bytesMax, socket.unreadBytes));
    connection.read = Buffer.concat([connection.read, bytes]);
    const seen = readAnswer(connection.read);
    if (seen?.isComplete === true) {
      this.#end(socket.isEnded ? null : connection);
      return;
    }
    if (socket.unreadBytes > 0) this.#readLater();
    else if (socket.isEnded) this.#end(null);
  }

  #leave(): void {
    if (this.isOver) return;
    this.#options.trace.add(this.#options.clock.monotonicMs(), 'leaves', this.tag);
    this.#connection?.socket.reset();
    this.#end(null);
  }

  #end(connection: ClientConnection | null): void {
    if (this.isOver) return;
    this.isOver = true;
    const own = this.#connection;
    if (own !== null) {
      own.socket.onAccepted = own.socket.onClosed = null;
      if (connection !== null) {
        // The connection continues; what this call received is kept.
        this.#final = this.answerAccepted();
        own.socket.accepted.length = 0;
        own.read = Buffer.alloc(0);
      }
    }
    this.#options.onOver(connection);
  }
}
