import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

export type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

/** Number of terminal lines kept of a failing file. */
const outputLinesMax = 100;

/** A test file with the results reported so far. */
export class FileRun {
  readonly path: string;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Duration of its process; `null` until it has ended. */
  seconds: number | null = null;
  /** Whether all its tests are reported. */
  isReported = false;
  /** Names of the enclosing suites and tests, outermost first. */
  readonly #names: string[] = [];
  readonly #notes: string[] = [];
  readonly #failures: string[] = [];
  readonly #output: string[] = [];

  constructor(path: string) {
    this.path = path;
  }

  begin(name: string, nesting: number): void {
    this.#names.splice(nesting, Infinity, name);
  }

  /** Records the end of a test or suite with this number of enclosing suites in the file. */
  end(event: Ended, nesting: number): void {
    const { skip, details } = event.data;
    const title = [...this.#names.slice(0, nesting), event.data.name].join(' › ');
    if (event.type === 'test:fail') this.#fail(event, title);
    else if (details.type === 'suite') return;
    else if (skip === undefined || skip === false) this.passed += 1;
    else {
      this.skipped += 1;
      this.#notes.push(`  - ${title}: ${skip === true ? 'skipped' : skip}`);
    }
  }

  remark(text: string): void {
    // An error after the end of its test fails the process, and is reported nowhere else.
    if (text.startsWith('Error: ')) {
      this.#notes.push(`  ${text}`);
      this.#failures.push(`  ${text}`);
      return;
    }
    // Seeds and figures matter only with a failure.
    if (this.failed > 0) this.#notes.push(`    ${text}`);
  }

  write(text: string): void {
    this.#output.push(text);
    if (this.#output.length > outputLinesMax) this.#output.shift();
  }

  /** Records that the file ended early without reporting a reason. */
  breakOff(): void {
    this.failed += 1;
    const told = '  ✖ its process ended before it did';
    this.#notes.push(told);
    this.#failures.push(told);
  }

  /** The line of the file, and its failures. */
  told(): string {
    const { path, passed, failed, skipped, seconds } = this;
    const counts = `${String(passed).padStart(4)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
    const line = `${failed > 0 ? '✖' : '✔'} ${counts}, ${(seconds ?? 0).toFixed(1).padStart(5)} s  ${path}\n`;
    const output = failed > 0 && this.#output.length > 0 ? ['  it wrote:\n', ...this.#output] : [];
    return [line, ...this.#notes.map((note) => `${note}\n`), ...output].join('');
  }

  /** Its failures without its output; empty if there are none. */
  failures(): readonly string[] {
    return this.#failures.length > 0 ? [this.path, ...this.#failures] : [];
  }

  #fail({ data: { details, file, line } }: Extract<TestEvent, { type: 'test:fail' }>, title: string): void {
    // The suite or test around a failed one adds no information.
    if ((details.error as { readonly failureType?: string }).failureType === 'subtestsFailed') return;
    this.failed += 1;
    const place = file === undefined ? '' : ` (${relative('.', file)}:${String(line ?? 0)})`;
    const cause = inspect(details.error.cause ?? details.error).replaceAll('\n', '\n    ');
    const told = [`  ✖ ${title}${place}`, `    ${cause}`];
    this.#notes.push(...told);
    this.#failures.push(...told);
  }
}
