import type { OpenMark } from '../domain/books/call-record.ts';

/** What the record of a task needs, on any node. JSON in the row of the task. */
export interface TaskTerms {
  readonly mark: OpenMark;
  readonly multiplierPpm: string;
  /** The expected result, in quantities that prices name. */
  readonly expected: { readonly songs: number; readonly millisecondsEach: number };
  /** No more of it is charged. */
  readonly worstMillisecondsEach: number;
}

export function writeTerms(terms: TaskTerms): string {
  return JSON.stringify(terms);
}

export function readTerms(text: string): TaskTerms {
  return JSON.parse(text) as TaskTerms;
}
