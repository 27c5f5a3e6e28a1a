import { gatewayBase } from './gateway-base.ts';
import { forgetLent, lentValue } from './lent-key.ts';

/** The caller: an account and one of its keys. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
}

interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  /** JSON, or a form. */
  readonly body?: object;
  readonly signal?: AbortSignal;
}

async function once(value: string, { path, method = 'POST', body, signal }: Asked): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(gatewayBase() + path, {
    method,
    headers: {
      authorization: `Bearer ${value}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    // Only the key identifies the caller; the session does not concern the gateway.
    credentials: 'omit',
  });
}

/**
 * Calls the public API like any client. Refusals are returned as responses. Throws only for network errors and for a key that cannot be
 * used.
 */
export async function callGateway({ accountId, keyId }: Caller, asked: Asked): Promise<Response> {
  const answer = await once(await lentValue(accountId, keyId), asked);
  if (answer.status !== 401) return answer;
  forgetLent(keyId);
  return once(await lentValue(accountId, keyId), asked);
}
