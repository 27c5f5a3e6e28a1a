// The reporter of `npm test`: one line for each test file, failures in full, and at the end the failures once more (of a long log
// often only the end is kept), the sums and the slowest files.
import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

const slowestShown = 10;
/** Of what a file that fails has written to its terminal, the last. */
const outputLinesMax = 100;

/** A test file as far as it has been told. */
class FileRun {
  readonly path: string;
  passed = 0;
  failed = 0;
  skipped = 0;
  /** From the start of its process to its end; `null` until it has ended. */
  seconds: number | null = null;
  /** Nothing more is told of its tests. */
  isTold = false;
  /** Names of the suites and tests around what is told at present, outermost first. */
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

  end(event: Ended): void {
    const { nesting, skip, details } = event.data;
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
    // Seeds and figures: of interest beside a failure only.
    if (this.failed > 0) this.#notes.push(`    ${text}`);
  }

  write(text: string): void {
    this.#output.push(text);
    if (this.#output.length > outputLinesMax) this.#output.shift();
  }

  /** Its line, and what went wrong in it. */
  told(): string {
    const { path, passed, failed, skipped, seconds } = this;
    const counts = `${String(passed).padStart(4)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
    const line = `${failed > 0 ? '✖' : '✔'} ${counts}, ${(seconds ?? 0).toFixed(1).padStart(5)} s  ${path}\n`;
    const output = failed > 0 && this.#output.length > 0 ? ['  it wrote:\n', ...this.#output] : [];
    return [line, ...this.#notes.map((note) => `${note}\n`), ...output].join('');
  }

  /** What went wrong in it, without what it wrote: nothing where nothing did. */
  failures(): readonly string[] {
    return this.#failures.length > 0 ? [this.path, ...this.#failures] : [];
  }

  #fail({ data: { details, file, line } }: Extract<TestEvent, { type: 'test:fail' }>, title: string): void {
    // A suite or test around the one that failed says nothing of its own.
    if ((details.error as { readonly failureType?: string }).failureType === 'subtestsFailed') return;
    this.failed += 1;
    const place = file === undefined ? '' : ` (${relative('.', file)}:${String(line ?? 0)})`;
    const cause = inspect(details.error.cause ?? details.error).replaceAll('\n', '\n    ');
    const told = [`  ✖ ${title}${place}`, `    ${cause}`];
    this.#notes.push(...told);
    this.#failures.push(...told);
  }
}

/** All files of a run. */
class SuiteRun {
  readonly #files = new Map<string, FileRun>();
  readonly #startedMs = performance.now();

  /** What is to be said after an event. */
  take(event: TestEvent): string {
    if (event.type === 'test:interrupted') return this.#interrupted(event.data.tests);
    const file = this.#fileOf(event);
    if (file === null) return '';
    if (event.type === 'test:start') file.begin(event.data.name, event.data.nesting);
    if (event.type === 'test:diagnostic') file.remark(event.data.message);
    if (event.type === 'test:stdout' || event.type === 'test:stderr') file.write(event.data.message);
    return this.#progress(file, event) ? file.told() : '';
  }

  /** The sums; the words `pass` and `fail` are those of Node's own reporters. */
  sums(): string {
    const files = [...this.#files.values()];
    const sum = (of: 'passed' | 'failed' | 'skipped'): string => String(files.reduce((all, file) => all + file[of], 0));
    const seconds = ((performance.now() - this.#startedMs) / 1000).toFixed(0);
    const slowest = files.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0)).slice(0, slowestShown);
    const failures = files.flatMap((file) => file.failures());
    return [
      ...(failures.length > 0 ? ['', 'What failed:', ...failures] : []),
      ...['', 'The slowest files:'],
      ...slowest.map(({ path, seconds }) => `${(seconds ?? 0).toFixed(1).padStart(7)} s  ${path}`),
      ...['', `ℹ files ${String(files.length)}`, `ℹ pass ${sum('passed')}`, `ℹ fail ${sum('failed')}`],
      ...[`ℹ skipped ${sum('skipped')}`, `ℹ seconds ${seconds}`, ''],
    ].join('\n');
  }

  /** Answers whether with this event all of a file is known: with several at once its end and the news of its tests come in either order. */
  #progress(file: FileRun, event: TestEvent): boolean {
    switch (event.type) {
      case 'test:pass':
      case 'test:fail':
        // The runner speaks of a file as a test if it holds none or did not come to its end.
        if (event.data.entryFile === undefined) file.isTold = true;
        if (event.data.entryFile !== undefined || event.type === 'test:fail') file.end(event);
        break;
      case 'test:complete':
        if (event.data.entryFile === undefined) file.seconds = event.data.details.duration_ms / 1000;
        break;
      case 'test:summary':
        file.isTold = true;
        break;
      default:
        return false;
    }
    return file.isTold && file.seconds !== null;
  }

  #fileOf({ data }: TestEvent): FileRun | null {
    const named = data as { readonly entryFile?: string; readonly file?: string } | undefined;
    const path = named?.entryFile ?? named?.file;
    if (path === undefined) return null;
    const known = this.#files.get(path) ?? new FileRun(relative('.', path));
    this.#files.set(path, known);
    return known;
  }

  #interrupted(tests: readonly { readonly name: string; readonly file?: string }[]): string {
    const running = tests.map(({ name, file = '' }) => `  ${relative('.', file)} ${name}`);
    return ['Interrupted while these ran:', ...running, ''].join('\n');
  }
}

export default async function* fileReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const run = new SuiteRun();
  for await (const event of source) yield run.take(event);
  yield run.sums();
}
