import type { TestEvent } from 'node:test/reporters';

/** A line of the report about one ended test. */
export interface TestLine {
  readonly name: string;
  readonly nesting: number;
  readonly isSuite: boolean;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped or failed. */
  readonly reason: string;
  readonly seconds: number;
  readonly diagnostics: readonly string[];
}

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

function reasonOf(event: Ended): string {
  if (event.type === 'test:pass') return typeof event.data.skip === 'string' ? event.data.skip : '';
  const { error } = event.data.details;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function lineOf(event: Ended): Omit<TestLine, 'diagnostics'> {
  const { name, nesting, details, skip } = event.data;
  const isSkipped = event.type === 'test:pass' && skip !== undefined;
  return {
    name,
    nesting,
    isSuite: details.type === 'suite',
    state: event.type === 'test:fail' ? 'failed' : isSkipped ? 'skipped' : 'passed',
    reason: reasonOf(event),
    seconds: Math.round(details.duration_ms) / 1000,
  };
}

/** A reporter for node:test that writes one JSON line per test, in the order in which they end; suites follow their tests. */
export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let last: Omit<TestLine, 'diagnostics'> | null = null;
  // Diagnostics of a test follow its end.
  let diagnostics: string[] = [];
  const written = (): string => (last === null ? '' : `${JSON.stringify({ ...last, diagnostics })}\n`);
  for await (const event of source) {
    if (event.type === 'test:diagnostic') diagnostics.push(event.data.message);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    yield written();
    last = lineOf(event);
    diagnostics = [];
  }
  yield written();
}
