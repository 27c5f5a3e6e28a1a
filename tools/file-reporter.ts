// The test reporter. Prints one line per test file and failures in full. At the end it repeats the failures, because often only the end of
// a long log is kept, and adds totals and the slowest files.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { FileRun } from './file-run.ts';
import { GroupRun } from './group-run.ts';

const slowestShown = 10;

/** Which process an event belongs to: a test file, or the entry of a group of files. */
function runOf({ data }: TestEvent): string | null {
  const named = data as { readonly entryFile?: string; readonly file?: string } | undefined;
  return named?.entryFile ?? named?.file ?? null;
}

/** All files of a run. */
class SuiteRun {
  readonly #files = new Map<string, FileRun>();
  /** By process: a group of files, or `null` for a single file. */
  readonly #groups = new Map<string, GroupRun | null>();
  readonly #startedMs = performance.now();

  /** The output for an event. */
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
    // Node counts a process as a success even if it exits before its files have finished.
    if (left.length > 0) process.exitCode = 1;
    for (const group of this.#groups.values()) group?.keepFailed();
    return left.map((file) => file.told()).join('');
  }

  /** The totals. The words `pass` and `fail` are those of Node's own reporters. */
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

  /**
   * Whether a file is complete after this event. With several processes, its end and the results of its tests can arrive in either order.
   */
  #progress(file: FileRun, event: TestEvent): boolean {
    switch (event.type) {
      case 'test:pass':
      case 'test:fail':
        // The runner reports a file as a test if it contains none or did not reach its end.
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
