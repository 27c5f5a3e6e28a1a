import { ApiError } from '@tollgate/contract/errors';
import type { Relay } from '../../dialects/dialect.ts';
import type { KeyedRoute } from '../../domain/catalog/model.ts';
import type { AttemptFault } from '../call.ts';

/** Longest wait passed on: official clients ignore a longer one or give up. */
const retryAfterSecondsMax = 60;

function readRetryAfterMs(value: string | string[] | undefined): number | null {
  const seconds = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : null;
  return seconds === null ? null : Math.min(seconds, retryAfterSecondsMax) * 1000;
}

export interface UpstreamErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Shorter text is no secret, and taking it out would tear words apart. */
const secretCharactersMin = 6;

/** Some upstreams quote the key or the address they were called with; ours need not look like anybody's. */
function withoutOurs(body: Buffer, { apiKey, baseUrl, addresses }: KeyedRoute): Buffer {
  const bases = [baseUrl, ...Object.values(addresses).flatMap((address) => address.baseUrl ?? [])];
  const keys = apiKey === null ? [] : [apiKey, encodeURIComponent(apiKey), ...apiKey.split(':')];
  const ours = [...keys, ...bases, ...bases.map((base) => URL.parse(base)?.host ?? '')].filter(
    (text) => text.length >= secretCharactersMin,
  );
  if (!ours.some((text) => body.includes(text))) return body;
  return Buffer.from(ours.reduce((text, own) => text.replaceAll(own, '…'), body.toString('utf8')));
}

/** Sorts an upstream's error answer: the client's own fault goes back to the client, everything else to the next route. */
export function readUpstreamRefusal(
  relay: Relay,
  route: KeyedRoute,
  { status, headers, body }: UpstreamErrorAnswer,
): { readonly kind: 'client_fault'; readonly error: ApiError } | { readonly kind: 'fault'; readonly fault: AttemptFault } {
  const refusal = relay.readRefusal(status, withoutOurs(body, route));
  if (refusal.blame === 'client') {
    const { param, message } = refusal;
    const cause = `the upstream refused the request with status ${String(status)}`;
    return {
      kind: 'client_fault',
      error:
        message === null
          ? new ApiError(refusal.code, { param, cause })
          : new ApiError(refusal.code, { param, message, cause: `${cause}: ${message}` }),
    };
  }
  const retryAfterMs = readRetryAfterMs(headers['retry-after']);
  return {
    kind: 'fault',
    fault: {
      cause: `the upstream answered with status ${String(status)}`,
      failure: { status, retryAfterMs, blame: refusal.blame },
    },
  };
}
