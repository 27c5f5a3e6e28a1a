/** A reporter for node:test that says which test failed first, and why, and ends the process there: more proves nothing more. */
import { AssertionError } from 'node:assert';
import { writeSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

/** How a test noticed. Anything else that fails (a file that does not load) proves nothing. */
export type Noticing = 'by assertion' | 'by a wait in vain' | 'by an error' | 'by time';

export interface FirstFailure {
  readonly test: string;
  readonly how: Noticing | null;
  readonly message: string;
}

interface Caused {
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly failureType?: unknown;
}

function howOf(error: Caused): Noticing | null {
  const { cause, failureType } = error;
  if (failureType === 'testTimeoutFailure') return 'by time';
  for (let inner: unknown = error; typeof inner === 'object' && inner !== null; inner = (inner as Caused).cause) {
    if (inner instanceof AssertionError) return 'by assertion';
    if (String((inner as Caused).message).startsWith('never happened')) return 'by a wait in vain';
  }
  return failureType === 'testCodeFailure' && cause !== undefined ? 'by an error' : null;
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail' || event.data.details.type === 'suite') continue;
    const error: Caused = event.data.details.error;
    const cause = (error.cause ?? error) as Caused;
    const failure: FirstFailure = { test: event.data.name, how: howOf(error), message: String(cause.message).slice(0, 300) };
    writeSync(1, `${JSON.stringify(failure)}\n`);
    process.exit(1);
  }
  yield '';
}
