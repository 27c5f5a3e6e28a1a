import type { RouteKey, RouteKeyLimits } from './model.ts';

export const unlimitedKey: RouteKeyLimits = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };

/** A route's only key, which most routes have. */
export function plainKey(id: string, apiKey: string | null): RouteKey {
  return { id, apiKey, weight: 1, limits: unlimitedKey, enabled: true };
}

/** Whether there is no key to choose and no limit to count. */
export function isPlain([only, ...others]: readonly RouteKey[]): boolean {
  if (only === undefined || others.length > 0) return false;
  return only.enabled && Object.values(only.limits).every((limit) => limit === null);
}
