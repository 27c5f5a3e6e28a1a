/** A reporter for node:test: one JSON line per finished test, with the kind of error that failed it. */
import { AssertionError } from 'node:assert';
import type { TestEvent } from 'node:test/reporters';

export interface TestLine {
  readonly name: string;
  /** `null` if it passed. */
  readonly failure: Failure | null;
}

interface Failure {
  /** Anything other than an assertion (a time-out, a syntax error, a crash) proves nothing. */
  readonly isAssertion: boolean;
  readonly message: string;
}

interface Caused {
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** Whether the error or its cause is a failed assertion; a property has its counterexample's error as cause. */
function isAssertion(error: unknown): boolean {
  if (error instanceof AssertionError) return true;
  if (typeof error !== 'object' || error === null) return false;
  return isAssertion((error as Caused).cause);
}

function failureOf(error: unknown): Failure {
  const cause = (error as Caused | undefined)?.cause ?? error;
  const { message } = typeof cause === 'object' && cause !== null ? (cause as Caused) : { message: cause };
  return { isAssertion: isAssertion(error), message: String(message) };
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, details, skip } = event.data;
    if (details.type === 'suite' || skip !== undefined) continue;
    const failure = event.type === 'test:fail' ? failureOf(event.data.details.error) : null;
    yield `${JSON.stringify({ name, failure } satisfies TestLine)}\n`;
  }
}
