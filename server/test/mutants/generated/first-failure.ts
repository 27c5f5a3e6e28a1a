/**
 * A reporter for node:test that reports the first failed test with its reason and then ends the process, because more failures prove
 * nothing more.
 */
import { AssertionError } from 'node:assert';
import { writeSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

/** How a test noticed the mutant. Any other failure (such as a file that does not load) proves nothing. */
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
  if (failureType === 'testTimeoutFailure' || String(cause).startsWith('test timed out after')) return 'by time';
  for (let inner: unknown = error; typeof inner === 'object' && inner !== null; inner = (inner as Caused).cause) {
    if (inner instanceof AssertionError) return 'by assertion';
    if (String((inner as Caused).message).startsWith('never happened')) return 'by a wait in vain';
  }
  const isOfTest = failureType === 'testCodeFailure' || failureType === 'hookFailed';
  return isOfTest && cause !== undefined ? 'by an error' : null;
}

/** A suite itself fails only if its hooks failed, after its tests were reported as not started. */
function isTelling(type: string | undefined, { failureType }: Caused): boolean {
  return type === 'suite' ? failureType === 'hookFailed' : failureType !== 'cancelledByParent';
}

function messageOf(error: Caused): string {
  const cause = error.cause ?? error;
  return typeof cause === 'string' ? cause : String((cause as Caused).message);
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const error: Caused = event.data.details.error;
    if (!isTelling(event.data.details.type, error)) continue;
    const failure: FirstFailure = { test: event.data.name, how: howOf(error), message: messageOf(error).slice(0, 300) };
    writeSync(1, `${JSON.stringify(failure)}\n`);
    process.exit(1);
  }
  yield '';
}
