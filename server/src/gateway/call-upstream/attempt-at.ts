import type { ApiError } from '@tollgate/contract/errors';
import type { Batches } from '../../dialects/dialect.ts';
import type { Candidate } from '../../upstream/candidate.ts';
import type { RoutedCall } from '../call.ts';
import { CallFailure, ClientLeft } from '../call-failure.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { attemptInParts } from './attempt-in-parts.ts';
import type { Fit } from '../fit.ts';
import { openAttempt, wayOf, workOf, type AttemptParts, type Way } from './open-attempt.ts';
import type { AttemptResult } from './upstream-attempt.ts';

/** What it may use of the gateway's parts. */
type Parts = AttemptParts & Pick<GatewayContext, 'fits' | 'routing'>;

/** What an attempt comes to in the end. */
export type Attempted = Exclude<AttemptResult, { kind: 'refused_form' }>;

/** Of one upstream about one request. */
const misfitsMax = 3;

/** Notifies the routing once when the last exchange with a candidate ends. */
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

  /** No further one begins. */
  last(): void {
    this.#isLast = true;
    this.#check();
  }

  #check(): void {
    if (this.#open === 0 && this.#isLast) this.#released();
  }
}

/** One request, ended early when the client leaves or the drain limit is reached. */
function attemptOnce(
  context: Parts,
  call: RoutedCall,
  candidate: Candidate,
  way: Way & { readonly onReleased: (() => void) | null },
) {
  const attempt = openAttempt(context, call, candidate, way);
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
  return batches === undefined || inputsMax === null || batches.count(plan.body) <= inputsMax
    ? null
    : { ...batches, most: inputsMax };
}

function isTried(fit: Fit, refused: Fit): boolean {
  return fit.inputsMax === refused.inputsMax && Object.keys(refused.quirks).every((name) => Object.hasOwn(fit.quirks, name));
}

/**
 * One attempt at one candidate. What it refuses although the client did not ask for it is left out, and what it takes in parts alone is sent
 * in parts: the request goes out again, and what has helped is remembered.
 */
export async function attemptAt(context: Parts, call: RoutedCall, candidate: Candidate): Promise<Attempted> {
  const known = context.fits.of(candidate);
  const first = wayOf(context, call, candidate, known.quirks);
  const release = candidate.isCounted
    ? new Release(() => {
        context.routing.released(candidate);
      })
    : null;
  const result = await attemptFitting(context, call, candidate, { fit: known, way: first, release });
  release?.last();
  return result;
}

async function attemptFitting(
  context: Parts,
  call: RoutedCall,
  candidate: Candidate,
  start: { readonly fit: Fit; readonly way: Way; readonly release: Release | null },
): Promise<Attempted> {
  let { fit, way } = start;
  for (let misfits = 0; ; misfits += 1) {
    const batches = batchesOf(way, fit);
    const begin = () => start.release?.begin() ?? null;
    const result =
      batches === null
        ? await attemptOnce(context, call, candidate, { ...way, onReleased: begin() })
        : await attemptInParts(context, call, candidate, { way, batches, begin });
    if (result.kind === 'answer' && fit !== start.fit) context.fits.learn(candidate, fit);
    if (result.kind !== 'refused_form') return result;
    const { form, refusal } = result;
    if (misfits === misfitsMax || isTried(fit, form)) return refusal;
    if (call.client.left) return { kind: 'stopped', reason: new ClientLeft() };
    fit = { quirks: { ...fit.quirks, ...form.quirks }, inputsMax: form.inputsMax ?? fit.inputsMax };
    way = wayOf(context, call, candidate, fit.quirks);
  }
}
