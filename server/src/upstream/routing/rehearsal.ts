import type { Region } from '@tollgate/contract/enumerations';
import type { Provider, Route } from '../../domain/catalog/model.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Affinity } from './affinity.ts';
import type { Candidate } from './candidate.ts';
import type { Draws } from './draws.ts';
import { inOrder } from './in-order.ts';
import type { Rankings, View } from './ranking.ts';
import type { RouteStates } from './route-states.ts';
import type { Preferences } from './spread.ts';
import { takeKey } from './take-key.ts';

export interface RoutingOptions extends Preferences {
  /** The region of this gateway; routes of the same region go first among equals. */
  readonly region: Region;
  /** Leaves out all others. */
  readonly domesticOnly: boolean;
}

interface OrderParts {
  readonly states: RouteStates;
  readonly rankings: Rankings;
  readonly clock: Clock;
}

function viewOf({ region, domesticOnly }: RoutingOptions): View {
  return domesticOnly ? 'domestic only' : region;
}

/** The part of routing that orders candidates; its only effect are the draws. */
export function createOrder({ states, rankings, clock }: OrderParts, draws: Draws) {
  return {
    candidates(providers: readonly Provider[], model: string, options: RoutingOptions): Candidate[] {
      const { ranked } = rankings.of(providers, model, viewOf(options));
      return ranked.length < 2 ? [...ranked] : inOrder(ranked, options, { draws, nowMs: clock.monotonicMs() });
    },
    inMaintenance: (providers: readonly Provider[], model: string, options: RoutingOptions) =>
      rankings.of(providers, model, viewOf(options)).inMaintenance,
    standing: (route: Route) => states.of(route).standing(clock.monotonicMs()),
    report: (route: Route) => states.of(route).report(),
  };
}

/** Takes no second key and waits for no route: what a call finds then depends on what has failed. */
export function createRehearsal(parts: OrderParts, draws: Draws) {
  const { states } = parts;
  return {
    ...createOrder(parts, draws),
    take: (candidate: Candidate, affinity: Affinity | null = null, tokens = 0) =>
      takeKey(states.of(candidate.route), candidate, { inUseOnly: false, affinity, tokens, isRehearsal: true }),
    takeOtherKey: () => null,
    takeRetry: ({ route }: Candidate) => states.of(route).budget.isLeft,
    again: () => null,
  };
}
