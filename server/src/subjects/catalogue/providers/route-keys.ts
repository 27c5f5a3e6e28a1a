import type { CreateProviderRequest } from '@tollgate/contract/catalogue/providers';
import type { RouteKey, RouteKeyLimits } from '../../../domain/catalog/model.ts';
import { plainKey } from '../../../domain/catalog/plain-key.ts';
import { invalid, type ControlContext } from '../../../control/control-context.ts';
import { omitUndefined } from '../../../control/omit-undefined.ts';

type RouteRequest = CreateProviderRequest['routes'][number];
type KeyRequest = NonNullable<RouteRequest['keys']>[number];

/** A hint would reveal most of a shorter credential. */
const hintedLengthMin = 16;

/** The existing key that a request refers to: by its id, or by the same credential. */
function keptKey(param: string, { id, api_key }: KeyRequest, before: readonly RouteKey[]): RouteKey | undefined {
  if (id === undefined) return before.find(({ apiKey }) => apiKey === api_key);
  const kept = before.find((key) => key.id === id);
  if (kept === undefined) throw invalid(`${param}.id`, 'must be the id of a key of this route');
  return kept;
}

function readLimits({ limits = {} }: KeyRequest, before: RouteKeyLimits): RouteKeyLimits {
  const { requests_per_minute: requestsPerMinute, tokens_per_minute: tokensPerMinute, concurrency } = limits;
  return { ...before, ...omitUndefined({ requestsPerMinute, tokensPerMinute, concurrency }) };
}

function readKey(context: ControlContext, param: string, request: KeyRequest, before: readonly RouteKey[]): RouteKey {
  const kept = keptKey(param, request, before);
  const apiKey = request.api_key === undefined ? kept?.apiKey : request.api_key;
  if (apiKey === undefined) throw invalid(`${param}.api_key`, 'is required for a new key');
  const { weight, enabled } = request;
  const key = { ...(kept ?? plainKey(context.ids.named('rky'), apiKey)), ...omitUndefined({ weight, enabled }), apiKey };
  return { ...key, limits: readLimits(request, key.limits) };
}

/**
 * Parses the keys of a route. A route without keys keeps its earlier ones. A key keeps its id while its credential stays the same.
 * @throws {ApiError} 400 naming the field.
 */
export function readKeys(
  context: ControlContext,
  param: string,
  { api_key, keys }: Pick<RouteRequest, 'api_key' | 'keys'>,
  before: readonly RouteKey[],
): readonly RouteKey[] {
  if (keys === undefined) {
    if (api_key === undefined && before.length > 0) return before;
    const apiKey = api_key ?? null;
    return [plainKey(before.find((key) => key.apiKey === apiKey)?.id ?? context.ids.named('rky'), apiKey)];
  }
  if (api_key !== undefined) throw invalid(`${param}.api_key`, 'cannot be combined with `keys`');
  const read = keys.map((key, position) => readKey(context, `${param}.keys[${String(position)}]`, key, before));
  for (const [position, key] of read.entries()) {
    const same = read.findIndex(({ id, apiKey }) => id === key.id || apiKey === key.apiKey);
    if (same < position) throw invalid(`${param}.keys[${String(position)}]`, `is the same as keys[${String(same)}]`);
  }
  return read;
}

/** The end of a credential, for recognition; `null` for one that is too short. */
export function hintOf(apiKey: string | null): string | null {
  return apiKey !== null && apiKey.length >= hintedLengthMin ? apiKey.slice(-4) : null;
}

/** The settings of a key, in API terms; never includes the credential. */
export function keySettings({ id, apiKey, weight, limits, enabled }: RouteKey) {
  return {
    id,
    has_api_key: apiKey !== null,
    api_key_last4: hintOf(apiKey),
    weight,
    limits: {
      requests_per_minute: limits.requestsPerMinute,
      tokens_per_minute: limits.tokensPerMinute,
      concurrency: limits.concurrency,
    },
    enabled,
  };
}
