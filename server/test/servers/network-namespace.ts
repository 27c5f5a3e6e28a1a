import { spawnSync } from 'node:child_process';
import { endWithProcess } from '../end-with-process.ts';
import { isProgram } from './find-program.ts';
import type { ServerProgram } from './needed-server.ts';

/** `ip` on a machine whose path has no administrator folders. */
export const ipProgram = ['/usr/sbin/ip', '/sbin/ip'].find(isProgram) ?? 'ip';

function tryIp(args: string): string | null {
  const { status, stderr, error } = spawnSync(ipProgram, args.split(' '), { encoding: 'utf8' });
  return status === 0 ? null : `ip ${args}: ${error?.message ?? stderr.trim()}`;
}

function ip(args: string): void {
  const complaint = tryIp(args);
  if (complaint !== null) throw new Error(complaint);
}

/** Blocks of 8 addresses in 10.213.0.0/16. */
const blocks = 8192;
const placesTried = 64;

/** The same four addresses under the names of one block: both ends of a cable to the servers, and of one to everyone else. */
function blockOf(index: number) {
  const address = (offset: number): string => `10.213.${String(index >> 5)}.${String((index & 31) * 8 + offset)}`;
  return {
    all: `${address(0)}/29`,
    servers: { link: `tg${String(index)}s`, subnet: `${address(0)}/30`, here: address(1), there: address(2) },
    clients: { link: `tg${String(index)}c`, subnet: `${address(4)}/30`, here: address(5), there: address(6) },
  };
}

type Cable = ReturnType<typeof blockOf>['servers'];

/** A unique hardware address; locally administered ones start with 02. */
function hardwareAddress(address: string): string {
  const bytes = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return `02:d5:${bytes.join(':')}`;
}

function layCable(namespace: string, { link, here, there }: Cable): void {
  const inside = `${link}n`;
  const ends = `${link} address ${hardwareAddress(here)} type veth peer name ${inside} address ${hardwareAddress(there)}`;
  ip(`link add ${ends}`);
  ip(`link set ${inside} netns ${namespace}`);
  ip(`addr add ${here}/30 dev ${link}`);
  ip(`link set ${link} up`);
  ip(`-n ${namespace} addr add ${there}/30 dev ${inside}`);
  ip(`-n ${namespace} link set ${inside} up`);
  // A missing host is reported as unreachable after some seconds; behind a cut nothing is reported.
  ip(`-n ${namespace} neigh replace ${here} lladdr ${hardwareAddress(here)} dev ${inside} nud permanent`);
}

const namePattern = /^tollgate-(\d+)-(\d+)\b/;

function remove(name: string): void {
  const { all, servers, clients } = blockOf(Number(namePattern.exec(name)?.[2]));
  // Each of them may not exist.
  for (const { link } of [servers, clients]) tryIp(`link del ${link}`);
  tryIp(`netns del ${name}`);
  tryIp(`route del blackhole ${all}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const own = new Set<string>();

/** Removes leftovers of killed processes. */
function removeLeftovers(): void {
  const { stdout } = spawnSync(ipProgram, ['netns', 'list'], { encoding: 'utf8' });
  for (const line of stdout.split('\n')) {
    const [name, pid] = namePattern.exec(line) ?? [];
    if (name === undefined || own.has(name)) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) remove(name);
  }
}

/** The first free block, starting from one derived from this process. Data sent to an end that is down disappears on this machine. */
function takeBlock(): number {
  let complaint: string | null = null;
  for (let tries = 0; tries < placesTried; tries += 1) {
    const index = (process.pid + tries) % blocks;
    complaint = tryIp(`route add blackhole ${blockOf(index).all}`);
    if (complaint === null) return index;
    if (!complaint.includes('File exists')) break;
  }
  throw new Error(complaint ?? 'no block of addresses is free');
}

/** A separate network for a process, with two cables to this machine: one to the servers, which can be cut, and one to everyone else. */
export class NetworkNamespace {
  /** Runs a program in it, as the current user. */
  readonly command: readonly string[];
  /** The ends of the cables: on this machine, and in the network. */
  readonly servers: Cable;
  readonly clients: Cable;
  readonly #name: string;
  readonly #isGone: () => void;

  private constructor(index: number) {
    ({ servers: this.servers, clients: this.clients } = blockOf(index));
    this.#name = `tollgate-${String(process.pid)}-${String(index)}`;
    own.add(this.#name);
    this.command = [ipProgram, 'netns', 'exec', this.#name];
    this.#isGone = endWithProcess(() => {
      remove(this.#name);
    });
  }

  /** Creates it. Needs administrator rights. */
  static open(): NetworkNamespace {
    removeLeftovers();
    const network = new NetworkNamespace(takeBlock());
    try {
      ip(`netns add ${network.#name}`);
      ip(`-n ${network.#name} link set lo up`);
      layCable(network.#name, network.servers);
      layCable(network.#name, network.clients);
      return network;
    } catch (error) {
      network.close();
      throw error;
    }
  }

  /** While the cable to the servers is cut, packets vanish both ways, without an error on any connection. */
  cut(isCut: boolean): void {
    ip(`link set ${this.servers.link} ${isCut ? 'down' : 'up'}`);
  }

  /** Removes it with its cables. Programs in it must have ended. */
  close(): void {
    this.#isGone();
    own.delete(this.#name);
    remove(this.#name);
  }
}

export const networkNamespaces: ServerProgram = {
  name: 'ip',
  installedBy: 'apt-get install iproute2',
  isInstalled: () => tryIp('-V') === null,
  whatIsForbidden: () => {
    try {
      NetworkNamespace.open().close();
      return null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return `a network namespace cannot be made here (${reason}): run it as root, in a container with the rights NET_ADMIN and SYS_ADMIN`;
    }
  },
};
