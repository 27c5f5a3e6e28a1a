import type { Region } from '@tollgate/contract/enumerations';
import type { Price, Provider, Route } from '../domain/catalog/model.ts';
import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { RouteReport } from '../domain/catalog/route-report.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { pauseBeforeRetryMs } from './retry-rule.ts';
import type { AttemptFailure, RouteHealth, Transition } from './route-health.ts';
import { RouteStates } from './route-states.ts';

/** One route that can serve a model. */
export interface Candidate {
  readonly provider: Provider;
  readonly route: Route;
  readonly upstreamModel: string;
  /** What the upstream charges us; `null` when unknown. */
  readonly cost: Price | null;
}

/** A candidate that failed a call. */
export interface Tried {
  readonly candidate: Candidate;
  readonly why: AttemptFailure;
}

export interface RoutingOptions {
  /** Where this gateway stands; routes of the same region go first among equals. */
  readonly region: Region;
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
  /** A call begins whose best candidate this is. */
  callStarted(candidate: Candidate): void;
  started(candidate: Candidate): void;
  /** @param firstByteMs from the attempt's start; `null` where it was the request that the upstream refused */
  succeeded(candidate: Candidate, firstByteMs: number | null): void;
  /** @param cause in words for the operator, never an upstream's own */
  failed(candidate: Candidate, why: AttemptFailure, cause: string): void;
  abandoned(candidate: Candidate): void;
  /** Whether a call that has failed may go to this route now, by its retry budget; takes from the budget if so. */
  takeRetry(candidate: Candidate): boolean;
  /** Which of the routes that failed a call is the best to be asked again, and after what pause; `null` if none is. */
  again(tried: readonly Tried[]): { readonly candidate: Candidate; readonly pauseMs: number } | null;
  /** How it stands for the next call. */
  standing(route: Route): RouteStanding;
  /** For the operator's view of a route. */
  report(route: Route): RouteReport;
  /** Forgets every route that is not among these; called when the catalog changes. */
  retain(providers: readonly Provider[]): void;
}

export interface RoutingDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1). By default an even sequence, so that weights hold exactly over any stretch of calls. */
  readonly random?: () => number;
  /** In [0, 1), for pauses. By default an even sequence too: calls that failed together come back evenly spread. */
  readonly jitter?: () => number;
}

/** By model. */
class Rankings extends WeakMap<readonly Provider[], Map<string, readonly Ranked[]>> {}

interface Ranked extends Candidate {
  readonly health: RouteHealth;
  /** Equal ranks share the load by weight. */
  readonly rank: number;
}

const standingOrder: Readonly<Record<RouteStanding, number>> = { healthy: 0, trial: 0, ejected: 1 };

/** One line of the operator's log each time a route is put aside, and one when it is back. */
function tell(logger: Logger, { provider, route }: Candidate, transition: Transition | null, report: RouteReport): void {
  const names = { provider: provider.name, region: route.region, route: route.id };
  if (transition === 'back') logger.info(names, 'a route works again');
  else if (transition === 'ejected') {
    const { lastFault: fault, backAtMs } = report;
    logger.warn({ ...names, fault, backAt: new Date(backAtMs ?? 0).toISOString() }, 'a route is put aside because it fails');
  }
}

export function createRouting({ clock, logger, random = evenSequence(), jitter = evenSequence() }: RoutingDependencies): Routing {
  const states = new RouteStates(clock);
  const rankings = { domestic: new Rankings(), overseas: new Rankings() };

  function healthOf(route: Route): RouteHealth {
    return states.of(route).health;
  }

  function hear(candidate: Candidate, transition: Transition | null): void {
    if (transition !== null) tell(logger, candidate, transition, healthOf(candidate.route).report());
  }

  /** The order when everyone is healthy; kept as long as the catalog keeps its list of providers. */
  function ranking(providers: readonly Provider[], model: string, region: RoutingOptions['region']): readonly Ranked[] {
    let byModel = rankings[region].get(providers);
    if (byModel === undefined) {
      byModel = new Map<string, readonly Ranked[]>();
      rankings[region].set(providers, byModel);
    }
    let ranked = byModel.get(model);
    if (ranked === undefined) {
      ranked = rank(providers, model, region, healthOf);
      if (ranked.length > 0) byModel.set(model, ranked);
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
    callStarted: ({ route }) => {
      states.of(route).budget.callStarted();
    },
    started: ({ route }) => {
      healthOf(route).started();
    },
    succeeded(candidate, firstByteMs) {
      const { health, budget } = states.of(candidate.route);
      budget.answered();
      hear(candidate, health.succeeded(firstByteMs));
    },
    failed(candidate, why, cause) {
      hear(candidate, healthOf(candidate.route).failed(why, cause));
    },
    abandoned: ({ route }) => {
      healthOf(route).abandoned();
    },
    takeRetry: ({ route }) => states.of(route).budget.take(),
    again(tried) {
      const nowMs = clock.monotonicMs();
      // A route that failed twice counts as it failed last.
      const byRoute = new Map(tried.map((each) => [each.candidate.route.id, each]));
      const best = byStanding(
        [...byRoute.values()].map((each) => ({ ...each, health: healthOf(each.candidate.route) })),
        nowMs,
      );
      for (const { candidate, why } of best) {
        const pauseMs = pauseBeforeRetryMs(why, jitter());
        if (pauseMs !== null) return { candidate, pauseMs };
      }
      return null;
    },
    standing: (route) => healthOf(route).standing(clock.monotonicMs()),
    report: (route) => healthOf(route).report(),
    retain: (providers) => {
      states.retain(providers);
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

function byStanding<Entry extends { readonly health: RouteHealth }>(order: readonly Entry[], nowMs: number): Entry[] {
  const usable: Entry[] = [];
  const ejected: Entry[] = [];
  for (const entry of order) (standingOrder[entry.health.standing(nowMs)] === 0 ? usable : ejected).push(entry);
  ejected.sort((left, right) => left.health.backAtMs - right.health.backAtMs);
  return [...usable, ...ejected];
}

/** Steps of the golden ratio: any run of values is spread evenly over [0, 1). */
function evenSequence(): () => number {
  let at = 0;
  return () => (at = (at + 0.618_033_988_749_894_9) % 1);
}
