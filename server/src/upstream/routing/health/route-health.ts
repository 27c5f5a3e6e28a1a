import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { FailureKind, HealthReport } from '../../../domain/catalog/route-report.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DurationCounts } from '../../../platform/duration-counts.ts';
import type { UpstreamFault } from '../../exchange.ts';
import { RecentAttempts, recentMs } from './recent-attempts.ts';
import { RecentMinutes } from './recent-minutes.ts';
import { RecentlyServed } from './recently-served.ts';

/** Why an attempt failed, as far as it matters for routing. */
export type AttemptFailure =
  | { readonly fault: UpstreamFault['kind'] }
  /**
   * An upstream responded with an error status. `retryAfterMs` is the wait it asked for, `null` if none. `credentials`: it refuses our key
   * or account for any request. `request`: it cannot process this request. `model`: it does not serve the model now.
   */
  | {
      readonly status: number;
      readonly retryAfterMs: number | null;
      readonly blame: 'upstream' | 'credentials' | 'request' | 'model';
    };

/** Changes reported to operators, once each time. */
export type Transition = 'ejected' | 'back';

/** Number of consecutive failures that eject a route. */
const failuresToEject = 5;
const ejectionBaseMs = 30_000;
const ejectionMaxMs = 300_000;
/** A refused key or an unpaid account does not recover by itself. */
const credentialEjectionMs = 300_000;
/** A route that served another account within this time is not ejected by the failures of one account alone. */
const servedLatelyMs = 60_000;
/** An ejection this long after the previous one counts as the first again. */
const forgivenAfterMs = 600_000;
/** Duration of the first cool-down in a series; each further one is twice as long. */
const coolDownDefaultMs = 1_000;
const coolDownMaxMs = 60_000;
/** A trial without a result blocks the next one for this long. */
const trialLeaseMs = 120_000;

/**
 * Health of one route, or of one of its keys: outlier detection by consecutive failures and by the share of recent failures, with a
 * half-open trial. Ejection only moves a route behind the others: the last remaining route is still used.
 */
export class RouteHealth {
  #failuresInRow = 0;
  /** The account whose calls failed; `null` if they belong to several accounts, or prove a fault for any caller. */
  #failingAccount: string | null = null;
  readonly #served = new RecentlyServed();
  readonly #recent = new RecentAttempts();
  readonly #minutes = new RecentMinutes();
  #ejections = 0;
  /** Monotonic; 0 means in use. Stays set after that time until a trial succeeds. */
  #ejectedUntilMs = 0;
  /** When the last ejection ended or will end. */
  #lastBackMs = 0;
  #coolsUntilMs = 0;
  #coolDownsInRow = 0;
  #trialUntilMs = 0;
  /** When a trial last succeeded, and whether its stream has broken since. */
  #returnedMs = -Infinity;
  #trialBroke = false;
  /** Wall-clock time of the last ejection or return, and of the last cool-down. */
  #changedAtMs: number;
  #coolsSinceMs = 0;
  #attempts = 0;
  #lastUsedAtMs: number | null = null;
  readonly #failures = new Map<FailureKind, number>();
  #lastFault: string | null = null;
  #lastFaultAtMs: number | null = null;
  readonly #firstByte = new DurationCounts();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#changedAtMs = clock.nowMs();
  }

  standing(nowMs: number): RouteStanding {
    if (this.#coolsUntilMs > nowMs) return 'ejected';
    if (this.#ejectedUntilMs === 0) return 'healthy';
    return this.#ejectedUntilMs > nowMs || this.#trialUntilMs > nowMs ? 'ejected' : 'trial';
  }

  /** When the route may be used again. Orders routes that are all ejected. */
  get backAtMs(): number {
    return Math.max(this.#ejectedUntilMs, this.#coolsUntilMs);
  }

  /** For operators. Unlike `standing`, it does not depend on whether a trial is running. */
  report(): HealthReport {
    const nowMs = this.#clock.monotonicMs();
    const wallNowMs = this.#clock.nowMs();
    const wallOf = (atMs: number): number => Math.round(wallNowMs + atMs - nowMs);
    const own = {
      lastFault: this.#lastFault,
      lastFaultAtMs: this.#lastFaultAtMs,
      attempts: this.#attempts,
      lastUsedAtMs: this.#lastUsedAtMs,
      failures: this.#failures,
      firstByte: this.#firstByte,
      minutes: this.#minutes.counts(nowMs),
    };
    if (this.backAtMs > nowMs) {
      const sinceMs = this.#ejectedUntilMs > nowMs ? this.#changedAtMs : this.#coolsSinceMs;
      return { ...own, standing: 'ejected', sinceMs, backAtMs: wallOf(this.backAtMs) };
    }
    if (this.#ejectedUntilMs === 0) return { ...own, standing: 'healthy', sinceMs: this.#changedAtMs, backAtMs: null };
    return { ...own, standing: 'trial', sinceMs: wallOf(this.#ejectedUntilMs), backAtMs: null };
  }

  /** An attempt starts. On a route whose standing is `trial`, the attempt is the trial. */
  started(): void {
    this.#attempts += 1;
    this.#lastUsedAtMs = this.#clock.nowMs();
    const nowMs = this.#clock.monotonicMs();
    if (this.standing(nowMs) === 'trial') this.#trialUntilMs = nowMs + trialLeaseMs;
  }

  /** An attempt ended without a verdict on the route, for example because the client left. */
  abandoned(): void {
    this.#trialUntilMs = 0;
  }

  /**
   * @param firstByteMs `null` if unknown.
   * @param account the caller's account, if any.
   */
  succeeded(firstByteMs: number | null, account: string | null): Transition | null {
    if (firstByteMs !== null) this.#firstByte.observe(firstByteMs);
    const nowMs = this.#clock.monotonicMs();
    this.#recent.add(account, 'answered', nowMs);
    this.#minutes.add('answered', nowMs);
    return this.answered(account);
  }

  /** The upstream responded, but not with what was requested. This shows that the route is alive, but not that it succeeds. */
  answered(account: string | null): Transition | null {
    if (account !== null) this.#served.note(account, this.#clock.monotonicMs());
    const wasEjected = this.#ejectedUntilMs !== 0;
    this.#failuresInRow = 0;
    this.#coolDownsInRow = 0;
    this.#ejectedUntilMs = 0;
    this.#trialUntilMs = 0;
    if (!wasEjected) return null;
    this.#returnedMs = this.#clock.monotonicMs();
    this.#changedAtMs = this.#clock.nowMs();
    return 'back';
  }

  /** A stream that was reported as succeeded has failed; the failure is reported next. */
  unanswered(account: string | null): void {
    const nowMs = this.#clock.monotonicMs();
    const isAnsweredStill = this.#recent.unanswer(account, nowMs);
    // The stream that ended the trial was all that spoke for the route.
    this.#trialBroke = !isAnsweredStill && nowMs - this.#returnedMs < recentMs;
  }

  /**
   * @param cause a description for operators.
   * @param account the caller's account, if any.
   */
  failed(failure: AttemptFailure, cause: string, account: string | null = null): Transition | null {
    this.#count(failure, cause);
    const nowMs = this.#clock.monotonicMs();
    switch ('fault' in failure ? verdictOnFault(failure.fault) : verdictOnStatus(failure)) {
      case 'alive':
        return this.answered(null);
      case 'neutral':
        this.abandoned();
        return null;
      case 'overloaded':
        this.#coolDown(nowMs, 'status' in failure ? failure.retryAfterMs : null);
        return null;
      case 'credentials':
        return this.#eject(nowMs, credentialEjectionMs);
      case 'failing':
        // No request can cause a connection to be refused, so this failure counts for every account.
        return this.#countFailure(nowMs, 'fault' in failure && failure.fault === 'connect' ? null : account);
    }
  }

  /** One of several keys is at fault: the route itself responds. If this was a trial, it proves nothing yet. */
  keyFailed(failure: AttemptFailure, cause: string): void {
    this.#count(failure, cause);
    this.#failuresInRow = 0;
    this.#trialUntilMs = 0;
  }

  #count(failure: AttemptFailure, cause: string): void {
    const kind = kindOf(failure);
    this.#minutes.add('failed', this.#clock.monotonicMs());
    this.#failures.set(kind, (this.#failures.get(kind) ?? 0) + 1);
    this.#lastFault = cause;
    this.#lastFaultAtMs = this.#clock.nowMs();
  }

  /** Whether the route may work for accounts other than this one. */
  #worksForOthers(account: string, nowMs: number): boolean {
    return nowMs - this.#served.othersAtMs(account) < servedLatelyMs;
  }

  /** Several consecutive failures that are not only caused by the requests of one account. */
  #failsInRow(nowMs: number): boolean {
    if (this.#failuresInRow < failuresToEject) return false;
    return this.#failingAccount === null || !this.#worksForOthers(this.#failingAccount, nowMs);
  }

  /** Mostly failures recently, not only caused by the requests of one account. */
  #failsMostly(nowMs: number): boolean {
    const mostFailed = this.#recent.mostFailed(nowMs);
    return typeof mostFailed === 'boolean' ? mostFailed : !this.#worksForOthers(mostFailed.onlyFor, nowMs);
  }

  #countFailure(nowMs: number, account: string | null): Transition | null {
    // Attempts that were running at the time of the ejection, or that had no other route, do not lengthen the ejection.
    if (this.#ejectedUntilMs > nowMs) return null;
    this.#failingAccount = this.#failuresInRow === 0 || this.#failingAccount === account ? account : null;
    this.#failuresInRow += 1;
    this.#recent.add(account, 'failed', nowMs);
    const trialFailed = this.#ejectedUntilMs !== 0 || this.#trialBroke;
    this.#trialBroke = false;
    if (!trialFailed && !this.#failsInRow(nowMs) && !this.#failsMostly(nowMs)) return null;
    if (nowMs - this.#lastBackMs > forgivenAfterMs) this.#ejections = 0;
    this.#ejections += 1;
    return this.#eject(nowMs, Math.min(ejectionBaseMs * this.#ejections, ejectionMaxMs));
  }

  #eject(nowMs: number, forMs: number): Transition | null {
    const isEjected = this.#ejectedUntilMs > nowMs;
    this.#ejectedUntilMs = Math.max(this.#ejectedUntilMs, nowMs + forMs);
    this.#lastBackMs = this.#ejectedUntilMs;
    this.#failuresInRow = 0;
    this.#recent.clear();
    this.#trialUntilMs = 0;
    if (isEjected) return null;
    this.#changedAtMs = this.#clock.nowMs();
    return 'ejected';
  }

  #coolDown(nowMs: number, retryAfterMs: number | null): void {
    if (this.#coolsUntilMs <= nowMs) {
      this.#coolsSinceMs = this.#clock.nowMs();
      // Calls that were running at the start of the cool-down do not lengthen it.
      this.#coolDownsInRow += 1;
    }
    const unaskedMs = coolDownDefaultMs * 2 ** (this.#coolDownsInRow - 1);
    const forMs = Math.min(Math.max(retryAfterMs ?? unaskedMs, coolDownDefaultMs), coolDownMaxMs);
    this.#coolsUntilMs = Math.max(this.#coolsUntilMs, nowMs + forMs);
    // The route responded, so it is no outlier. But a trial that ended in overload proves nothing yet.
    this.#trialUntilMs = 0;
    this.#failuresInRow = 0;
  }
}

/** Whether another key of the same route may succeed, because this key was refused or overused. */
export function blamesKey(failure: AttemptFailure): boolean {
  if ('fault' in failure) return false;
  const verdict = verdictOnStatus(failure);
  return verdict === 'credentials' || verdict === 'overloaded';
}

type Verdict = 'alive' | 'neutral' | 'overloaded' | 'credentials' | 'failing';

function verdictOnFault(kind: UpstreamFault['kind']): Verdict {
  // The total time limit is reached by long answers as often as by an unhealthy upstream.
  return kind === 'total_timeout' ? 'neutral' : 'failing';
}

function verdictOnStatus({ status, blame }: Extract<AttemptFailure, { readonly status: number }>): Verdict {
  if (blame === 'credentials') return 'credentials';
  if (blame === 'request') return 'neutral';
  // The route responds, and clients choose the model: calls to one model must not take the route away from all other calls.
  if (blame === 'model') return 'alive';
  // It is unclear which party refused, and whether because of the client's content: other clients must not lose the route.
  if (status === 403) return 'neutral';
  if (status === 429) return 'overloaded';
  // A wrong base URL, or a model that the upstream does not know.
  if (status === 404 || status === 405 || status >= 500) return 'failing';
  return 'alive';
}

function kindOf(failure: AttemptFailure): FailureKind {
  if ('fault' in failure) return failure.fault;
  if (failure.blame === 'credentials') return 'credentials';
  if (failure.blame === 'request' || failure.blame === 'model') return 'refused';
  if (failure.status === 429) return 'throttled';
  return failure.status >= 500 ? 'server_error' : 'refused';
}
