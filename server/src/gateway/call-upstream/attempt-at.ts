import type { ApiError } from '@tollgate/contract/errors';
import type { Batches } from '../../dialects/dialect.ts';
import type { Candidate } from '../../upstream/routing/candidate.ts';
import type { RoutedCall } from '../call.ts';
import { CallFailure, ClientLeft } from '../refusals/call-failure.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { attemptInParts } from './attempt-in-parts.ts';
import type { Fit } from '../observations/fit.ts';
import { openAttempt, wayOf, workOf, type AttemptParts, type Way } from './open-attempt.ts';
import type { AttemptResult } from './upstream-attempt.ts';

type Parts = AttemptParts & Pick<GatewayContext, 'fits' | 'routing'>;

/** The final result of an attempt. */
export type Attempted = Exclude<AttemptResult, { kind: 'refused_form' }>;

/** For one request to one upstream. */
const misfitsMax = 3;

/** Notifies the routing once, when the last exchange with a candidate ends. */
class Release {
  readonly #released: () => void;
  #open = 0;
  #isLast = false;

  constructor(released: () => void) {
    this.#released = released;
  }

  /** Starts an exchange. @returns the callback for its end. */
  begin(): () => void {
    this.#open += 1;
    return () => {
      this.#open -= 1;
      this.#check();
    };
  }

  /** No further exchange begins. */
  last(): void {
    this.#isLast = true;
    this.#check();
  }

  #check(): void {
    if (this.#open === 0 && this.#isLast) this.#released();
  }
}

/** Sends one request, which ends early when the client leaves or the drain limit is reached. */
function attemptOnce(
  context: Parts,
  call: RoutedCall,
  candidate: Candidate,
  options: { readonly way: Way; readonly onReleased: (() => void) | null },
): Promise<AttemptResult> {
  const attempt = openAttempt(context, call, candidate, options);
  call.client.onLeft(() => {
    attempt.stop(new ClientLeft(workOf(attempt)));
  });
  const interrupt = (error: ApiError): void => {
    attempt.stop(new CallFailure(error, 'interrupted'));
  };
  call.interrupt = interrupt;
  return attempt.result;
}

function batchesOf({ relay, plan }: Way, { inputsMax }: Fit): (Batches & { readonly most: number }) | null {
  const { batches } = relay;
  if (batches === undefined) return null;
  const most = Math.min(inputsMax ?? Infinity, batches.inputsMax ?? Infinity);
  return most === Infinity || batches.count(plan.body) <= most ? null : { ...batches, most };
}

function isTried(fit: Fit, refused: Fit): boolean {
  const isSealed = refused.withoutSeals === true && fit.withoutSeals !== true;
  return (
    !isSealed &&
    fit.inputsMax === refused.inputsMax &&
    Object.keys(refused.quirks).every((name) => Object.hasOwn(fit.quirks, name))
  );
}

/** The form of the next request after a refusal; `null` if no other form can help. */
function nextFit(fit: Fit, refused: Fit, misfits: number): Fit | null {
  if (misfits === misfitsMax || isTried(fit, refused)) return null;
  return {
    quirks: { ...fit.quirks, ...refused.quirks },
    inputsMax: refused.inputsMax ?? fit.inputsMax,
    withoutSeals: refused.withoutSeals === true || fit.withoutSeals === true,
  };
}

/**
 * Makes one attempt at one candidate. A refused field that the client did not set is left out, and inputs that the candidate accepts only
 * in parts are sent in parts. The request is sent again, and the form that succeeded is remembered.
 */
export async function attemptAt(context: Parts, call: RoutedCall, candidate: Candidate): Promise<Attempted> {
  const known = context.fits.of(candidate);
  const release = candidate.isCounted
    ? new Release(() => {
        context.routing.released(candidate);
      })
    : null;
  const begin = (): (() => void) | null => release?.begin() ?? null;
  let fit = known;
  for (let misfits = 0; ; misfits += 1) {
    const way = wayOf(context, call, candidate, fit);
    const batches = batchesOf(way, fit);
    const result =
      batches === null
        ? await attemptOnce(context, call, candidate, { way, onReleased: begin() })
        : await attemptInParts(context, call, candidate, { way, batches, begin });
    if (result.kind === 'answer' && !isTried(known, { ...fit, withoutSeals: false })) context.fits.learn(candidate, fit);
    const next = result.kind === 'refused_form' ? nextFit(fit, result.form, misfits) : null;
    if (next !== null && !call.client.left) {
      fit = next;
      continue;
    }
    release?.last();
    if (result.kind !== 'refused_form') return result;
    return next === null ? result.refusal : { kind: 'stopped', reason: new ClientLeft() };
  }
}
