import { createCluster, RedisClient, RootNodesUnavailableError } from '@redis/client';
import type { Clock } from '../../platform/clock.ts';
import { RenewedMap } from '../shared/renewed-map.ts';

/** The server did not respond in time, or responded that it is unavailable. The requested operation may or may not have happened. */
export class AwayError extends Error {
  override readonly name: string = 'AwayError';
}

/** Why a server cannot be used, as a sentence for operators. */
export class UnfitServerError extends AwayError {
  override readonly name = 'UnfitServerError';
}

/** The value under a key was not written by our scripts: something else changed it. The operation was not performed. */
export class DamagedError extends AwayError {
  override readonly name = 'DamagedError';
}

/** The server process does not know this script, so it is not the one on which the epoch began. */
export class UnknownScriptError extends Error {
  override readonly name = 'UnknownScriptError';
}

export type Reply = unknown;

/** Sends commands, routed by a key, in order per server. */
export interface Link {
  readonly isCluster: boolean;
  send(key: string, args: readonly string[]): Promise<Reply>;
  /** Sends the same command to every server that owns data. */
  sendToAll(args: readonly string[]): Promise<readonly Reply[]>;
  close(): void;
}

export interface LinkOptions {
  /** `redis://` or `rediss://`, with user and password. For a cluster, several URLs separated by commas. */
  readonly url: string;
  readonly clock: Clock;
  /** After this long without a response, a command fails. */
  readonly timeoutMs: number;
  /** Called for every failure. */
  readonly onFailure: (error: Error) => void;
}

interface Flight {
  readonly sentMs: number;
  readonly reject: (error: Error) => void;
}

/**
 * Opens a connection.
 * @throws the reason why it cannot be opened.
 */
export type Connect = (options: LinkOptions) => Promise<Link>;

/** Fails overdue commands, so that no call waits longer for a paused server than for one that is gone. */
class Flights {
  #open = new RenewedMap<number, Flight>();
  #sent = 0;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #stop: () => void;

  constructor({ clock, timeoutMs, onFailure }: LinkOptions) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    const periodMs = Math.max(20, timeoutMs / 8);
    let lookedMs = clock.monotonicMs();
    this.#stop = clock.every(periodMs, () => {
      const nowMs = clock.monotonicMs();
      // If this process was paused, responses may have arrived that it has not read yet.
      const wasPaused = nowMs - lookedMs > 2 * periodMs;
      lookedMs = nowMs;
      if (!wasPaused && this.#failOverdue()) onFailure(new AwayError(`no answer within ${String(timeoutMs)} ms`));
    });
  }

  /** One promise per command: a late response from the library is ignored. */
  follow(sending: Promise<Reply>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const number = (this.#sent += 1);
      this.#open.set(number, { sentMs: this.#clock.monotonicMs(), reject });
      sending.then(
        (reply) => {
          this.#open.delete(number);
          resolve(reply);
        },
        (error: unknown) => {
          this.#open.delete(number);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  stop(): void {
    this.#stop();
  }

  /** All fail together: they wait for the same server, and the order of its operations must stay known. */
  #failOverdue(): boolean {
    const open = this.#open;
    const [oldest] = open;
    if (oldest === undefined || this.#clock.monotonicMs() - oldest[1].sentMs < this.#timeoutMs) return false;
    this.#open = new RenewedMap();
    for (const [, { reject }] of open) reject(new AwayError('no answer in time'));
    return true;
  }
}

/** A key of another type, or a value that no script can calculate with. */
const damaged = /^WRONGTYPE|^ERR .*(?:user_script|script: [0-9a-f]{40})/s;

function meaningOf(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AwayError) return error;
  if (message.startsWith('NOSCRIPT')) return new UnknownScriptError(message);
  if (damaged.test(message)) return new DamagedError(message);
  return new AwayError(message, { cause: error });
}

const clientOptions = { disableOfflineQueue: true, RESP: 2, commandOptions: { timeout: 0 } } as const;
/** `createClient` would make the library build its six hundred commands again for every address, which takes 25 ms of CPU. */
const newClient = RedisClient.factory({ RESP: 2 });
const reconnectMs = 100;

async function openSingle({ url, timeoutMs, onFailure }: LinkOptions) {
  const client = newClient({
    ...clientOptions,
    url,
    socket: { connectTimeout: Math.max(1000, timeoutMs), reconnectStrategy: () => reconnectMs },
  });
  client.on('error', (error: Error) => {
    onFailure(error);
  });
  await firstConnection(client);
  const send: Link['send'] = (_key, args) => client.sendCommand(args);
  const sendToAll: Link['sendToAll'] = async (args) => [await client.sendCommand(args)];
  return {
    send,
    sendToAll,
    close: () => {
      client.destroy();
    },
  };
}

/** The library retries indefinitely; at start, the error must be reported. */
async function firstConnection(client: {
  connect(): Promise<unknown>;
  destroy(): void;
  once(event: 'error', told: (error: Error) => void): unknown;
}): Promise<void> {
  const failed = new Promise<never>((_resolve, reject) => {
    client.once('error', reject);
  });
  try {
    await Promise.race([client.connect(), failed]);
  } catch (error) {
    client.destroy();
    throw error;
  }
}

/** The library retries indefinitely if the servers of a cluster announce unusable addresses for each other. */
const clusterConnectMs = 10_000;
const clusterUnreached =
  `not every server of the cluster was reached within ${String(clusterConnectMs / 1000)} s: the addresses by which they know each ` +
  'other must be reachable from here, and with TLS the servers need "tls-cluster yes"';

async function firstClusterConnection(cluster: { connect(): Promise<unknown>; destroy(): void }, clock: Clock): Promise<void> {
  let cancel: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(clusterConnectMs, () => {
      reject(new Error(clusterUnreached));
    });
  });
  try {
    await Promise.race([cluster.connect(), late]);
  } catch (error) {
    cluster.destroy();
    throw error;
  } finally {
    cancel();
  }
}

async function openCluster({ url, timeoutMs, onFailure, clock }: LinkOptions) {
  const urls = url.split(',').map((one) => one.trim());
  const { username, password, protocol } = new URL(urls[0] ?? '');
  const cluster = createCluster({
    rootNodes: urls.map((one) => ({ url: one })),
    RESP: 2,
    commandOptions: { timeout: 0 },
    topologyRefreshOnReconnectionAttemptStrategy: 500,
    defaults: {
      disableOfflineQueue: true,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      socket: {
        connectTimeout: Math.max(1000, timeoutMs),
        reconnectStrategy: () => reconnectMs,
        ...(protocol === 'rediss:' ? { tls: true as const } : {}),
      },
    },
  });
  const last: { fault: Error | null } = { fault: null };
  cluster.on('error', (error: Error) => {
    last.fault = error;
    onFailure(error);
  });
  try {
    await firstClusterConnection(cluster, clock);
  } catch (error) {
    // The library only reports that no server was usable; each server reported its own reason earlier.
    throw (error instanceof RootNodesUnavailableError ? last.fault : null) ?? error;
  }
  const send: Link['send'] = (key, args) => cluster.sendCommand(key, false, args as string[]);
  const sendToAll: Link['sendToAll'] = (args) =>
    Promise.all(cluster.masters.map(async (master) => (await cluster.nodeClient(master)).sendCommand(args as string[])));
  return {
    send,
    sendToAll,
    close: () => {
      cluster.destroy();
    },
  };
}

/** A field of HELLO, which every user may read: names and values alternate. */
export function helloField(hello: Reply, name: string): string | undefined {
  const parts = hello as readonly unknown[];
  const at = parts.indexOf(name);
  return at === -1 ? undefined : String(parts[at + 1]);
}

/** If a single server reports that it is part of a cluster, it is used as the cluster's first server. */
async function connectByLibrary(options: LinkOptions): Promise<Link> {
  if (options.url.includes(',')) return { ...(await openCluster(options)), isCluster: true };
  const single = await openSingle(options);
  const [hello] = await single.sendToAll(['HELLO']);
  if (helloField(hello, 'mode') !== 'cluster') return { ...single, isCluster: false };
  single.close();
  return { ...(await openCluster(options)), isCluster: true };
}

/** Connects through the client library or another way. Commands time out, and fail with our own errors. */
export async function openLink(options: LinkOptions, connect: Connect = connectByLibrary): Promise<Link> {
  const opened = await connect(options);
  const flights = new Flights(options);
  const guarded = async <Value>(sending: Promise<Value>): Promise<Value> => {
    try {
      return (await flights.follow(sending)) as Value;
    } catch (error) {
      const meaning = meaningOf(error);
      if (meaning instanceof AwayError && !(meaning instanceof DamagedError)) options.onFailure(meaning);
      throw meaning;
    }
  };
  return {
    isCluster: opened.isCluster,
    send: (key, args) => guarded(opened.send(key, args)),
    sendToAll: (args) => guarded(opened.sendToAll(args)),
    close() {
      flights.stop();
      opened.close();
    },
  };
}
