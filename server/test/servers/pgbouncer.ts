import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { endWithProcess } from '../end-with-process.ts';
import { waitFor } from '../wait-for.ts';
import { findPrograms, isProgram, unprivileged } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { ServerProgram } from './needed-server.ts';
import { password } from './postgres-server.ts';

/** Debian installs it outside the path of most users. */
const folderOf = (): string | null => findPrograms(['pgbouncer']) ?? (isProgram('/usr/sbin/pgbouncer') ? '/usr/sbin' : null);

/** The pooler that many run before PostgreSQL. */
export const pgbouncer: ServerProgram = {
  name: 'PgBouncer',
  installedBy: 'apt-get install pgbouncer',
  isInstalled: () => folderOf() !== null,
};

/** A private PgBouncer before a PostgreSQL server of this machine. */
export class PgBouncer {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#process = child;
  }

  /** @param settings lines of its section, such as `pool_mode = session`. */
  static async start(postgresPort: number, settings: readonly string[]): Promise<PgBouncer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-pgbouncer-'));
    const file = join(folder, 'pgbouncer.ini');
    const own = [`listen_port = ${String(port)}`, 'listen_addr = 127.0.0.1', 'unix_socket_dir =', 'auth_type = any', ...settings];
    const database = `* = host=127.0.0.1 port=${String(postgresPort)} user=tollgate password='${password}'`;
    writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...own, ''].join('\n'));
    const user = unprivileged();
    if (user !== null) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
    const child = spawn(join(folderOf() ?? '', 'pgbouncer'), ['-q', file], { ...(user ?? {}), stdio: 'ignore' });
    child.once(
      'exit',
      endWithProcess(() => child.kill('SIGKILL')),
    );
    const bouncer = new PgBouncer(port, folder, child);
    await waitFor(() => bouncer.#answers(), { what: 'PgBouncer answers' });
    return bouncer;
  }

  /** The address of a database through the pooler. */
  url(database: string): string {
    return `postgresql://tollgate@127.0.0.1:${String(this.port)}/${database}`;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGKILL');
      await once(this.#process, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
