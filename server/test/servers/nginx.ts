import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithProcess } from '../end-with-process.ts';
import { waitFor } from '../wait-for.ts';
import { findPrograms, isProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { ServerProgram } from './needed-server.ts';

/** Debian installs it outside the path of most users. */
const folderOf = (): string | null => findPrograms(['nginx']) ?? (isProgram('/usr/sbin/nginx') ? '/usr/sbin' : null);

/** The proxy that many run before the gateway. */
export const nginx: ServerProgram = {
  name: 'nginx',
  installedBy: 'apt-get install nginx-light',
  isInstalled: () => folderOf() !== null,
};

/** nginx as configured by its packages, with HTTP/1.1 to the gateway. */
function settingsOf(folder: string, port: number, upstreamPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
events { worker_connections 64; }
http { access_log off; ${temporary.join(' ')}
  server { listen 127.0.0.1:${String(port)};
    location / { proxy_pass http://127.0.0.1:${String(upstreamPort)}; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`;
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}

/** A private nginx before a port of this machine. */
export class NginxServer {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #forget: () => void;

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#process = child;
    this.#forget = endWithProcess(() => child.kill());
  }

  static async start(upstreamPort: number): Promise<NginxServer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-nginx-'));
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, settingsOf(folder, port, upstreamPort));
    const child = spawn(join(folderOf() ?? '', 'nginx'), ['-c', file, '-e', 'stderr'], { stdio: 'ignore' });
    const server = new NginxServer(port, folder, child);
    await waitFor(() => isOpen(port), { what: 'nginx accepts connections' });
    return server;
  }

  async stop(): Promise<void> {
    this.#forget();
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGQUIT');
    await ended;
    rmSync(this.#folder, { recursive: true });
  }
}
