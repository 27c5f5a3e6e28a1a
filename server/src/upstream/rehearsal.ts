import type { Clock } from '../platform/clock.ts';
import type { Draws } from './draws.ts';
import { inOrder } from './in-order.ts';
import type { Rankings, View } from './ranking.ts';
import type { RouteStates } from './route-states.ts';
import type { Rehearsal, Routing, RoutingOptions } from './routing.ts';
import { takeKey } from './take-key.ts';

interface OrderParts {
  readonly states: RouteStates;
  readonly rankings: Rankings;
  readonly clock: Clock;
}

function viewOf({ region, domesticOnly }: RoutingOptions): View {
  return domesticOnly ? 'domestic only' : region;
}

/** The part of routing that orders candidates; its only effect are the draws. */
export function createOrder(
  { states, rankings, clock }: OrderParts,
  draws: Draws,
): Pick<Routing, 'candidates' | 'inMaintenance' | 'report' | 'standing'> {
  return {
    candidates(providers, model, options) {
      const { ranked } = rankings.of(providers, model, viewOf(options));
      return ranked.length < 2 ? [...ranked] : inOrder(ranked, options, { draws, nowMs: clock.monotonicMs() });
    },
    inMaintenance: (providers, model, options) => rankings.of(providers, model, viewOf(options)).inMaintenance,
    standing: (route) => states.of(route).standing(clock.monotonicMs()),
    report: (route) => states.of(route).report(),
  };
}

/** Takes no second key and waits for no route: what a call finds then depends on what has failed. */
export function createRehearsal(parts: OrderParts, draws: Draws): Rehearsal {
  const { states } = parts;
  return {
    ...createOrder(parts, draws),
    take: (candidate, affinity = null, tokens = 0) =>
      takeKey(states.of(candidate.route), candidate, { inUseOnly: false, affinity, tokens, isRehearsal: true }),
    takeOtherKey: () => null,
    takeRetry: ({ route }) => states.of(route).budget.isLeft,
    again: () => null,
  };
}
