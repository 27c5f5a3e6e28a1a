// The reporter of the tests: one line for each test file, failures in full, and at the end the failures once more (of a long log
// often only the end is kept), the sums and the slowest files.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { FileRun } from './file-run.ts';
import { GroupRun } from './group-run.ts';

const slowestShown = 10;

/** The run process: the file of a test, or the entry of a group of files. */
function runOf({ data }: TestEvent): string | null {
  const named = data as { readonly entryFile?: string; readonly file?: string } | undefined;
  return named?.entryFile ?? named?.file ?? null;
}

/** All files of a run. */
class SuiteRun {
  readonly #files = new Map<string, FileRun>();
  /** By run: a group of files, or `null` for a separate file. */
  readonly #groups = new Map<string, GroupRun | null>();
  readonly #startedMs = performance.now();

  /** The output after an event. */
  take(event: TestEvent): string {
    if (event.type === 'test:interrupted') return this.#interrupted(event.data.tests);
    const run = runOf(event);
    if (run === null) return '';
    const group = this.#groupOf(run);
    if (group !== null) return group.take(event)?.told() ?? '';
    const file = this.#fileOf(run);
    if (event.type === 'test:start') file.begin(event.data.name, event.data.nesting);
    if (event.type === 'test:diagnostic') file.remark(event.data.message);
    if (event.type === 'test:stdout' || event.type === 'test:stderr') file.write(event.data.message);
    return this.#progress(file, event) ? file.told() : '';
  }

  /** Files whose process ended early. */
  left(): string {
    const left = [...this.#groups.values()].flatMap((group) => group?.breakOff() ?? []);
    // A process that ends well before its files have is a success to Node.
    if (left.length > 0) process.exitCode = 1;
    for (const group of this.#groups.values()) group?.keepFailed();
    return left.map((file) => file.told()).join('');
  }

  /** The sums; the words `pass` and `fail` are those of Node's own reporters. */
  sums(): string {
    const files = [...this.#files.values(), ...[...this.#groups.values()].flatMap((group) => group?.files ?? [])];
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
        if (event.data.entryFile === undefined) file.isReported = true;
        if (event.data.entryFile !== undefined || event.type === 'test:fail') file.end(event, event.data.nesting);
        break;
      case 'test:complete':
        if (event.data.entryFile === undefined) file.seconds = event.data.details.duration_ms / 1000;
        break;
      case 'test:summary':
        file.isReported = true;
        break;
      default:
        return false;
    }
    return file.isReported && file.seconds !== null;
  }

  #groupOf(run: string): GroupRun | null {
    let known = this.#groups.get(run);
    if (known === undefined) this.#groups.set(run, (known = GroupRun.of(run)));
    return known;
  }

  #fileOf(run: string): FileRun {
    const known = this.#files.get(run) ?? new FileRun(relative('.', run));
    this.#files.set(run, known);
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
  yield run.left();
  yield run.sums();
}
