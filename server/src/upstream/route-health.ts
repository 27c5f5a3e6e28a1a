import type { Clock } from '../platform/clock.ts';
import type { UpstreamFault } from './exchange.ts';

/** Why an attempt failed, as far as routing cares. */
export type AttemptFailure =
  | { readonly fault: UpstreamFault['kind'] }
  /** An upstream answered with an error status; `retryAfterMs` is what it asked for, `null` if it did not. */
  | { readonly status: number; readonly retryAfterMs: number | null };

/** `trial`: ejected, but the time is over and one attempt may find out whether the route works again. */
export type RouteStanding = 'healthy' | 'trial' | 'ejected';

/** Failures in a row that eject a route. */
const failuresToEject = 5;
const ejectionBaseMs = 30_000;
const ejectionMaxMs = 300_000;
/** A refused key or an unpaid account does not mend by itself. */
const credentialEjectionMs = 300_000;
/** An ejection this long after the last one counts as the first again. */
const forgivenAfterMs = 600_000;
const coolDownDefaultMs = 1_000;
const coolDownMaxMs = 60_000;
/** A trial nobody reported on stops blocking the next one after this. */
const trialLeaseMs = 120_000;

/**
 * What is known about one route (outlier detection by failures in a row, with a half-open trial).
 * Ejection only moves a route behind the others: a route that is the only one left is still used.
 */
export class RouteHealth {
  #failuresInRow = 0;
  #ejections = 0;
  /** Monotonic; 0 = in use. Stays set after it has passed until a trial succeeds. */
  #ejectedUntilMs = 0;
  /** When the last ejection ended or will end. */
  #lastBackMs = 0;
  #coolsUntilMs = 0;
  #trialUntilMs = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  standing(nowMs: number): RouteStanding {
    if (this.#coolsUntilMs > nowMs) return 'ejected';
    if (this.#ejectedUntilMs === 0) return 'healthy';
    return this.#ejectedUntilMs > nowMs || this.#trialUntilMs > nowMs ? 'ejected' : 'trial';
  }

  /** When it may be used again; orders routes that are all ejected. */
  get backAtMs(): number {
    return Math.max(this.#ejectedUntilMs, this.#coolsUntilMs);
  }

  /** An attempt begins; on a route standing in trial it is the trial. */
  started(): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.standing(nowMs) === 'trial') this.#trialUntilMs = nowMs + trialLeaseMs;
  }

  /** An attempt ended without saying anything about the route, for example because the client left. */
  abandoned(): void {
    this.#trialUntilMs = 0;
  }

  succeeded(): void {
    this.#failuresInRow = 0;
    this.#ejectedUntilMs = 0;
    this.#trialUntilMs = 0;
  }

  failed(failure: AttemptFailure): void {
    const nowMs = this.#clock.monotonicMs();
    const verdict = 'fault' in failure ? verdictOnFault(failure.fault) : verdictOnStatus(failure.status);
    switch (verdict) {
      case 'alive':
        this.succeeded();
        break;
      case 'neutral':
        this.abandoned();
        break;
      case 'overloaded':
        this.#coolDown(nowMs, 'status' in failure ? failure.retryAfterMs : null);
        break;
      case 'credentials':
        this.#eject(nowMs, credentialEjectionMs);
        break;
      case 'failing':
        this.#countFailure(nowMs);
        break;
    }
  }

  #countFailure(nowMs: number): void {
    // Attempts that were under way when it was ejected, or that had no other route, do not lengthen the ejection.
    if (this.#ejectedUntilMs > nowMs) return;
    this.#failuresInRow += 1;
    const trialFailed = this.#ejectedUntilMs !== 0;
    if (!trialFailed && this.#failuresInRow < failuresToEject) return;
    if (nowMs - this.#lastBackMs > forgivenAfterMs) this.#ejections = 0;
    this.#ejections += 1;
    this.#eject(nowMs, Math.min(ejectionBaseMs * this.#ejections, ejectionMaxMs));
  }

  #eject(nowMs: number, forMs: number): void {
    this.#ejectedUntilMs = Math.max(this.#ejectedUntilMs, nowMs + forMs);
    this.#lastBackMs = this.#ejectedUntilMs;
    this.#failuresInRow = 0;
    this.#trialUntilMs = 0;
  }

  #coolDown(nowMs: number, retryAfterMs: number | null): void {
    const forMs = Math.min(Math.max(retryAfterMs ?? coolDownDefaultMs, coolDownDefaultMs), coolDownMaxMs);
    this.#coolsUntilMs = Math.max(this.#coolsUntilMs, nowMs + forMs);
    // It answered, so it is no outlier; but a trial that met an overload proves nothing yet.
    this.#trialUntilMs = 0;
    this.#failuresInRow = 0;
  }
}

type Verdict = 'alive' | 'neutral' | 'overloaded' | 'credentials' | 'failing';

function verdictOnFault(kind: UpstreamFault['kind']): Verdict {
  // Running into the total limit is as often a long answer as a sick upstream.
  return kind === 'total_timeout' ? 'neutral' : 'failing';
}

function verdictOnStatus(status: number): Verdict {
  if (status === 401 || status === 402 || status === 403) return 'credentials';
  if (status === 429) return 'overloaded';
  // A wrong base address or an unknown model of the upstream's: no client can cause it.
  if (status === 404 || status === 405 || status >= 500) return 'failing';
  return 'alive';
}
