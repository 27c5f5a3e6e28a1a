import type { OpenMark } from '../domain/books/call-record.ts';

/** What any node needs for the record of a task, as JSON in the task's row. */
export interface TaskTerms {
  readonly mark: OpenMark;
  readonly multiplierPpm: string;
  /** The expected result, in quantities that prices use. */
  readonly expected: { readonly songs: number; readonly millisecondsEach: number };
  /** No longer duration is charged. */
  readonly worstMillisecondsEach: number;
}

export function writeTerms(terms: TaskTerms): string {
  return JSON.stringify(terms);
}

export function readTerms(text: string): TaskTerms {
  return JSON.parse(text) as TaskTerms;
}
