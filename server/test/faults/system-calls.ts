import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { inTime } from '../wait-for.ts';

const syncs = 'fsync,fdatasync';

/** Observes, and on request disturbs, the disk operations of a running process. Needs strace and permission to use it. */
export class SystemCalls {
  readonly #child: ChildProcess;
  readonly #file: string;

  private constructor(child: ChildProcess, file: string) {
    this.#child = child;
    this.#file = file;
  }

  /**
   * Resolves once every thread is observed; `null` if that is impossible.
   * @param inject in the syntax of strace, such as `error=EIO:when=1`; `when` counts per thread.
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

  /** Numbers of confirmed and failed syncs. */
  async synced(): Promise<{ readonly confirmed: number; readonly failed: number }> {
    const lines = (await readFile(this.#file, 'utf8')).split('\n').filter((line) => line.includes('sync'));
    return {
      confirmed: lines.filter((line) => line.endsWith(' = 0')).length,
      failed: lines.filter((line) => line.includes('EIO')).length,
    };
  }

  /** Detaches at once, without waiting for delayed calls. */
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
