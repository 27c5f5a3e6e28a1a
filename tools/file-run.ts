import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

export type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

/** The last lines that a failing file has written to its terminal. */
const outputLinesMax = 100;

/** A test file as far as it was reported. */
export class FileRun {
  readonly path: string;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** From the start of its process to its end; `null` until it has ended. */
  seconds: number | null = null;
  /** No more of its tests are reported. */
  isReported = false;
  /** Names of the suites and tests around the current one, outermost first. */
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

  /** Records the end of a test or suite with this number of enclosing suites of the file. */
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
    // A fault after the end of its test fails the process, and is reported nowhere else.
    if (text.startsWith('Error: ')) {
      this.#notes.push(`  ${text}`);
      this.#failures.push(`  ${text}`);
      return;
    }
    // Seeds and figures: of interest only with a failure.
    if (this.failed > 0) this.#notes.push(`    ${text}`);
  }

  write(text: string): void {
    this.#output.push(text);
    if (this.#output.length > outputLinesMax) this.#output.shift();
  }

  /** It ended early, for a reason that it did not report. */
  breakOff(): void {
    this.failed += 1;
    const told = '  ✖ its process ended before it did';
    this.#notes.push(told);
    this.#failures.push(told);
  }

  /** Its line, and what went wrong in it. */
  told(): string {
    const { path, passed, failed, skipped, seconds } = this;
    const counts = `${String(passed).padStart(4)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
    const line = `${failed > 0 ? '✖' : '✔'} ${counts}, ${(seconds ?? 0).toFixed(1).padStart(5)} s  ${path}\n`;
    const output = failed > 0 && this.#output.length > 0 ? ['  it wrote:\n', ...this.#output] : [];
    return [line, ...this.#notes.map((note) => `${note}\n`), ...output].join('');
  }

  /** Its failures, without its output: empty if there are none. */
  failures(): readonly string[] {
    return this.#failures.length > 0 ? [this.path, ...this.#failures] : [];
  }

  #fail({ data: { details, file, line } }: Extract<TestEvent, { type: 'test:fail' }>, title: string): void {
    // A suite or test around the failed one adds nothing.
    if ((details.error as { readonly failureType?: string }).failureType === 'subtestsFailed') return;
    this.failed += 1;
    const place = file === undefined ? '' : ` (${relative('.', file)}:${String(line ?? 0)})`;
    const cause = inspect(details.error.cause ?? details.error).replaceAll('\n', '\n    ');
    const told = [`  ✖ ${title}${place}`, `    ${cause}`];
    this.#notes.push(...told);
    this.#failures.push(...told);
  }
}
