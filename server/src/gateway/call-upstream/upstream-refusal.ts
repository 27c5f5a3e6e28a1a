import { ApiError } from '@tollgate/contract/errors';
import { cleanMessage, withoutSecrets } from '../../dialects/clean-message.ts';
import type { Relay } from '../../dialects/dialect.ts';
import type { UpstreamRefusal } from '../../dialects/upstream-refusal.ts';
import type { KeyedRoute } from '../../domain/catalog/model.ts';
import { withoutOurs } from '../../upstream/without-ours.ts';
import type { AttemptFault } from '../call.ts';
import { readRetryAfterMs } from './retry-after.ts';

export interface UpstreamErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly nowMs: number;
}

/** A fault of the client is returned to the client; after any other fault the next route is tried. */
export type SortedRefusal =
  | { readonly kind: 'client_fault'; readonly error: ApiError }
  | { readonly kind: 'fault'; readonly fault: AttemptFault };

interface SortedBy {
  readonly route: KeyedRoute;
  /** For operators, without the upstream's message. */
  readonly cause: string;
  readonly retryAfterMs: number | null;
}

/** Classifies a refusal, regardless of how it arrived. */
export function sortRefusal(refusal: UpstreamRefusal, { route, cause, retryAfterMs }: SortedBy): SortedRefusal {
  const { blame, status, code } = refusal;
  const words = refusal.words === null ? null : withoutOurs(refusal.words, route);
  if (blame === 'client') {
    const param = refusal.param === null || withoutOurs(refusal.param, route) !== refusal.param ? null : refusal.param;
    const message = words === null ? null : cleanMessage(words);
    const error =
      message === null
        ? new ApiError(code, { param, cause })
        : new ApiError(code, { param, message, cause: `${cause}: ${message}` });
    return { kind: 'client_fault', error };
  }
  // An error without details is handled like any broken response.
  const isBroken = status === 0 && blame === 'upstream';
  const failure = isBroken ? ({ fault: 'protocol' } as const) : { status, retryAfterMs, blame };
  const fault = { cause, words: words === null ? null : withoutSecrets(words), failure };
  // The upstream's message is about our limits there, so the client does not see it.
  return { kind: 'fault', fault: code === 'upstream_unavailable' ? fault : { ...fault, error: new ApiError(code, { cause }) } };
}

/** Parses and classifies an upstream's error response. */
export function readUpstreamRefusal(
  relay: Relay,
  route: KeyedRoute,
  { status, headers, body, nowMs }: UpstreamErrorAnswer,
): SortedRefusal {
  const refusal = relay.readRefusal(status, body);
  const what = refusal.blame === 'client' ? 'the upstream refused the request' : 'the upstream answered';
  return sortRefusal(refusal, {
    route,
    cause: `${what} with status ${String(status)}`,
    retryAfterMs: readRetryAfterMs(headers, nowMs),
  });
}
