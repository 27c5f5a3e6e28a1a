import type { Price, Provider, Route } from '../domain/catalog/model.ts';
import type { Clock } from '../platform/clock.ts';
import { RetryBudget } from './retry-budget.ts';
import { RouteHealth, type AttemptFailure, type RouteStanding } from './route-health.ts';

/** One route that can serve a model. */
export interface Candidate {
  readonly provider: Provider;
  readonly route: Route;
  readonly upstreamModel: string;
  /** What the upstream charges us; `null` when unknown. */
  readonly cost: Price | null;
}

export interface RoutingOptions {
  /** Where this gateway stands; routes of the same region go first among equals. */
  readonly region: 'domestic' | 'overseas';
}

/**
 * Decides where a call goes. Every attempt is reported: `started`, then exactly one of `succeeded`, `failed`,
 * `abandoned` (the attempt ended for reasons that say nothing about the route). A stream that breaks after it was reported
 * as succeeded may be reported as failed too.
 */
export interface Routing {
  /**
   * Everyone who serves the model, best first and no route twice: usable before ejected, then lower priority number,
   * then same region, then by weight. Ejected routes come last, soonest back first, and are never left out: ejection
   * alone does not make a model unavailable.
   */
  candidates(providers: readonly Provider[], model: string, options: RoutingOptions): Candidate[];
  started(candidate: Candidate): void;
  succeeded(candidate: Candidate): void;
  failed(candidate: Candidate, why: AttemptFailure): void;
  abandoned(candidate: Candidate): void;
  /** Whether a further attempt fits the retry budget: at most max(3, 20 % of the calls in flight) at a time. */
  retryAllowed(): boolean;
  callStarted(): void;
  callEnded(): void;
  retryStarted(): void;
  retryEnded(): void;
  /** For the operator's view of a route. */
  standing(route: Route): RouteStanding;
  /** Forgets every route that is not among these; called when the catalog changes. */
  retain(providers: readonly Provider[]): void;
}

export interface RoutingDependencies {
  readonly clock: Clock;
  /** In [0, 1). By default an even sequence, so that weights hold exactly over any stretch of calls. */
  readonly random?: () => number;
}

interface Ranked extends Candidate {
  readonly health: RouteHealth;
  /** Equal ranks share the load by weight. */
  readonly rank: number;
}

/** Health by route id, as long as the route's address and key are the same: a corrected route starts afresh. */
interface KnownRoute {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly health: RouteHealth;
}

/** Bound for callers that never call `retain`. */
const knownRoutesMax = 10_000;
const standingOrder: Readonly<Record<RouteStanding, number>> = { healthy: 0, trial: 0, ejected: 1 };

export function createRouting({ clock, random = evenSequence() }: RoutingDependencies): Routing {
  const known = new Map<string, KnownRoute>();
  const healthByRoute = new WeakMap<Route, RouteHealth>();
  const rankings = new WeakMap<readonly Provider[], Map<string, readonly Ranked[]>>();
  const budget = new RetryBudget();

  function healthOf(route: Route): RouteHealth {
    let health = healthByRoute.get(route);
    if (health === undefined) {
      const found = known.get(route.id);
      health = found?.baseUrl === route.baseUrl && found.apiKey === route.apiKey ? found.health : new RouteHealth(clock);
      healthByRoute.set(route, health);
      remember(route, health);
    }
    return health;
  }

  function remember(route: Route, health: RouteHealth): void {
    if (known.size >= knownRoutesMax) known.delete(known.keys().next().value ?? '');
    known.set(route.id, { baseUrl: route.baseUrl, apiKey: route.apiKey, health });
  }

  /** The order when everyone is healthy; kept as long as the catalog keeps its list of providers. */
  function ranking(providers: readonly Provider[], model: string, region: RoutingOptions['region']): readonly Ranked[] {
    const name = `${region} ${model}`;
    let byModel = rankings.get(providers);
    if (byModel === undefined) {
      byModel = new Map<string, readonly Ranked[]>();
      rankings.set(providers, byModel);
    }
    let ranked = byModel.get(name);
    if (ranked === undefined) {
      ranked = rank(providers, model, region, healthOf);
      if (ranked.length > 0) byModel.set(name, ranked);
    }
    return ranked;
  }

  return {
    candidates(providers, model, { region }) {
      const ranked = ranking(providers, model, region);
      if (ranked.length < 2) return [...ranked];
      const nowMs = clock.monotonicMs();
      return byStanding(spread(ranked, random), nowMs);
    },
    started: (candidate) => {
      healthOf(candidate.route).started();
    },
    succeeded: (candidate) => {
      healthOf(candidate.route).succeeded();
    },
    failed: (candidate, why) => {
      healthOf(candidate.route).failed(why);
    },
    abandoned: (candidate) => {
      healthOf(candidate.route).abandoned();
    },
    retryAllowed: () => budget.retryAllowed(),
    callStarted: () => {
      budget.callStarted();
    },
    callEnded: () => {
      budget.callEnded();
    },
    retryStarted: () => {
      budget.retryStarted();
    },
    retryEnded: () => {
      budget.retryEnded();
    },
    standing: (route) => healthOf(route).standing(clock.monotonicMs()),
    retain(providers) {
      const kept = new Set(providers.flatMap((provider) => provider.routes.map((route) => route.id)));
      for (const id of known.keys()) if (!kept.has(id)) known.delete(id);
    },
  };
}

function rank(
  providers: readonly Provider[],
  model: string,
  region: RoutingOptions['region'],
  healthOf: (route: Route) => RouteHealth,
): readonly Ranked[] {
  const seen = new Set<string>();
  const ranked: Ranked[] = [];
  for (const provider of providers) {
    const offer = provider.enabled ? provider.models.find((entry) => entry.model === model) : undefined;
    if (offer === undefined) continue;
    for (const route of provider.routes) {
      if (seen.has(route.id)) continue;
      seen.add(route.id);
      const place = provider.priority * 2 + (route.region === region ? 0 : 1);
      ranked.push({
        provider,
        route,
        upstreamModel: offer.upstreamModel,
        cost: offer.cost,
        health: healthOf(route),
        rank: place,
      });
    }
  }
  return ranked.sort((left, right) => left.rank - right.rank);
}

/** Lets each group of equals begin at a member drawn by weight; weight 0 only stands in for others. */
function spread(ranked: readonly Ranked[], random: () => number): readonly Ranked[] {
  const order: Ranked[] = [];
  let from = 0;
  while (from < ranked.length) {
    let to = from + 1;
    while (to < ranked.length && ranked[to]?.rank === ranked[from]?.rank) to += 1;
    const group = ranked.slice(from, to);
    const first = group.length === 1 ? 0 : drawn(group, random());
    order.push(...group.slice(first), ...group.slice(0, first));
    from = to;
  }
  return order;
}

/** Index drawn by the providers' weights; `at` in [0, 1). */
function drawn(group: readonly Ranked[], at: number): number {
  let left = at * group.reduce((sum, entry) => sum + entry.provider.weight, 0);
  for (const [index, entry] of group.entries()) {
    left -= entry.provider.weight;
    if (left < 0) return index;
  }
  return 0;
}

function byStanding(order: readonly Ranked[], nowMs: number): Candidate[] {
  const usable: Ranked[] = [];
  const ejected: Ranked[] = [];
  for (const entry of order) (standingOrder[entry.health.standing(nowMs)] === 0 ? usable : ejected).push(entry);
  ejected.sort((left, right) => left.health.backAtMs - right.health.backAtMs);
  return [...usable, ...ejected];
}

/** Steps of the golden ratio: any run of values is spread evenly over [0, 1). */
function evenSequence(): () => number {
  let at = 0;
  return () => (at = (at + 0.618_033_988_749_894_9) % 1);
}
