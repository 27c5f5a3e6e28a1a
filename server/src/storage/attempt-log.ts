import type { AttemptNote, CallRecord } from '../domain/books/call-record.ts';

/** What is kept of a call's attempts in one column: nothing for nearly every call. */
export function attemptLogText({ attemptLog }: CallRecord): string | null {
  return attemptLog === null ? null : JSON.stringify(attemptLog);
}

export function attemptLogOf(text: string | null): readonly AttemptNote[] | null {
  // Only this program writes it.
  return text === null ? null : (JSON.parse(text) as readonly AttemptNote[]);
}
