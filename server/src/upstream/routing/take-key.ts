import type { Affinity } from './affinity.ts';
import type { Candidate } from './candidate.ts';
import type { RouteState } from './route-states.ts';

interface TakeOptions {
  /** Returns no key if all are ejected. */
  readonly inUseOnly: boolean;
  readonly affinity: Affinity | null;
  readonly tokens: number;
  /** Only finds the key, which does not count as used. */
  readonly isRehearsal?: boolean;
}

/** A candidate with a key of its route that may be used now; `null` if all have reached their limits. */
export function takeKey(state: RouteState, candidate: Candidate, options: TakeOptions): Candidate | null {
  const { inUseOnly, affinity, tokens, isRehearsal = false } = options;
  const { keys } = state;
  if (keys === null) return inUseOnly ? null : candidate;
  const isTied = affinity !== null && keys.areSeveral && affinity.saves(candidate.cost);
  const demand = { inUseOnly, hash: isTied ? affinity.hash : null, tokens };
  const taken = isRehearsal ? keys.next(demand) : keys.take(demand);
  if (taken === null) return null;
  return { ...candidate, ...taken, called: state.called(taken.key), by: isTied ? 'affinity' : candidate.by };
}
