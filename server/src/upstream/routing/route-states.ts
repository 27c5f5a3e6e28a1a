import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { KeyedRoute, Provider, Route, RouteKey } from '../../domain/catalog/model.ts';
import { isPlain } from '../../domain/catalog/plain-key.ts';
import type { HealthReport, KeyReport, RouteReport } from '../../domain/catalog/route-report.ts';
import type { Clock } from '../../platform/clock.ts';
import { FirstByteLoad } from './first-byte-load.ts';
import { RetryBudget } from './retry-budget.ts';
import { blamesKey, RouteHealth, type AttemptFailure, type Transition } from './health/route-health.ts';
import { KeyState, RouteKeys } from './route-keys.ts';

/** Changes to report to operators. */
export interface Change {
  readonly ofRoute: Transition | null;
  readonly ofKey: Transition | null;
}

export function isEjected(change: Change | null): boolean {
  return change?.ofRoute === 'ejected' || change?.ofKey === 'ejected';
}

/** `null` in nearly all cases. */
function changeOf(ofRoute: Transition | null, ofKey: Transition | null): Change | null {
  return ofRoute === null && ofKey === null ? null : { ofRoute, ofKey };
}

/** State of a route: as a whole and, unless it has just one key without limits, for each key. */
export class RouteState {
  readonly budget: RetryBudget;
  readonly load: FirstByteLoad;
  /** `null`: the state of the only key is the state of the route. */
  readonly keys: RouteKeys | null;
  readonly #health: RouteHealth;
  readonly #called: ReadonlyMap<RouteKey, KeyedRoute>;

  constructor(route: Route, { health, budget, load }: Pick<KnownRoute, 'health' | 'budget' | 'load'>, keys: RouteKeys | null) {
    this.budget = budget;
    this.load = load;
    this.keys = keys;
    this.#health = health;
    const { keys: all, ...rest } = route;
    this.#called = new Map(all.map((key) => [key, { ...rest, apiKey: key.apiKey }]));
  }

  /** The route in the form in which it is called with one of its keys. */
  called(key: RouteKey): KeyedRoute {
    const called = this.#called.get(key);
    if (called === undefined) throw new Error('a key of another route');
    return called;
  }

  /** The route's standing; also ejected if all its keys are. */
  standing(nowMs: number): RouteStanding {
    const own = this.#health.standing(nowMs);
    if (this.keys === null || own === 'ejected') return own;
    const ofKeys = this.keys.standing(nowMs);
    return own === 'healthy' || ofKeys === 'ejected' ? ofKeys : own;
  }

  /** When the route may be used again. Orders routes that are all ejected. */
  get backAtMs(): number {
    return this.keys === null ? this.#health.backAtMs : Math.max(this.#health.backAtMs, this.keys.backAtMs);
  }

  started(key: RouteKey): void {
    this.load.started();
    this.#health.started();
    this.keys?.of(key)?.health.started();
  }

  abandoned(key: RouteKey): void {
    this.load.ended(null);
    this.#health.abandoned();
    this.keys?.of(key)?.health.abandoned();
  }

  succeeded(key: RouteKey, firstByteMs: number | null, account: string | null): Change | null {
    this.load.ended(firstByteMs);
    return changeOf(this.#health.succeeded(firstByteMs, account), this.#keyAnswered(key));
  }

  /** The upstream refused the request itself. */
  refused(key: RouteKey, account: string | null): Change | null {
    this.load.ended(null);
    return changeOf(this.#health.answered(account), this.#keyAnswered(key));
  }

  #keyAnswered(key: RouteKey): Transition | null {
    return this.keys?.of(key)?.health.answered(null) ?? null;
  }

  failed(key: RouteKey, why: AttemptFailure, cause: string, account: string | null): Change | null {
    const ofKey = this.keys?.of(key)?.health;
    if (ofKey !== undefined && blamesKey(why)) {
      this.#health.keyFailed(why, cause);
      return changeOf(null, ofKey.failed(why, cause, account));
    }
    ofKey?.abandoned();
    return changeOf(this.#health.failed(why, cause, account), null);
  }

  /** A stream that was reported as succeeded has failed; the failure is reported next. */
  unanswered(account: string | null): void {
    this.#health.unanswered(account);
  }

  /** For the operators' view. */
  report(): RouteReport {
    const own = this.#health.report();
    const reports = [...this.#called.keys()].flatMap((key) =>
      key.enabled ? [[key.id, this.#keyReport(key, own)] as const] : [],
    );
    const keys = new Map(reports);
    const aside = reports.map(([, report]) => report);
    if (aside.length === 0 || own.standing === 'ejected' || aside.some(({ standing }) => standing !== 'ejected'))
      return { ...own, keys };
    const sinceMs = Math.max(...aside.map((report) => report.sinceMs));
    return { ...own, keys, standing: 'ejected', sinceMs, backAtMs: Math.min(...aside.map(({ backAtMs }) => backAtMs ?? 0)) };
  }

  #keyReport(key: RouteKey, own: HealthReport): KeyReport {
    return this.keys?.report(key) ?? { ...own, isFull: false };
  }
}

interface KnownRoute {
  readonly place: string;
  readonly secrets: string;
  readonly health: RouteHealth;
  readonly budget: RetryBudget;
  readonly load: FirstByteLoad;
  readonly keys: ReadonlyMap<string, KeyState>;
}

export interface RouteStatesOptions {
  readonly clock: Clock;
  /** The number of nodes that share the limits of keys. */
  readonly nodes: () => number;
}

/** Limit for callers that never call `retain`. */
const knownRoutesMax = 10_000;

function identityOf({ id, apiKey }: RouteKey): string {
  return JSON.stringify([id, apiKey]);
}

/** Everything that a call depends on, except the keys. Maintenance is left out, because it says nothing about the keys. */
function placeOf(route: Route): string {
  return JSON.stringify({ ...route, keys: [], maintenance: undefined });
}

/**
 * State by route ID, as long as the route's URL and keys are unchanged: a corrected route starts with a new state. A key keeps its state as
 * long as the key and the URL are unchanged.
 */
export class RouteStates {
  readonly #options: RouteStatesOptions;
  readonly #known = new Map<string, KnownRoute>();
  readonly #byRoute = new WeakMap<Route, RouteState>();

  constructor(options: RouteStatesOptions) {
    this.#options = options;
  }

  of(route: Route): RouteState {
    let state = this.#byRoute.get(route);
    if (state === undefined) {
      state = this.#begin(route);
      this.#byRoute.set(route, state);
    }
    return state;
  }

  /** Drops the state of every route that is not among these. */
  retain(providers: readonly Provider[]): void {
    const kept = new Set(providers.flatMap((provider) => provider.routes.map((route) => route.id)));
    for (const id of this.#known.keys()) if (!kept.has(id)) this.#known.delete(id);
  }

  #begin(route: Route): RouteState {
    const { clock, nodes } = this.#options;
    const enabled = route.keys.filter((key) => key.enabled);
    const [place, secrets] = [placeOf(route), enabled.map(identityOf).join()];
    const found = this.#known.get(route.id);
    const here = found?.place === place ? found : null;
    const { health, budget, load } =
      here?.secrets === secrets
        ? here
        : { health: new RouteHealth(clock), budget: new RetryBudget(clock), load: new FirstByteLoad(clock) };
    const states = new Map(enabled.map((key) => [identityOf(key), here?.keys.get(identityOf(key)) ?? new KeyState(clock)]));
    this.#remember(route.id, { place, secrets, health, budget, load, keys: states });
    const stateOf = (key: RouteKey): KeyState => states.get(identityOf(key)) ?? new KeyState(clock);
    const keys = isPlain(enabled) ? null : new RouteKeys(enabled, { clock, nodes, stateOf });
    return new RouteState(route, { health, budget, load }, keys);
  }

  #remember(id: string, known: KnownRoute): void {
    if (this.#known.size >= knownRoutesMax) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(id, known);
  }
}
