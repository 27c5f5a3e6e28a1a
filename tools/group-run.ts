import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { FileRun } from './file-run.ts';

/** The test files of one process (`server/test/runner/run-group.ts`), each reported as if it had a separate process. */
export class GroupRun {
  readonly #entry: string;
  readonly files: readonly FileRun[];
  /** The current file of the process; `null` before the first one is loaded. */
  #current: FileRun | null = null;

  /** `null` for a path that is not a group entry. */
  static of(entry: string): GroupRun | null {
    try {
      return new GroupRun(entry, JSON.parse(readFileSync(`${entry}.json`, 'utf8')) as string[]);
    } catch {
      return null;
    }
  }

  private constructor(entry: string, files: readonly string[]) {
    this.#entry = entry;
    this.files = files.map((file) => new FileRun(relative('.', file)));
  }

  /** Returns the file that this event completes. */
  take(event: TestEvent): FileRun | null {
    const current = this.#current ?? this.files[0];
    if (current === undefined) return null;
    if (event.type === 'test:stdout' || event.type === 'test:stderr') current.write(event.data.message);
    if (event.type === 'test:diagnostic' && event.data.entryFile !== undefined) current.remark(event.data.message);
    if (event.type === 'test:start') this.#start(current, event.data);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return null;
    const { entryFile, nesting, details } = event.data;
    if (entryFile !== undefined && nesting > 0) {
      current.end(event, nesting - 1);
      return null;
    }
    current.end(event, 0);
    current.seconds = details.duration_ms / 1000;
    current.isReported = true;
    return current;
  }

  /** Gives up and returns the files that the process did not complete. */
  breakOff(): readonly FileRun[] {
    const left = this.files.filter(({ isReported }) => !isReported);
    for (const file of left) file.breakOff();
    return left;
  }

  /** Stores the names of failed files next to the entry, for the next run. */
  keepFailed(): void {
    const failed = this.files.filter((file) => file.failed > 0).map(({ path }) => path);
    if (failed.length > 0) writeFileSync(`${this.#entry}.failed`, JSON.stringify(failed));
  }

  #start(current: FileRun, { name, nesting, entryFile }: Extract<TestEvent, { type: 'test:start' }>['data']): void {
    if (entryFile === undefined) return;
    if (nesting > 0) current.begin(name, nesting - 1);
    else this.#current = this.files.find(({ path }) => path === relative('.', name)) ?? current;
  }
}
