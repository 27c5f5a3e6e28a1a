import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { inTime } from '../wait-for.ts';

const syncs = 'fsync,fdatasync';

/** Watches, and on request disturbs, the disk operations of a running process. Needs strace and the right to use it. */
export class SystemCalls {
  readonly #child: ChildProcess;
  readonly #file: string;

  private constructor(child: ChildProcess, file: string) {
    this.#child = child;
    this.#file = file;
  }

  /**
   * Settles once every thread is watched; `null` where this cannot be done.
   * @param inject as strace takes it, for example `error=EIO:when=1`; `when` counts per thread.
   */
  static async watch(pid: number, file: string, inject?: string): Promise<SystemCalls | null> {
    const injected = inject === undefined ? [] : ['-e', `inject=${syncs}:${inject}`];
    const child = spawn('strace', ['-f', '-p', String(pid), '-e', `trace=${syncs}`, ...injected, '-o', file]);
    let said = '';
    const attached = new Promise<boolean>((resolve) => {
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('attached')) resolve(true);
      });
      child.on('error', () => {
        resolve(false);
      });
      child.on('close', () => {
        resolve(false);
      });
    });
    return (await inTime(attached, { what: 'strace is attached' })) ? new SystemCalls(child, file) : null;
  }

  /** Times the disk confirmed, and times it failed. */
  async synced(): Promise<{ readonly confirmed: number; readonly failed: number }> {
    const lines = (await readFile(this.#file, 'utf8')).split('\n').filter((line) => line.includes('sync'));
    return {
      confirmed: lines.filter((line) => line.endsWith(' = 0')).length,
      failed: lines.filter((line) => line.includes('EIO')).length,
    };
  }

  /** Lets go at once, without waiting for calls that are held back. */
  async letGo(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await inTime(closed, { what: 'strace is gone' });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGINT');
    await inTime(once(this.#child, 'close'), { what: 'strace is gone' });
  }
}
