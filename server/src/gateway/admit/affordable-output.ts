import { noUsage } from '@tollgate/contract/usage';
import { worstCost } from '../../domain/catalog/price.ts';
import { capLimits, subAccountCapLimits } from '../../domain/limits/cap-limits.ts';
import type { Estimate } from '../../endpoints/endpoint.ts';
import type { ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'calendar' | 'clock' | 'coordination'>;

/** With fewer tokens an answer is useless, so the call is refused because its limit is used up. */
const usefulTokensMin = 64;

/**
 * How many output tokens per choice a strict call can still afford under every limit, or `null` if too few to be useful. This is only a
 * proposal: the reservation that follows checks it again, atomically.
 */
export async function affordableOutputTokens(context: Parts, call: ReadCall, estimate: Estimate): Promise<number | null> {
  const { key, account, subAccount } = call.entry;
  const moment = context.calendar.at(context.clock.nowMs());
  const bounds = [...capLimits(key, moment), ...(subAccount === null ? [] : subAccountCapLimits(subAccount.subAccount, moment))];
  const windows = [account.account.id, ...bounds.map(({ window }) => window)];
  const limits = [account.credits, ...bounds.map(({ limit }) => limit)];
  const figures = await context.coordination.figures(account.account.id, key.id, windows);
  const free = figures.flatMap(({ used, held }, index) => {
    const limit = limits[index];
    return limit === null || limit === undefined ? [] : [limit - used - held];
  });
  const left = free.reduce<bigint | null>((least, amount) => (least === null || amount < least ? amount : least), null);
  const { price, multiplierPpm } = call.quote;
  const inputCost = worstCost(
    price,
    { ...estimate.worst, outputTokens: 0, reasoningTokens: 0 },
    multiplierPpm,
    call.wants.prompts,
  );
  const perMillion =
    worstCost(price, { ...noUsage, outputTokens: 1_000_000 }, multiplierPpm) - worstCost(price, noUsage, multiplierPpm);
  if (left === null || perMillion <= 0n) return null;
  const tokens = ((left - inputCost) * 1_000_000n) / perMillion / BigInt(call.wants.choices);
  return tokens < BigInt(usefulTokensMin)
    ? null
    : Math.min(Number(tokens), Math.floor(estimate.worst.outputTokens / call.wants.choices));
}
