import { routeNotes } from '@tollgate/contract/calls/route-notes';
import type { Candidate } from '../../upstream/routing/candidate.ts';
import type { Tried } from '../../upstream/routing/routing.ts';
import type { RoutedCall } from '../call.ts';
import { expectedTokens } from '../expected-tokens.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { passOver } from '../pass-over.ts';
import { timeoutsLeft } from './open-attempt.ts';

const keysFull = routeNotes.write('keys_full', {});

/** The parts of the gateway that it uses. */
type Parts = Pick<GatewayContext, 'clock' | 'limits' | 'pauses'> & {
  readonly routing: Pick<GatewayContext['routing'], 'again' | 'take' | 'takeOtherKey' | 'takeRetry'>;
};

/** The progress of a call through its candidates. */
export interface Progress {
  readonly tried: Tried[];
  /** Index of the next candidate. */
  next: number;
}

/**
 * The candidate to try next. If the key was at fault, this is the same route with another key, otherwise the next route whose keys are
 * below their limits. When all were tried, it is, after a pause, the best of those that may have recovered. `null` if none is left.
 * @throws {ClientLeft | CallFailure} if the call ends during the pause.
 */
export function nextCandidate(
  context: Parts,
  call: RoutedCall,
  progress: Progress,
): Candidate | null | Promise<Candidate | null> {
  const { routing, limits } = context;
  const { tried } = progress;
  const tokens = expectedTokens(call);
  const leftMs = timeoutsLeft(context, call).totalTimeoutMs;
  if (tried.length >= limits.attemptsMax || leftMs <= 0) return null;
  const last = tried.at(-1);
  const other = last === undefined ? null : routing.takeOtherKey(last, call.affinity, tokens);
  if (other !== null) return other;
  for (;;) {
    const fresh = call.candidates[progress.next];
    if (fresh === undefined) return askAgain(context, call, { tried, leftMs });
    if (tried.length > 0 && !routing.takeRetry(fresh)) return null;
    progress.next += 1;
    const taken = routing.take(fresh, call.affinity, tokens);
    if (taken !== null) return taken;
    passOver(call, fresh, keysFull);
  }
}

function askAgain(
  { routing, pauses }: Parts,
  call: RoutedCall,
  { tried, leftMs }: { readonly tried: readonly Tried[]; readonly leftMs: number },
): Promise<Candidate | null> | null {
  const again = routing.again(tried);
  if (again === null || again.pauseMs >= leftMs || !routing.takeRetry(again.candidate)) return null;
  return pauses
    .wait(call, again.pauseMs)
    .then((isOver) => (isOver ? routing.take(again.candidate, call.affinity, expectedTokens(call)) : null));
}
