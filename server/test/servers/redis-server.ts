import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { RedisClient } from '@redis/client';
import { endWithProcess } from '../end-with-process.ts';
import { inTime } from '../wait-for.ts';
import { findPrograms, isProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { ServerProgram } from './needed-server.ts';

const run = promisify(execFile);
/** Created once, because the library builds its commands again for every address. */
const protocol = { RESP: 2 } as const;
const newClient = RedisClient.factory(protocol);
const programs = ['redis-server', 'valkey-server'] as const;

/** The installed program, or another one that is named (`TOLLGATE_TEST_REDIS_SERVER=/opt/valkey/bin/valkey-server`). */
function findProgram(): string | null {
  const named = process.env.TOLLGATE_TEST_REDIS_SERVER;
  if (named !== undefined && !isProgram(named)) throw new Error(`TOLLGATE_TEST_REDIS_SERVER: ${named} is no program`);
  if (named !== undefined) return named;
  for (const program of programs) {
    const folder = findPrograms([program]);
    if (folder !== null) return join(folder, program);
  }
  return null;
}

export const redis: ServerProgram = {
  name: 'Redis',
  installedBy: 'apt-get install redis-server',
  isInstalled: () => findProgram() !== null,
};

export interface TlsAddress {
  readonly url: string;
  /** The certificate file of the server's authority. */
  readonly authority: string;
}

/** Resolves once the server reports that it accepts connections. */
async function becomesReady(output: Readable): Promise<void> {
  let told = '';
  output.setEncoding('utf8');
  for await (const text of output.iterator({ destroyOnReturn: false })) {
    told += String(text);
    if (told.includes('Ready to accept connections')) {
      output.resume();
      return;
    }
  }
  throw new Error(`Redis did not start: ${told}`);
}

/** A private Redis server on a free port of this machine, with files in a temporary folder. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #program: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, program: string, settings: readonly string[]) {
    this.port = port;
    this.#program = program;
    this.#settings = settings;
    this.#folder = mkdtempSync(join(tmpdir(), 'tollgate-redis-'));
  }

  /** @param settings as on the command line: `--appendonly yes`. */
  static async start(...settings: string[]): Promise<RedisServer> {
    const program = findProgram();
    if (program === null) throw new Error('Redis is not installed');
    const server = new RedisServer(await freePort(), program, settings);
    try {
      await server.begin();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${String(this.port)}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts the program with the data of an earlier run in the folder. */
  async begin(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder, '--save', '', ...this.#settings];
    const child = spawn(this.#program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    child.once(
      'exit',
      endWithProcess(() => child.kill('SIGKILL')),
    );
    await inTime(becomesReady(child.stdout), { what: 'Redis is ready' });
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name);
  }

  /** Ends the program at once; its files remain. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await inTime(once(child, 'exit'), { what: 'Redis is gone' });
  }

  /** Also listens at another address of this machine while the program runs. */
  async listenAlsoAt(address: string): Promise<void> {
    await this.command('CONFIG', 'SET', 'protected-mode', 'no', 'bind', `127.0.0.1 ${address}`);
  }

  /** Also listens with TLS at a separate address while the program runs, with a certificate for 127.0.0.1. */
  async speakTls(): Promise<TlsAddress> {
    const [key, certificate] = [join(this.#folder, 'server.key'), join(this.#folder, 'server.crt')];
    const [authorityKey, authority] = [join(this.#folder, 'authority.key'), join(this.#folder, 'authority.crt')];
    const fresh = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    await run('openssl', [...fresh, '-subj', '/CN=An authority of a test', '-keyout', authorityKey, '-out', authority]);
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=CA:FALSE'];
    const signed = ['-CA', authority, '-CAkey', authorityKey];
    await run('openssl', [...fresh, ...names, ...signed, '-keyout', key, '-out', certificate]);
    const port = String(await freePort());
    const files = ['tls-cert-file', certificate, 'tls-key-file', key, 'tls-ca-cert-file', authority];
    await this.command('CONFIG', 'SET', ...files, 'tls-auth-clients', 'no', 'tls-port', port);
    return { url: `rediss://127.0.0.1:${port}`, authority };
  }

  /** Ends the program and removes its files. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs one command. */
  async command(...args: string[]): Promise<unknown> {
    const client = newClient({ ...protocol, url: this.url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.sendCommand(args);
    } finally {
      client.destroy();
    }
  }
}
