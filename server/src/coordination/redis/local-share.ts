import type { AdmitRefusal, AdmitRequest, RateLimits } from '../../domain/limits/coordination.ts';
import type { RateLimiter } from '../shared/rate-limiter.ts';
import type { OwnAccount } from './own-figures.ts';

/** The limit is divided among the nodes and rounded down, possibly to 0: their total stays within the limit. */
function share(limit: number | null, nodes: number): number | null {
  return limit === null ? null : Math.floor(limit / nodes);
}

function sharedRates(limits: RateLimits, nodes: number): RateLimits {
  return {
    ...limits,
    requestsPerMinute: share(limits.requestsPerMinute, nodes),
    tokensPerMinute: share(limits.tokensPerMinute, nodes),
    concurrency: share(limits.concurrency, nodes),
  };
}

/**
 * What this node may decide alone: its share of the amount last known to be free. Strict calls are not decided here, because their
 * guarantee cannot be kept.
 */
export function localRefusal(
  request: AdmitRequest,
  account: OwnAccount,
  limiters: readonly RateLimiter[],
  at: { readonly nodes: number; readonly nowMs: number },
): AdmitRefusal | undefined {
  if (request.strict) return { reason: 'unavailable' };
  for (const [index, limits] of request.rates.entries()) {
    const refusal = limiters[index]?.refusal(sharedRates(limits, at.nodes), request.expectedTokens, at.nowMs);
    if (refusal !== undefined) return refusal;
  }
  let refusal: AdmitRefusal | undefined;
  for (const { window, limit, scope } of request.money) {
    if (limit === null) continue;
    const { knownUsed, knownHeld, local } = account.window(window);
    if (knownUsed === null) return { reason: 'unavailable' };
    if (knownUsed >= limit) return { reason: 'money_spent', scope };
    if (local * BigInt(at.nodes) >= limit - knownUsed - knownHeld) refusal ??= { reason: 'unavailable' };
  }
  return refusal ?? heldRefusal(request, account, at.nodes);
}

/** Assumes that every node has as much in flight as this one, in addition to what was last known. */
function heldRefusal(
  { accountId, heldMax, reserve }: AdmitRequest,
  account: OwnAccount,
  nodes: number,
): AdmitRefusal | undefined {
  const { knownHeld, local } = account.window(accountId);
  const held = knownHeld + local * BigInt(nodes);
  const fits = heldMax === null || reserve === 0n || held === 0n || held + reserve <= heldMax;
  return fits ? undefined : { reason: 'held' };
}
