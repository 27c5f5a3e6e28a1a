import type { Stores } from '../stores.ts';

/** The first steps of an installation that nobody has completed yet. */
export interface FirstSteps {
  /** There is no administrator. */
  readonly administrator: boolean;
  /** No call is in the log. */
  readonly firstCall: boolean;
}

/** Checks at start which steps remain, for the lines shown in the terminal. */
export async function awaitedSteps({ operators, calls }: Pick<Stores, 'operators' | 'calls'>): Promise<FirstSteps> {
  const [people, { rows }] = await Promise.all([operators.list(), calls.page({ limit: 1 })]);
  return { administrator: people.every(({ role }) => role !== 'administrator'), firstCall: rows.length === 0 };
}
