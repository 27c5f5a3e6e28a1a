/** Child processes and temporary folders of the bench; none of them outlives it. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const running = new Set<ChildProcess>();
const folders = new Set<string>();
/** Enough of a child's last words to say why it ended. */
const keptOutput = 4000;

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The end of what it wrote to stdout and stderr. */
  output(): string;
  /** SIGTERM, then SIGKILL after `patienceMs`. */
  end(patienceMs?: number): Promise<void>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

/** Only what a program needs to run: an upstream key in the caller's environment would change what is measured. */
function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'SYSTEMROOT', 'TEMP', 'TMP'];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

export function startChild(file: string, options: ChildOptions = {}): Child {
  const child = fork(file, [...(options.args ?? [])], {
    env: { ...plainEnvironment(), ...options.env },
    execArgv: [...(options.nodeOptions ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const keep = (text: Buffer): void => {
    output = (output + text.toString()).slice(-keptOutput);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  // A child that is already gone is noticed by its exit, not by a failed message to it.
  child.on('error', () => undefined);
  running.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      running.delete(child);
      resolve();
    });
  });
  return {
    process: child,
    pid: child.pid ?? 0,
    output: () => output,
    async end(patienceMs = 5000) {
      if (!running.has(child)) return;
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(hard);
    },
  };
}

/** The next message of a child; fails with its last words if it ends first. */
export function nextMessage(child: Child): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = (): void => {
      reject(new Error(`a process of the bench ended early: ${child.output()}`));
    };
    child.process.once('exit', gone);
    child.process.once('message', (message) => {
      child.process.off('exit', gone);
      resolve(message);
    });
    if (!running.has(child.process)) gone();
  });
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

function endEverything(): void {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

process.on('exit', endEverything);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
