import type { Provider, Route } from '../domain/catalog/model.ts';
import type { Clock } from '../platform/clock.ts';
import { RetryBudget } from './retry-budget.ts';
import { RouteHealth } from './route-health.ts';

interface RouteState {
  readonly health: RouteHealth;
  readonly budget: RetryBudget;
}

interface KnownRoute {
  readonly place: string;
  readonly state: RouteState;
}

/** All that a call of it depends on. */
function placeOf({ baseUrl, addresses, auth, apiKey }: Route): string {
  return JSON.stringify([baseUrl, addresses, auth, apiKey]);
}

/** Bound for callers that never call `retain`. */
const knownRoutesMax = 10_000;

/** State by route id, as long as the route's addresses and key are the same: a corrected route starts afresh. */
export class RouteStates {
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownRoute>();
  readonly #byRoute = new WeakMap<Route, RouteState>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(route: Route): RouteState {
    let state = this.#byRoute.get(route);
    if (state === undefined) {
      const found = this.#known.get(route.id);
      state =
        found?.place === placeOf(route)
          ? found.state
          : { health: new RouteHealth(this.#clock), budget: new RetryBudget(this.#clock) };
      this.#byRoute.set(route, state);
      this.#remember(route, state);
    }
    return state;
  }

  /** Forgets every route that is not among these. */
  retain(providers: readonly Provider[]): void {
    const kept = new Set(providers.flatMap((provider) => provider.routes.map((route) => route.id)));
    for (const id of this.#known.keys()) if (!kept.has(id)) this.#known.delete(id);
  }

  #remember(route: Route, state: RouteState): void {
    if (this.#known.size >= knownRoutesMax) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(route.id, { place: placeOf(route), state });
  }
}
