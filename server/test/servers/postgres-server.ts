import { execFile, spawn, spawnSync } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { endWithProcess } from '../end-with-process.ts';
import { findPrograms, unprivileged } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { ServerProgram } from './needed-server.ts';

const run = promisify(execFile);
const programs = ['initdb', 'pg_ctl', 'postgres'] as const;

export const postgres: ServerProgram = {
  name: 'PostgreSQL',
  installedBy: 'apt-get install postgresql',
  isInstalled: () => findPrograms(programs) !== null,
};

const clusterOptions = ['--username=tollgate', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'] as const;
const cache = fileURLToPath(new URL('../../../node_modules/.cache/tollgate', import.meta.url));

export const password = 'a password of the tests';

/** A private PostgreSQL server on a free port of this machine, with files in a temporary folder; it writes to disk (fsync). */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #bin: string;
  readonly #user: SpawnOptions;
  #databases = 0;
  #isGone: () => void = () => undefined;

  private constructor(port: number, folder: string, bin: string) {
    this.port = port;
    this.#folder = folder;
    this.#bin = bin;
    this.#user = unprivileged() ?? {};
  }

  static async start(): Promise<PostgresServer> {
    const bin = findPrograms(programs);
    if (bin === null) throw new Error('PostgreSQL is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
    const server = new PostgresServer(await freePort(), folder, bin);
    try {
      await server.#prepare();
      await server.begin();
      server.#isGone = endWithProcess(() => {
        server.kill();
      });
      return server;
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get data(): string {
    return join(this.#folder, 'data');
  }

  /** Id of its main process. */
  async pid(): Promise<number> {
    const [postmaster] = (await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n');
    return Number(postmaster);
  }

  /** The address of a database of this server. */
  url(database: string, parameters = ''): string {
    return `postgresql://tollgate:${encodeURIComponent(password)}@127.0.0.1:${String(this.port)}/${database}${parameters}`;
  }

  /** Creates an empty database, or a copy of one without connections; returns its address. */
  async newDatabase(template = 'template0'): Promise<string> {
    this.#databases += 1;
    const name = `books_${String(this.#databases)}`;
    await this.query('postgres', `create database ${name} template ${template}`);
    return this.url(name);
  }

  /** Runs a statement as the owner of everything. */
  async query(database: string, sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async begin(): Promise<void> {
    await this.#run('pg_ctl', ['start', '--wait', '--silent', '-D', this.data, '-l', join(this.#folder, 'log')]);
  }

  /** `immediate`: all its processes end at once, as in a crash of the machine. */
  async end(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.#run('pg_ctl', ['stop', '--wait', '--silent', '-m', mode, '-D', this.data]);
  }

  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#run('pg_ctl', ['restart', '--wait', '--silent', '-m', mode, '-D', this.data, '-l', join(this.#folder, 'log')]);
  }

  /** Keeps a copy of the current data, like a standby that receives no more updates. */
  async followByStandby(): Promise<void> {
    await this.end();
    cpSync(this.data, `${this.data}-standby`, { recursive: true, preserveTimestamps: true });
    if (process.getuid?.() === 0) await run('chown', ['-R', `--reference=${this.data}`, `${this.data}-standby`]);
    await this.begin();
  }

  /** The server is lost, and the standby takes over with its data. */
  async failOver(): Promise<void> {
    await this.end('immediate');
    rmSync(this.data, { recursive: true });
    renameSync(`${this.data}-standby`, this.data);
    await this.begin();
  }

  /** Enables SSL with a certificate for 127.0.0.1; returns the file of its authority. */
  async speakSsl(): Promise<string> {
    const certificate = join(this.data, 'server.crt');
    const key = join(this.data, 'server.key');
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    await run('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificate]);
    this.#own([certificate, key]);
    chmodSync(key, 0o600);
    await this.query('postgres', 'alter system set ssl = on');
    await this.query('postgres', 'select pg_reload_conf()');
    return certificate;
  }

  /** Also listens at another address of this machine, for its subnet (`10.213.0.0/30`). */
  async listenAlsoAt(address: string, subnet: string): Promise<void> {
    appendFileSync(join(this.data, 'pg_hba.conf'), `host all all ${subnet} scram-sha-256\n`);
    await this.query('postgres', `alter system set listen_addresses = '127.0.0.1, ${address}'`);
    await this.restart('fast');
  }

  /** Pauses all its processes, like a hanging machine; `resume` continues them. */
  async pause(): Promise<void> {
    await this.#signal('SIGSTOP');
  }

  async resume(): Promise<void> {
    await this.#signal('SIGCONT');
  }

  /** Ends it at once in any state, and removes its files. */
  kill(): void {
    spawnSync(join(this.#bin, 'pg_ctl'), ['stop', '--wait', '--silent', '-m', 'immediate', '-D', this.data], this.#user);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Ends it and removes its files. */
  async remove(): Promise<void> {
    this.#isGone();
    try {
      await this.end('immediate');
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  async #prepare(): Promise<void> {
    const passwordFile = join(this.#folder, 'password');
    writeFileSync(passwordFile, password);
    this.#own([this.#folder, passwordFile]);
    await this.#initialize(passwordFile);
    const settings = [
      `port = ${String(this.port)}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${this.#folder}'`,
      'max_connections = 200',
      'shared_buffers = 64MB',
      "deadlock_timeout = '100ms'",
    ];
    writeFileSync(join(this.data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  }

  /** `initdb` takes half a second of CPU, so its result is stored next to the installed packages and shared. */
  async #initialize(passwordFile: string): Promise<void> {
    const { mtimeMs } = statSync(join(this.#bin, 'initdb'));
    const key = createHash('sha256').update(JSON.stringify([this.#bin, mtimeMs, this.#user.uid, clusterOptions, password]));
    const kept = join(cache, `postgres-${key.digest('hex').slice(0, 16)}`);
    if (existsSync(kept)) {
      await run('cp', ['-a', kept, this.data]);
      return;
    }
    await this.#run('initdb', [...clusterOptions, `--pwfile=${passwordFile}`, '-D', this.data]);
    const copy = `${kept}.${basename(this.#folder)}`;
    try {
      mkdirSync(cache, { recursive: true });
      await run('cp', ['-a', this.data, copy]);
      renameSync(copy, kept);
    } catch (error) {
      // Another server was faster.
      if (!existsSync(kept)) throw error;
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }

  #own(paths: readonly string[]): void {
    const { uid, gid } = this.#user;
    for (const path of paths) if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const postmaster = await this.pid();
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' }).stdout.split('\n');
    for (const pid of [postmaster, ...children.map(Number)]) if (pid > 0) process.kill(pid, signal);
  }

  async #run(program: (typeof programs)[number], args: readonly string[]): Promise<void> {
    const options: SpawnOptions = { ...this.#user, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] };
    const child = spawn(join(this.#bin, program), [...args], { ...options, env: { ...process.env, LC_ALL: 'C' } });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    // The server itself keeps the pipe open, so only the end of the program counts.
    const code = await new Promise<number | null>((resolve, reject) => child.once('exit', resolve).once('error', reject));
    child.stderr?.destroy();
    if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} failed: ${complaint}`);
  }
}
