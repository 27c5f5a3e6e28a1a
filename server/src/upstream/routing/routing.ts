import type { Provider, Route } from '../../domain/catalog/model.ts';
import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { HealthReport, RouteReport } from '../../domain/catalog/route-report.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Affinity } from './affinity.ts';
import { Draws, EvenSequence } from './draws.ts';
import type { Candidate } from './candidate.ts';
import { createOrder, createRehearsal, type RoutingOptions } from './rehearsal.ts';
import { byStanding, Rankings } from './ranking.ts';
import { pauseBeforeRetryMs } from './retry-rule.ts';
import { blamesKey, type AttemptFailure, type Transition } from './health/route-health.ts';
import { lacksModel, routeAlarm } from './route-alarms.ts';
import { isEjected, RouteStates, type Change } from './route-states.ts';
import { takeKey } from './take-key.ts';

/** A candidate at which a call failed. */
export interface Tried {
  readonly candidate: Candidate;
  readonly why: AttemptFailure;
}

/** Routing without any effect on later calls. */
export type Rehearsal = Pick<
  Routing,
  'again' | 'candidates' | 'inMaintenance' | 'report' | 'standing' | 'take' | 'takeOtherKey' | 'takeRetry'
>;

/**
 * Decides the route of a call. Every attempt begins with `take` and is reported: `started`, then exactly one of `succeeded`, `refused`,
 * `failed` and `abandoned` (the attempt ended without a verdict on the route). A stream that breaks after it was reported as succeeded is
 * reported as broken off.
 */
export interface Routing {
  /**
   * All routes that serve the model, best first and each once: usable before ejected, then lower priority number, then same region, then by
   * affinity, otherwise by the balance. Ejected routes come last, ordered by their return, and are never left out: ejection alone does not
   * make a model unavailable.
   */
  candidates(providers: readonly Provider[], model: string, options: RoutingOptions): Candidate[];
  /** Routes that also serve the model, but currently get no new calls. */
  inMaintenance(providers: readonly Provider[], model: string, options: RoutingOptions): readonly Candidate[];
  /**
   * The candidate with a key that may be used now, and that counts as used from then on: the key of the call's affinity, otherwise one
   * drawn by weight.
   * @returns `null` if all its keys have reached their limits.
   */
  take(candidate: Candidate, affinity?: Affinity | null, tokens?: number): Candidate | null;
  /**
   * After a fault of the key, the same route with another key that is neither ejected nor at its limits, within the budget; otherwise
   * `null`.
   */
  takeOtherKey(tried: Tried, affinity?: Affinity | null, tokens?: number): Candidate | null;
  /** When a key of the route is below its limits again, if none is now. */
  freesInMs(candidate: Candidate, tokens: number): number;
  /** The exchange of an attempt at a counted candidate is over. */
  released(candidate: Candidate): void;
  /** A call starts with this as its best candidate. */
  callStarted(candidate: Candidate): void;
  started(candidate: Candidate): void;
  /**
   * @param firstByteMs from the attempt's start; `null` if unknown.
   * @param account the caller's account.
   */
  succeeded(candidate: Candidate, firstByteMs: number | null, account?: string): void;
  /** The upstream refused the request itself. */
  refused(candidate: Candidate, account?: string): void;
  /**
   * @param cause a description for operators, never an upstream's own message.
   * @param account the caller's account.
   */
  failed(candidate: Candidate, why: AttemptFailure, cause: string, account?: string): void;
  brokeOff(candidate: Candidate, why: AttemptFailure, cause: string, account?: string): void;
  abandoned(candidate: Candidate): void;
  /** Whether a call that has failed may go to this route now. If so, uses one retry of the route's budget. */
  takeRetry(candidate: Candidate): boolean;
  /** Which of the routes that failed a call is the best to try again, and after what pause; `null` if none is. */
  again(tried: readonly Tried[]): { readonly candidate: Candidate; readonly pauseMs: number } | null;
  /** The route's state for the next call. */
  standing(route: Route): RouteStanding;
  /** For the operators' view of a route. */
  report(route: Route): RouteReport;
  /** Decides as this one would now, and changes nothing: no key is used, no retry is taken, and no draw is made. */
  rehearse(): Rehearsal;
  /** Drops the state of every route that is not among these. Called when the catalogue changes. */
  retain(providers: readonly Provider[]): void;
}

export interface RoutingDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The number of nodes that share the limits of keys; 1 by default. */
  readonly nodes?: () => number;
  /** Receives ejections of routes and keys. */
  readonly alarms?: OperatorAlarms;
}

interface RouteNews {
  readonly transition: Transition;
  readonly report: HealthReport;
}

/** Logs one line for operators each time a route is ejected or returns; the same for one of several keys. */
function tell(logger: Logger, { provider, route, key }: Candidate, what: 'route' | 'key', news: RouteNews): void {
  const names = { provider: provider.name, region: route.region, route: route.id, ...(what === 'key' ? { key: key.id } : {}) };
  if (news.transition === 'back') logger.info(names, `a ${what} works again`);
  else {
    const { lastFault: fault, backAtMs } = news.report;
    const fields = { ...names, fault, backAt: new Date(backAtMs ?? 0).toISOString() };
    logger.warn(
      fields,
      what === 'route' ? 'a route is suspended because it fails' : 'a key is suspended because the provider refuses it',
    );
  }
}

function firstToAskAgain(best: readonly Tried[], jitter: EvenSequence): ReturnType<Routing['again']> {
  for (const { candidate, why } of best) {
    const pauseMs = pauseBeforeRetryMs(why, jitter.next());
    if (pauseMs !== null) return { candidate, pauseMs };
  }
  return null;
}

export function createRouting({ clock, logger, nodes = () => 1, alarms }: RoutingDependencies): Routing {
  const states = new RouteStates({ clock, nodes });
  const rankings = new Rankings((route) => states.of(route));
  const draws = new Draws();
  const jitter = new EvenSequence();

  function hear(candidate: Candidate, change: Change | null): void {
    if (change === null) return;
    const report = states.of(candidate.route).report();
    if (change.ofRoute !== null) tell(logger, candidate, 'route', { transition: change.ofRoute, report });
    const ofKey = report.keys.get(candidate.key.id);
    if (change.ofKey !== null && ofKey !== undefined) tell(logger, candidate, 'key', { transition: change.ofKey, report: ofKey });
  }

  const noteFailure: Routing['failed'] = (candidate, why, cause, account) => {
    const change = states.of(candidate.route).failed(candidate.key, why, cause, account ?? null);
    hear(candidate, change);
    if (isEjected(change) || lacksModel(why)) alarms?.raise(routeAlarm(candidate, why, cause));
  };

  return {
    ...createOrder({ states, rankings, clock }, draws),
    rehearse: () => createRehearsal({ states, rankings, clock }, draws.fork()),
    take(candidate, affinity = null, tokens = 0) {
      return takeKey(states.of(candidate.route), candidate, { inUseOnly: false, affinity, tokens });
    },
    takeOtherKey({ candidate, why }, affinity = null, tokens = 0) {
      const state = states.of(candidate.route);
      const taken = blamesKey(why) ? takeKey(state, candidate, { inUseOnly: true, affinity, tokens }) : null;
      if (taken === null || state.budget.take()) return taken;
      taken.tokens?.correct(0);
      state.keys?.released(taken.key);
      return null;
    },
    freesInMs: ({ route }, tokens) => states.of(route).keys?.freesInMs(tokens) ?? 0,
    released: ({ route, key }) => states.of(route).keys?.released(key),
    callStarted: ({ route }) => {
      states.of(route).budget.callStarted();
    },
    started: ({ route, key }) => {
      states.of(route).started(key);
    },
    succeeded(candidate, firstByteMs, account) {
      const state = states.of(candidate.route);
      state.budget.answered();
      hear(candidate, state.succeeded(candidate.key, firstByteMs, account ?? null));
    },
    refused(candidate, account) {
      const state = states.of(candidate.route);
      state.budget.answered();
      hear(candidate, state.refused(candidate.key, account ?? null));
    },
    failed(candidate, why, cause, account) {
      states.of(candidate.route).load.ended(null);
      noteFailure(candidate, why, cause, account);
    },
    brokeOff(candidate, why, cause, account) {
      states.of(candidate.route).unanswered(account ?? null);
      noteFailure(candidate, why, cause, account);
    },
    abandoned: ({ route, key }) => {
      states.of(route).abandoned(key);
    },
    takeRetry: ({ route }) => states.of(route).budget.take(),
    again(tried) {
      // If a route failed twice, its last failure counts.
      const byRoute = new Map(tried.map((each) => [each.candidate.route.id, each]));
      const failed = [...byRoute.values()].map((each) => ({ ...each, state: states.of(each.candidate.route) }));
      return firstToAskAgain(byStanding(failed, clock.monotonicMs()), jitter);
    },
    retain: (providers) => {
      states.retain(providers);
    },
  };
}
